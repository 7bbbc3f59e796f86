//! The state machine of one extraction; holds no value, so that what drives it can move between threads.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::LlmExtract;
use crate::attempt::{Attempt, Extraction, Outcome};
use crate::client::{
    Capabilities, ClientError, ClientErrorKind, Mode, Parameters, Reply, Request, RequestParts,
};
use crate::error::{Error, ErrorKind, Failure, Source};
use crate::facts::Facts;
use crate::feedback::clamp;
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::read::{Leniency, Parsed};
use crate::request::Form;
use crate::strategy::{Situation, Strategy};
use crate::verdict::{Verdict, is_cut, refusal};
use crate::violation::Violations;

/// All that a stored [`Session`](crate::Session) needs to go on: texts, the ledger, and where it stands. Plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionState {
    prompt: Prompt,
    clients: Vec<Peer>,
    /// A reply that failed elsewhere, where the session began with one.
    given: Option<Attempt>,
    ledger: Vec<Attempt>,
    phase: Phase,
    turn: Turn,
    elapsed: Duration,
    seed: u64,
}

/// What is known of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Peer {
    name: String,
    capabilities: Capabilities,
}

/// Where the session stands with the client whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Turn {
    client: usize,
    /// The first attempt of this client in the ledger.
    since: usize,
    /// Which of the modes that the client may understand.
    mode: usize,
    /// Which strategy of the ladder makes the next request.
    rung: usize,
    /// How many answers the client gave.
    answers: u32,
    /// How many requests failed in a row on their way.
    faults: u32,
    /// How many answers the provider cut off.
    cuts: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Phase {
    Send,
    Wait(Duration),
    Done,
    Failed(Failure),
}

/// What is to be done next.
pub(crate) enum Next {
    Send { client: usize, request: Request },
    Wait(Duration),
    Done,
    Failed,
}

pub(crate) struct Machine {
    policy: Policy,
    facts: Arc<Facts>,
    state: SessionState,
    /// The client's last failure with all that cannot be stored.
    source: Option<ClientError>,
}

