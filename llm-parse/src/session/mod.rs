//! The retry engine without any input or output: it says what to send, and is told what came back.

mod text;
mod value;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::LlmExtract;
use crate::attempt::{Attempt, Extraction};
use crate::checks::CheckContext;
use crate::client::{Capabilities, ClientError, Mode, Reply, Request};
use crate::driver::{ByAnswer, Reading};
use crate::error::Error;
use crate::facts::Facts;
use crate::judgement::Judgement;
pub use crate::machine::SessionState;
use crate::machine::{Machine, Next};
use crate::optional::Answer;
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::read::Parsed;
use crate::violation::Violations;

/// One extraction, without any input or output.
///
/// A session owns neither clock nor client, so it runs under any runtime, or under none: ask for the
/// [`next`](Session::next) step, do it, say what came of it. [`Extractor`](crate::Extractor) does so for you.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use llm_parse::{Capabilities, LlmExtract, Policy, Reply, Session, Step};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     age: u8,
/// }
///
/// let mut session = Session::<Person>::new("Ada is 36", Policy::new(), &[Capabilities::default()]);
/// let Step::Send { client, request } = session.next() else { panic!() };
/// assert_eq!(client, 0);
/// assert!(request.messages()[0].text().contains("JSON"));
///
/// session.receive(Ok(Reply::text(r#"{"name": "Ada", "age": 36}"#)), Duration::from_millis(300));
/// let Step::Done(extraction) = session.next() else { panic!() };
/// assert_eq!(extraction.value.age, 36);
/// ```
pub struct Session<T> {
    machine: Machine,
    /// The value, from the reply that held it to the next step.
    value: Option<Parsed<T>>,
    read: fn(&Machine, &Reply) -> Judgement<T>,
    read_again: fn(&Machine) -> Option<Parsed<T>>,
}

/// What is to be done next.
#[derive(Debug)]
#[non_exhaustive]
pub enum Step<T> {
    /// Send the request to the client of this index, and tell [`Session::receive`] what came back.
    Send {
        /// Which of the clients that the session was made with.
        client: usize,
        /// The request.
        request: Request,
    },
    /// Wait so long, and tell [`Session::waited`].
    Wait(Duration),
    /// The value is there.
    Done(Extraction<T>),
    /// There will be no value.
    Failed(Error),
}

impl<T: LlmExtract> Session<T> {
    /// Starts an extraction. The first client is asked first, the others in turn where those before them failed.
    pub fn new(prompt: impl Into<Prompt>, policy: Policy, clients: &[Capabilities]) -> Self {
        Session::of(Machine::new(
            Facts::of::<T>(),
            prompt.into(),
            policy,
            clients,
        ))
    }

