//! Does what the machine says until it ends.

use std::time::Duration;

use crate::LlmExtract;
use crate::attempt::Attempt;
use crate::checks::Verdict;
use crate::client::{Capabilities, Client, ClientError, Reply};
use crate::error::Error;
use crate::facts::Facts;
use crate::judgement::Judgement;
use crate::machine::{Machine, Next};
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::read::Parsed;
use crate::time::{Instant, sleep, within};
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

/// By a function of the user's.
pub(crate) struct ByParse<F>(pub(crate) F);

impl<T, E, F> Reading<T> for ByParse<F>
where
    F: FnMut(&str) -> Result<T, E>,
    E: Into<Verdict>,
{
    fn read(&mut self, _: &Machine, reply: &Reply) -> Judgement<T> {
        Judgement::of_text(reply, |text| self.0(text).map_err(Into::into))
    }

    fn read_again(&mut self, machine: &Machine) -> Option<Parsed<T>> {
        self.read(machine, machine.accepted()?.reply()?).value
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
    machine
}

/// Does what the machine says until it ends.
pub(crate) async fn drive<T, C: Client>(
    machine: &mut Machine,
    clients: &[C],
    on_attempt: Option<&(dyn Fn(&Attempt) + Send + Sync)>,
    mut reading: impl Reading<T>,
) -> Result<Parsed<T>, Error> {
    loop {
        let started = Instant::now();
        match machine.next() {
            Next::Send { client, request } => {
                let limit = machine.remaining();
                let result = within(limit, clients[client].complete(&request)).await;
                let (result, least) = match result {
                    Some(result) => (result, Duration::ZERO),
                    None => (
                        Err(ClientError::transient("no reply in time")),
                        limit.unwrap_or_default(),
                    ),
                };
                let elapsed = started.elapsed().max(least);
                let read = |machine: &Machine, reply: &Reply| reading.read(machine, reply);
                let value = machine.receive(result, elapsed, read);
                if let (Some(call), Some(attempt)) = (on_attempt, machine.attempts().last()) {
                    call(attempt);
                }
                if let Some(value) = value {
                    return Ok(value);
                }
            }
            Next::Wait(wait) => {
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
