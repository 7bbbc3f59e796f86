//! Does what the machine says until it ends.

use std::time::Duration;

use crate::LlmExtract;
use crate::attempt::{Attempt, Outcome};
use crate::checks::{Check, is_taken};
use crate::client::{Capabilities, Client, ClientError, Reply};
use crate::error::Error;
use crate::event::Event;
use crate::facts::Facts;
use crate::judgement::Judgement;
use crate::machine::{Machine, Next};
use crate::memory::Memory;
use crate::optional::Answer;
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::read::Parsed;
use crate::time::{Instant, sleep, within};
use crate::trace::Span;
use std::sync::Arc;

/// How replies become values.
pub(crate) trait Reading<T> {
    /// What a reply to the request that is under way is worth.
    fn read(&mut self, machine: &Machine, reply: &Reply) -> Judgement<T>;

    /// The value of the reply that was accepted.
    fn read_again(&mut self, machine: &Machine) -> Option<Parsed<T>>;
}

/// By the shape of their type.
pub(crate) struct ByShape;

impl<T: LlmExtract> Reading<T> for ByShape {
    fn read(&mut self, machine: &Machine, reply: &Reply) -> Judgement<T> {
        machine.judge(reply)
    }

    fn read_again(&mut self, machine: &Machine) -> Option<Parsed<T>> {
        machine.read_again()
    }
}

/// By the shape of their type, or as text where they hold no value.
pub(crate) struct ByAnswer;

impl<T: LlmExtract> Reading<Answer<T>> for ByAnswer {
    fn read(&mut self, machine: &Machine, reply: &Reply) -> Judgement<Answer<T>> {
        machine.judge_answer(reply)
    }

    fn read_again(&mut self, machine: &Machine) -> Option<Parsed<Answer<T>>> {
        let accepted = machine.accepted()?;
        match accepted.document {
            Some(_) => Some(machine.read_again()?.map(Answer::Value)),
            None => machine.judge_answer(accepted.reply()?).value,
        }
    }
}

pub(crate) fn machine<C: Client>(
    facts: Arc<Facts>,
    prompt: Prompt,
    policy: Policy,
    clients: &[C],
) -> Machine {
    let capabilities: Vec<Capabilities> = clients.iter().map(Client::capabilities).collect();
    let mut machine = Machine::new(facts, prompt, policy, &capabilities);
    machine.name_clients(clients.iter().map(|client| client.name().to_owned()));
    if let Some(fault) = clients.iter().find_map(Client::fault) {
        machine.refuse(fault);
    }
    machine
}

type OnAttempt<'c> = dyn Fn(&Attempt) + Send + Sync + 'c;
type OnEvent<'c> = dyn Fn(&Event<'_>) + Send + Sync + 'c;

/// Who is told of the steps of a run.
#[derive(Default)]
pub(crate) struct Watch<'c> {
    pub(crate) on_attempt: Option<Box<OnAttempt<'c>>>,
    pub(crate) on_event: Option<Box<OnEvent<'c>>>,
    pub(crate) memory: Memory,
    /// Whether what is asked and answered is traced.
    pub(crate) content: bool,
}

impl Watch<'_> {
    fn tell(&self, event: &Event<'_>) {
        Span::event(event);
        if let (Some(call), Event::Attempt(attempt)) = (&self.on_attempt, event) {
            call(attempt);
        }
        if let Some(call) = &self.on_event {
            call(event);
        }
    }

    /// Tells of what came of a request.
    fn received(&self, machine: &mut Machine, client: usize) {
        let losses = machine.take_losses();
        if let Some(attempt) = machine.attempts().last() {
            if attempt.outcome() == Outcome::Valid {
                self.memory.trust(client, attempt.mode());
            }
            self.tell(&Event::Attempt(attempt));
        }
        for loss in losses {
            self.memory.lose(loss, machine.name());
            self.tell(&Event::ModeLost {
                client: machine.name_of(loss.client),
                mode: loss.mode,
            });
        }
    }

    fn ended<T>(&self, span: &Span, machine: &Machine, result: &Result<Parsed<T>, Error>) {
        span.ended(machine.attempts(), result.as_ref().err());
        self.tell(&match result {
            Ok(_) => Event::Done(machine.attempts()),
            Err(error) => Event::Failed(error),
        });
    }

    fn fallback(&self, machine: &Machine, from: usize, to: usize) {
        if let Some(last) = machine.accepted().filter(|_| from != to) {
            self.tell(&Event::Fallback {
                from: machine.name_of(from),
                to: machine.name_of(to),
                after: last.outcome(),
            });
        }
    }
}