impl Machine {
    pub(crate) fn new<T: LlmExtract>(
        prompt: Prompt,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Machine {
        let peer = |capabilities: &Capabilities| Peer {
            name: "client".to_owned(),
            capabilities: capabilities.clone(),
        };
        let state = SessionState {
            prompt,
            clients: clients.iter().map(peer).collect(),
            given: None,
            ledger: Vec::new(),
            phase: Phase::Send,
            turn: Turn::default(),
            elapsed: Duration::ZERO,
            seed: RandomState::new().build_hasher().finish(),
        };
        Machine::resume::<T>(state, policy)
    }

    pub(crate) fn resume<T: LlmExtract>(state: SessionState, policy: Policy) -> Machine {
        let mut machine = Machine {
            policy,
            facts: Facts::of::<T>(),
            state,
            source: None,
        };
        if let Some(failure) = machine.fault() {
            machine.state.phase = Phase::Failed(failure);
        }
        machine
    }

    /// Why there is no use in sending anything.
    fn fault(&self) -> Option<Failure> {
        if let Some(fault) = self.policy.fault() {
            return Some(Failure::new(ErrorKind::Settings, fault));
        }
        if self.state.turn.client >= self.state.clients.len() {
            return Some(Failure::new(
                ErrorKind::Settings,
                "there is no client to ask",
            ));
        }
        let fault = self.facts.fault.as_ref()?;
        Some(Failure::new(ErrorKind::TypeFault, fault.to_string()))
    }

    pub(crate) fn name_clients(&mut self, names: impl Iterator<Item = String>) {
        for (peer, name) in self.state.clients.iter_mut().zip(names) {
            peer.name = name;
        }
    }

    /// Takes a reply that failed elsewhere for the last attempt.
    pub(crate) fn given<T: LlmExtract>(&mut self, reply: Reply) -> Option<Parsed<T>> {
        if self.state.phase != Phase::Send {
            return None;
        }
        let (attempt, value) = self.judge(reply, Duration::ZERO);
        match attempt.outcome {
            Outcome::Valid => self.state.phase = Phase::Done,
            _ => self.state.turn.rung = self.policy.rung(0, &attempt, false),
        }
        self.state.given = Some(attempt);
        value
    }

    /// What is to be done next; the same until it is done.
    pub(crate) fn next(&mut self) -> Next {
        if self.state.phase == Phase::Send {
            if self.remaining().is_some_and(|left| left.is_zero()) {
                self.fail(ErrorKind::Deadline, "");
            } else if self.is_spent() {
                self.fail(ErrorKind::Budget, "");
            }
        }
        match &self.state.phase {
            Phase::Send => Next::Send {
                client: self.state.turn.client,
                request: self.request(),
            },
            Phase::Wait(wait) => Next::Wait(*wait),
            Phase::Done => Next::Done,
            Phase::Failed(_) => Next::Failed,
        }
    }

    /// Takes what a request came to; returns the value that is in it.
    pub(crate) fn receive<T: LlmExtract>(
        &mut self,
        result: Result<Reply, ClientError>,
        elapsed: Duration,
    ) -> Option<Parsed<T>> {
        if self.state.phase != Phase::Send {
            return None;
        }
        self.state.elapsed = self.state.elapsed.saturating_add(elapsed);
        match result {
            Ok(reply) => self.replied(reply, elapsed),
            Err(error) => {
                self.failed(error, elapsed);
                None
            }
        }
    }

    pub(crate) fn waited(&mut self, elapsed: Duration) {
        if let Phase::Wait(wait) = self.state.phase {
            self.state.elapsed = self.state.elapsed.saturating_add(elapsed);
            self.state.phase = match wait.saturating_sub(elapsed) {
                Duration::ZERO => Phase::Send,
                rest => Phase::Wait(rest),
            };
        }
    }

    pub(crate) fn remaining(&self) -> Option<Duration> {
        let deadline = self.policy.deadline?;
        Some(deadline.saturating_sub(self.state.elapsed))
    }

    pub(crate) fn attempts(&self) -> &[Attempt] {
        &self.state.ledger
    }

    pub(crate) fn state(&self) -> &SessionState {
        &self.state
    }

    /// Reads the accepted reply once more, after a session was resumed.
    pub(crate) fn read_again<T: LlmExtract>(&self) -> Option<Parsed<T>> {
        let accepted = self.state.ledger.last().or(self.state.given.as_ref())?;
        self.verdict(accepted.reply.as_ref()?).value
    }

    pub(crate) fn extraction<T>(&self, value: Parsed<T>) -> Extraction<T> {
        Extraction::new(value, self.state.ledger.clone())
    }

    pub(crate) fn into_extraction<T>(self, value: Parsed<T>) -> Extraction<T> {
        Extraction::new(value, self.state.ledger)
    }

    pub(crate) fn error(&mut self) -> Error {
        let failure = match &self.state.phase {
            Phase::Failed(failure) => failure.clone(),
            _ => Failure::new(ErrorKind::Invalid, ""),
        };
        let source = self.cause(failure.kind);
        Error::new(failure, self.state.ledger.clone(), source)
    }

    /// What lies under a failure of this kind.
    fn cause(&mut self, kind: ErrorKind) -> Option<Source> {
        let last = self.state.ledger.last()?;
        match (kind, last.outcome) {
            (ErrorKind::Client | ErrorKind::RateLimit, Outcome::NoReply(kind)) => {
                let stored = || ClientError::new(kind, last.error.clone().unwrap_or_default());
                Some(self.source.take().unwrap_or_else(stored).into())
            }
            (ErrorKind::Client | ErrorKind::RateLimit, _) => None,
            _ => {
                let violations = Violations::check(self.last()?.violations.clone());
                violations.err().map(Into::into)
            }
        }
    }
}

/// How the session moves.
impl Machine {
    fn replied<T: LlmExtract>(&mut self, reply: Reply, elapsed: Duration) -> Option<Parsed<T>> {
        let (attempt, value) = self.judge(reply, elapsed);
        self.state.turn.faults = 0;
        self.state.turn.answers += 1;
        self.state.ledger.push(attempt);
        if value.is_some() {
            self.state.phase = Phase::Done;
        } else {
            self.refused_answer();
        }
        value
    }

