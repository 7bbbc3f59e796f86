//! Sessions for a shape that is known only at run time.

use serde_json::Value;

use super::Session;
use crate::client::{Capabilities, Reply};
use crate::facts::Facts;
use crate::machine::{Machine, SessionState};
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::runtime::RuntimeShape;

impl Session<Value> {
    /// Starts an extraction of a value whose shape is known only at run time, as
    /// [`Extractor::run_value`](crate::Extractor::run_value) does.
    pub fn value(
        shape: &RuntimeShape,
        prompt: impl Into<Prompt>,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Self {
        let facts = Facts::of_shape(shape);
        Session::of_value(Machine::new(facts, prompt.into(), policy, clients))
    }

    /// Starts from a reply that failed elsewhere; nothing is sent where it can be read after all.
    pub fn repair_value(
        shape: &RuntimeShape,
        prompt: impl Into<Prompt>,
        bad_reply: impl Into<Reply>,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Self {
        let mut session = Session::value(shape, prompt, policy, clients);
        session.value = (session.machine).given(bad_reply.into(), Machine::judge_value);
        session
    }

    /// Changes such a value by what a text says, as [`Extractor::update_value`](crate::Extractor::update_value) does.
    pub fn update_value(
        shape: &RuntimeShape,
        current: &Value,
        prompt: impl Into<Prompt>,
        policy: Policy,
        clients: &[Capabilities],
    ) -> Self {
        let mut session = Session::value(shape, prompt, policy, clients);
        session.machine.update_value(current);
        session
    }

    /// Goes on from the stored state of such a run; a state of another document fails, as one of another type does.
    pub fn resume_value(shape: &RuntimeShape, state: SessionState, policy: Policy) -> Self {
        Session::of_value(Machine::resume(Facts::of_shape(shape), state, policy))
    }

    fn of_value(machine: Machine) -> Self {
        Session {
            machine,
            value: None,
            read: Machine::judge_value,
            read_again: Machine::read_value_again,
        }
    }
}