    /// Starts from a reply that failed elsewhere; nothing is sent where it can be read after all.
    pub fn repair(
        prompt: impl Into<Prompt>,
        bad_reply: impl Into<Reply>,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Self {
        let mut session = Session::new(prompt, policy, clients);
        session.value = session.machine.given(bad_reply.into(), Machine::judge);
        session
    }

    /// Changes a value by what a text says, as [`Extractor::update`](crate::Extractor::update) does.
    pub fn update(
        current: &T,
        prompt: impl Into<Prompt>,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Self
    where
        T: Serialize,
    {
        let mut session = Session::new(prompt, policy, clients);
        session.machine.update(current, false);
        session
    }

    /// Goes on from a stored state. The policy is not part of it and is given again, as are strategies and checks of your
    /// own, which are functions.
    ///
    /// A state of another type, or of a type whose shape is no longer the same, fails in [`next`](Session::next) as
    /// [`ErrorKind::Settings`](crate::ErrorKind::Settings), and the error names both. What a type says in words may change.
    pub fn resume(state: SessionState, policy: Policy) -> Self {
        Session::of(Machine::resume(Facts::of::<T>(), state, policy))
    }

    fn of(machine: Machine) -> Self {
        Session {
            machine,
            value: None,
            read: Machine::judge,
            read_again: Machine::read_again,
        }
    }
}

impl<T: LlmExtract> Session<Answer<T>> {
    /// Starts an extraction in which the model may answer with text instead, as
    /// [`Extractor::run_optional`](crate::Extractor::run_optional) does.
    pub fn optional(prompt: impl Into<Prompt>, policy: Policy, clients: &[Capabilities]) -> Self {
        let facts = Facts::optional::<T>();
        Session::of_answer(Machine::new(facts, prompt.into(), policy, clients))
    }

    /// Goes on from the stored state of such a run.
    pub fn resume_optional(state: SessionState, policy: Policy) -> Self {
        Session::of_answer(Machine::resume(Facts::optional::<T>(), state, policy))
    }

    fn of_answer(machine: Machine) -> Self {
        Session {
            machine,
            value: None,
            read: Machine::judge_answer,
            read_again: |machine| ByAnswer.read_again(machine),
        }
    }
}

impl<T> Session<T> {
    /// Names the clients for the ledger, in their order.
    #[must_use]
    pub fn client_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.machine.name_clients(names.into_iter().map(Into::into));
        self
    }

    /// What is to be done next; the same until it is reported as done.
    #[expect(
        clippy::should_implement_trait,
        reason = "a session never ends a loop by `None`"
    )]
    pub fn next(&mut self) -> Step<T> {
        match self.machine.next() {
            Next::Send { client, request } => Step::Send { client, request },
            Next::Wait(wait) => Step::Wait(wait),
            Next::Failed => Step::Failed(self.machine.error()),
            Next::Done => match self.take_value() {
                Some(value) => Step::Done(self.machine.extraction(value)),
                None => Step::Failed(self.machine.error()),
            },
        }
    }

    /// Reports what a request came to, and how long it took. Ignored where no request was due.
    pub fn receive(&mut self, result: Result<Reply, ClientError>, elapsed: Duration) {
        self.value = self.machine.receive(result, elapsed, self.read);
    }

    fn take_value(&mut self) -> Option<Parsed<T>> {
        let value = self.value.take();
        value.or_else(|| (self.read_again)(&self.machine))
    }

    /// Takes back the value that the session is done with, for what a check of yours finds wrong in it: the model is
    /// asked again. Ignored where there is no value.
    ///
    /// A session that is stored before that is done when it is resumed, so that the check can be run then.
    pub fn reject(&mut self, violations: impl Into<Violations>) {
        if let Some(text) = self.taken() {
            self.machine.reject(&violations.into(), &text);
        }
    }

    /// Ends the session, since its value cannot be judged. Ignored where there is no value.
    pub fn abort(&mut self, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) {
        if let Some(text) = self.taken() {
            self.machine.give_up_check(Some(error.into()), &text);
        }
    }

    /// Adds what checks of the value spent: the requests that they made to models, and the time they took.
    pub fn record(&mut self, requests: Vec<Attempt>, elapsed: Duration) {
        self.machine.spent_on_checks(requests, elapsed);
    }

    /// The text of the value that the session is done with, which it then has no more.
    fn taken(&mut self) -> Option<String> {
        if !matches!(self.machine.next(), Next::Done) {
            return None;
        }
        self.take_value()?.text
    }

    /// Reports a wait; one that was too short leaves the rest.
    pub fn waited(&mut self, elapsed: Duration) {
        self.machine.waited(elapsed);
    }

    /// What a check of the value may know and spend, for a check that you run yourself; tell
    /// [`record`](Session::record) what it spent.
    pub fn check_context(&self) -> CheckContext<'_> {
        let machine = &self.machine;
        CheckContext::within(machine.prompt(), machine.remaining(), machine.allowance())
    }

    /// How much time is left before the deadline, where there is one. A request that takes longer is best given up and
    /// reported as a transient failure.
    pub fn remaining(&self) -> Option<Duration> {
        self.machine.remaining()
    }

    /// The modes that the client of this index turned out not to understand.
    pub fn lost_modes(&self, client: usize) -> &[Mode] {
        self.machine.lost_modes(client)
    }

    /// Asks the client of this index in none of these modes, such as those that an earlier session lost.
    #[must_use]
    pub fn without_modes(mut self, client: usize, modes: impl IntoIterator<Item = Mode>) -> Self {
        self.machine.lose_modes(client, modes);
        self
    }

    /// What was tried so far.
    pub fn attempts(&self) -> &[Attempt] {
        self.machine.attempts()
    }

    /// All that is needed to go on later, elsewhere, as plain data.
    pub fn state(&self) -> SessionState {
        self.machine.state().clone()
    }
}

impl<T: LlmExtract + Serialize> Session<BTreeMap<String, T>> {
    /// Changes a set of values by what a text says, as
    /// [`Extractor::update_all`](crate::Extractor::update_all) does.
    pub fn update_all(
        current: &BTreeMap<String, T>,
        prompt: impl Into<Prompt>,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Self {
        let mut session = Session::new(prompt, policy, clients);
        session.machine.update(current, true);
        session
    }
}

impl<T> fmt::Debug for Session<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("state", self.machine.state())
            .finish_non_exhaustive()
    }
}