    /// Decides what follows an answer that holds no value.
    fn refused_answer(&mut self) {
        let Some(last) = self.last() else { return };
        let outcome = last.outcome;
        let reply = last.reply.as_ref();
        let cut = outcome == Outcome::CutOff && reply.is_some_and(|reply| is_cut(&reply.finish));
        self.state.turn.cuts += u32::from(cut);
        match outcome {
            Outcome::TypeFault => self.fail(ErrorKind::TypeFault, ""),
            Outcome::Refused => {
                let detail = self
                    .last_reply()
                    .and_then(refusal)
                    .unwrap_or_default()
                    .to_owned();
                self.give_up(ErrorKind::Refused, &detail);
            }
            // The same limit cuts the same answer again: one shorter answer is asked for, no more.
            _ if self.state.turn.cuts > 1 => {
                self.give_up(
                    ErrorKind::CutOff,
                    "a shorter answer was cut off too; raise `max_tokens`",
                );
            }
            _ if self.state.turn.answers >= self.policy.max_attempts => {
                self.give_up(ErrorKind::of(outcome), "");
            }
            _ => self.climb(),
        }
    }

    /// Chooses the strategy of the next request.
    fn climb(&mut self) {
        let Some(last) = self.last() else { return };
        let next = match last.strategy {
            Some(_) => self.state.turn.rung + 1,
            None => 0,
        };
        self.state.turn.rung = self.policy.rung(next, last, self.repeats() > 0);
    }

    /// Decides what follows a request that brought no reply.
    fn failed(&mut self, error: ClientError, elapsed: Duration) {
        let kind = error.kind();
        self.state.ledger.push(Attempt {
            reply: None,
            outcome: Outcome::NoReply(kind),
            violations: Vec::new(),
            fixes: Vec::new(),
            strategy: self.strategy(),
            error: Some(error.to_string()),
            elapsed,
            client: self.peer().name.clone(),
        });
        let (detail, retry_after) = (error.to_string(), error.retry_after());
        self.source = Some(error);
        match kind {
            _ if self.remaining().is_some_and(|left| left.is_zero()) => {
                self.fail(ErrorKind::Deadline, "");
            }
            ClientErrorKind::Unsupported if self.state.turn.mode + 1 < self.modes().len() => {
                self.state.turn.mode += 1;
            }
            ClientErrorKind::Transient => self.back_off(ErrorKind::Client, &detail, retry_after),
            ClientErrorKind::RateLimit => self.back_off(ErrorKind::RateLimit, &detail, retry_after),
            _ => self.give_up(ErrorKind::Client, &detail),
        }
    }

    /// Waits before the same request is sent again, unless that is of no use.
    fn back_off(&mut self, kind: ErrorKind, detail: &str, retry_after: Option<Duration>) {
        let backoff = self.policy.backoff;
        self.state.turn.faults += 1;
        let faults = self.state.turn.faults;
        let wait = retry_after
            .filter(|wait| !wait.is_zero())
            .unwrap_or_else(|| backoff.wait(faults, &mut self.state.seed));
        if faults >= backoff.tries || wait > backoff.cap {
            self.give_up(kind, detail);
        } else if self.remaining().is_some_and(|left| wait >= left) {
            self.give_up(ErrorKind::Deadline, "");
        } else {
            self.state.phase = Phase::Wait(wait);
        }
    }

    /// Turns to the next client, or ends.
    fn give_up(&mut self, kind: ErrorKind, detail: &str) {
        let client = self.state.turn.client + 1;
        if client >= self.state.clients.len() {
            return self.fail(kind, detail);
        }
        self.state.turn = Turn {
            client,
            since: self.state.ledger.len(),
            ..Turn::default()
        };
    }

    fn fail(&mut self, kind: ErrorKind, detail: &str) {
        let line: Vec<_> = detail.split_whitespace().collect();
        let detail = clamp(&line.join(" "), 300);
        self.state.phase = Phase::Failed(Failure { kind, detail });
    }
}

/// What the session knows of itself.
impl Machine {
    fn judge<T: LlmExtract>(
        &self,
        reply: Reply,
        elapsed: Duration,
    ) -> (Attempt, Option<Parsed<T>>) {
        let verdict = self.verdict(&reply);
        let attempt = Attempt {
            reply: Some(reply),
            outcome: verdict.outcome,
            violations: verdict.violations,
            fixes: verdict.fixes,
            strategy: self.strategy(),
            error: None,
            elapsed,
            client: self.peer().name.clone(),
        };
        (attempt, verdict.value)
    }

    fn verdict<T: LlmExtract>(&self, reply: &Reply) -> Verdict<T> {
        Verdict::of(reply, &self.policy.reader, self.form())
    }