/// Does what the machine says until it ends.
pub(crate) async fn drive<T, C: Client>(
    machine: &mut Machine,
    clients: &[C],
    watch: &Watch<'_>,
    reading: impl Reading<T>,
) -> Result<Parsed<T>, Error> {
    let span = Span::run(machine.name());
    let run = async {
        let mut current = 0;
        let result = steps(machine, clients, watch, &mut current, reading).await;
        if result.is_ok() {
            watch.received(machine, current);
        }
        watch.ended(&span, machine, &result);
        result
    };
    span.around(run).await
}

/// The same, and what is taken passes the check too.
pub(crate) async fn drive_checked<T: LlmExtract + Send + Sync, C: Client>(
    machine: &mut Machine,
    clients: &[C],
    watch: &Watch<'_>,
    check: &impl Check<T>,
) -> Result<Parsed<T>, Error> {
    let span = Span::run(machine.name());
    let run = async {
        let mut current = 0;
        let result = loop {
            let value = match steps(machine, clients, watch, &mut current, ByShape).await {
                Ok(value) => value,
                Err(error) => break Err(error),
            };
            let is_taken = is_taken(machine, &value, check).await;
            watch.received(machine, current);
            if is_taken {
                break Ok(value);
            }
        };
        watch.ended(&span, machine, &result);
        result
    };
    span.around(run).await
}

/// Goes on to the next value, or to the end. What came of the request that brought the value is not told yet.
async fn steps<T, C: Client>(
    machine: &mut Machine,
    clients: &[C],
    watch: &Watch<'_>,
    current: &mut usize,
    mut reading: impl Reading<T>,
) -> Result<Parsed<T>, Error> {
    loop {
        let started = Instant::now();
        match machine.next() {
            Next::Send { client, request } => {
                watch.fallback(machine, *current, client);
                *current = client;
                let name = machine.name_of(client);
                watch.tell(&Event::Request {
                    client: name,
                    request: &request,
                    strategy: machine.strategy(),
                });
                let span = Span::request(name, &clients[client], &request, watch.content);
                let limit = machine.remaining();
                let reply = within(limit, clients[client].complete(&request));
                let (result, least) = match span.around(reply).await {
                    Some(result) => (result, Duration::ZERO),
                    None => (
                        Err(ClientError::transient("given up when the deadline passed")),
                        limit.unwrap_or_default(),
                    ),
                };
                let elapsed = started.elapsed().max(least);
                let read = |machine: &Machine, reply: &Reply| reading.read(machine, reply);
                let value = machine.receive(result, elapsed, read);
                if let Some(attempt) = machine.attempts().last() {
                    span.replied(attempt, watch.content);
                }
                drop(span);
                if let Some(value) = value {
                    return Ok(value);
                }
                watch.received(machine, client);
            }
            Next::Wait(wait) => {
                watch.tell(&Event::Wait {
                    client: machine.name_of(*current),
                    wait,
                });
                sleep(wait).await;
                machine.waited(started.elapsed().max(wait));
            }
            Next::Done => {
                let value = reading.read_again(machine);
                return value.ok_or_else(|| machine.error());
            }
            Next::Failed => return Err(machine.error()),
        }
    }
}
