//! Sessions for an answer in any format.

use super::Session;
use crate::client::{Capabilities, Reply};
use crate::facts::Facts;
use crate::judgement::Judgement;
use crate::machine::{Machine, SessionState};
use crate::policy::Policy;
use crate::prompt::Prompt;

impl Session<String> {
    /// Starts a run for an answer in any format. Its value is the whole text of a reply that is neither empty nor cut off:
    /// read it by whatever function you have, and [`reject`](Session::reject) it where that finds fault with it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use llm_parse::{Capabilities, Policy, Reply, Session, Step, Violation};
    ///
    /// let mut answers = ["forty-two", "42"].into_iter();
    /// let mut session = Session::text("6 * 7?", Policy::new(), &[Capabilities::default()]);
    /// let number: u8 = loop {
    ///     match session.next() {
    ///         Step::Send { .. } => {
    ///             let answer = answers.next().unwrap_or_default();
    ///             session.receive(Ok(Reply::text(answer)), Duration::ZERO);
    ///         }
    ///         Step::Done(extraction) => match extraction.value.parse() {
    ///             Ok(number) => break number,
    ///             Err(_) => session.reject(Violation::check("", "write digits alone")),
    ///         },
    ///         _ => panic!(),
    ///     }
    /// };
    /// assert_eq!(number, 42);
    /// ```
    pub fn text(prompt: impl Into<Prompt>, policy: Policy, clients: &[Capabilities]) -> Self {
        Session::of_text(Machine::new(
            Facts::of_text(),
            prompt.into(),
            policy,
            clients,
        ))
    }

    /// Goes on from the stored state of such a run.
    pub fn resume_text(state: SessionState, policy: Policy) -> Self {
        Session::of_text(Machine::resume(Facts::of_text(), state, policy))
    }

    fn of_text(machine: Machine) -> Self {
        let read = |_: &Machine, reply: &Reply| Judgement::of_text(reply, |text| Ok(text.into()));
        Session {
            machine,
            value: None,
            read,
            read_again: |machine| {
                let reply = machine.accepted()?.reply()?;
                Judgement::of_text(reply, |text| Ok(text.into())).value
            },
        }
    }
}