    fn request(&self) -> Request {
        let form = self.form();
        let first = form.first(&self.state.prompt, self.policy.system.as_deref());
        let messages = match (self.strategy(), self.last()) {
            (Some(strategy), Some(last)) => strategy.messages(Situation {
                form,
                first,
                last,
                repeats: self.repeats(),
            }),
            _ => first,
        };
        Request::new(RequestParts {
            mode: form.mode,
            name: self.facts.name.clone(),
            description: self.facts.description.clone(),
            schema: Arc::clone(&form.sent.schema),
            strict: form.sent.strict,
            parameters: self.parameters(),
            ..RequestParts::new(messages)
        })
    }

    fn form(&self) -> Form<'_> {
        let lift = self.policy.reader.leniency == Leniency::Coerce;
        Form::new(&self.facts, self.mode(), &self.peer().capabilities, lift)
    }

    /// The user's parameters, but for what made the last answer fail.
    fn parameters(&self) -> Parameters {
        let mut parameters = self.policy.parameters.clone();
        let cuts = self.state.turn.cuts;
        parameters.max_tokens = parameters
            .max_tokens
            .map(|n| n.saturating_mul(1 << cuts.min(4)));
        // A model that is always sampled at its likeliest gives the same answer to almost the same prompt.
        let repeats = self.repeats();
        if repeats > 0 {
            let least = if repeats == 1 { 0.5 } else { 0.8 };
            parameters.temperature = parameters.temperature.map(|t| t.max(least));
            parameters.seed = parameters
                .seed
                .map(|seed| seed.wrapping_add(repeats as u64));
        }
        parameters
    }

    /// The strategy of the next request; `None` for a client's first.
    fn strategy(&self) -> Option<Strategy> {
        self.last()?;
        self.policy.ladder.get(self.state.turn.rung).copied()
    }

    fn mode(&self) -> Mode {
        let modes = self.modes();
        modes
            .get(self.state.turn.mode)
            .copied()
            .unwrap_or(Mode::Prompt)
    }

    /// The modes to try with this client, in order.
    fn modes(&self) -> Vec<Mode> {
        let able = &self.peer().capabilities.modes;
        let mut modes = Vec::with_capacity(able.len() + 2);
        for mode in [self.policy.mode].iter().chain(able).chain(&[Mode::Prompt]) {
            if *mode != Mode::Auto && !modes.contains(mode) {
                modes.push(*mode);
            }
        }
        modes
    }

    fn peer(&self) -> &Peer {
        &self.state.clients[self.state.turn.client]
    }

    /// The last answer of this client, or the one that the session began with.
    fn last(&self) -> Option<&Attempt> {
        self.answers().next()
    }

    fn last_reply(&self) -> Option<&Reply> {
        self.last()?.reply.as_ref()
    }

    /// The answers that this client is to improve on, the last one first.
    fn answers(&self) -> impl Iterator<Item = &Attempt> {
        let given = self
            .state
            .given
            .as_ref()
            .filter(|_| self.state.turn.client == 0);
        let ledger = self
            .state
            .ledger
            .get(self.state.turn.since..)
            .unwrap_or_default();
        ledger
            .iter()
            .rev()
            .filter(|attempt| attempt.reply.is_some())
            .chain(given)
    }

    /// How many times in a row the last answer had been given before.
    fn repeats(&self) -> usize {
        let mut answers = self.answers().filter_map(|attempt| attempt.reply.as_ref());
        match answers.next() {
            Some(last) => answers.take_while(|reply| is_same(reply, last)).count(),
            None => 0,
        }
    }

    fn is_spent(&self) -> bool {
        let spent = || {
            self.state
                .ledger
                .iter()
                .map(|attempt| attempt.usage().total_tokens())
                .sum::<u64>()
        };
        self.policy
            .token_budget
            .is_some_and(|budget| !self.state.ledger.is_empty() && spent() >= budget)
    }
}

/// Whether two replies say the same; the ids of calls and the usage are no part of it.
fn is_same(a: &Reply, b: &Reply) -> bool {
    let calls = |reply: &Reply| {
        reply
            .tool_calls
            .iter()
            .map(|call| call.arguments.clone())
            .collect::<Vec<_>>()
    };
    a.content == b.content && calls(a) == calls(b)
}
