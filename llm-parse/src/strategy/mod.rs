//! How the next request is made of the attempt that failed.

mod continuation;
mod custom;
mod focus;
mod json_strict;
pub(crate) mod patch;
mod reask;
mod simplified;
mod strict_format;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::attempt::{Attempt, Outcome};
use crate::client::Capabilities;
use crate::facts::Facts;
use crate::feedback::feedback;
use crate::plan::Plan;
use crate::prompt::{Message, Prompt, Role};
use crate::read::{Leniency, Reader};
use crate::request::Form;

pub(crate) use custom::Registry;
pub use custom::StrategyName;

/// How the next request is made of the attempt that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Strategy {
    /// Asks for a patch of what the last answer holds, and puts it in: parts that were right cannot change.
    ///
    /// A list or a map that is too long may only lose items, one that is too short only gain some, and of equal items one
    /// stays. A check of a whole object opens the fields that its message names in backticks, and all of it where it names
    /// none. An operation that undoes another one of the same patch (1,000 at the most) is refused; a whole document instead of a
    /// patch is taken where it changes only what may change. The model is told each refusal with number, path and reason.
    ///
    /// In an update each patch is one of the value as it was, whatever answer came before, and may change anything in it.
    Patch,
    /// Shows the model its answer and what is wrong with it, in the conversation.
    Reask,
    /// Asks afresh: the prompt, what was wrong, the head of the refused answer as a quotation, and an example.
    StrictFormat,
    /// Asks afresh for JSON and nothing else: the prompt, an example, and what was wrong.
    JsonStrict,
    /// Asks only for the values that are wrong, with what was wrong with each; what was right is kept.
    Focus,
    /// After an answer that was cut off: keeps what is complete, and asks for the rest.
    Continue,
    /// Asks with as few words as it can: the last message of the prompt, the outline, an example, and what is wanted where
    /// the last answer was wrong.
    Simplified,
    /// Asks no more: the run ends there, and the error has the best that could be had.
    GracefulFail,
    /// A strategy of your own, registered by this name with [`Policy::custom`](crate::Policy::custom).
    Custom(StrategyName),
}

impl Strategy {
    /// The strategy of your own that is registered by this name.
    pub fn custom(name: &str) -> Strategy {
        Strategy::Custom(StrategyName::new(name))
    }

    /// The next request; `None` where this strategy can make none.
    pub(crate) fn plan(self, situation: &Situation<'_>, registry: &Registry) -> Option<Plan> {
        let takes_text = matches!(
            self,
            Strategy::Reask | Strategy::StrictFormat | Strategy::Custom(_)
        );
        if situation.facts.is_text() && !takes_text {
            return None;
        }
        let messages = match self {
            Strategy::Patch => return patch::plan(situation),
            Strategy::Focus => return focus::plan(situation),
            Strategy::Continue => return continuation::plan(situation),
            Strategy::Reask => return Some(reask::plan(situation)),
            Strategy::StrictFormat => strict_format::messages(situation),
            Strategy::JsonStrict => json_strict::messages(situation),
            Strategy::Simplified => simplified::messages(situation),
            Strategy::Custom(name) => registry.messages(name, situation)?,
            Strategy::GracefulFail => return None,
        };
        Some(Plan::whole(messages, situation.facts))
    }

    /// Whether another strategy is better, though this one could make a request.
    ///
    /// A conversation that shows the failed answer is of no use where there is none to show, or only the head of one,
    /// and where the model gave the same answer again in spite of it.
    pub(crate) fn is_useless(self, last: &Attempt, repeats: usize) -> bool {
        match self {
            Strategy::Reask => {
                matches!(last.outcome(), Outcome::CutOff | Outcome::Empty)
                    || (repeats > 0 && last.strategy() == Some(Strategy::Reask))
            }
            Strategy::Patch => repeats > 0 && last.strategy() == Some(Strategy::Patch),
            _ => false,
        }
    }
}

/// What a strategy makes a request of.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The facts of the whole value, whatever was asked for last.
    pub(crate) facts: &'a Arc<Facts>,
    /// How the whole value is asked for.
    pub(crate) form: Form<'a>,
    pub(crate) prompt: &'a Prompt,
    pub(crate) system: Option<&'a str>,
    /// The attempt that failed; it has a reply.
    pub(crate) last: &'a Attempt,
    /// What the client can do, and how its answers are read.
    pub(crate) capabilities: &'a Capabilities,
    pub(crate) reader: &'a Reader,
    /// How many times in a row its answer was given before.
    pub(crate) repeats: usize,
    /// How many answers in a row before it had the very same faults.
    pub(crate) persists: usize,
    /// The value that is to be changed, where one is.
    pub(crate) update: Option<patch::Update<'a>>,
}

impl<'a> Situation<'a> {
    /// How something else than the whole value is asked for.
    pub(crate) fn form_of<'f>(&self, facts: &'f Facts) -> Form<'f>
    where
        'a: 'f,
    {
        let lift = self.reader.leniency == Leniency::Coerce;
        Form::new(facts, self.form.mode, self.capabilities, lift)
    }

    /// The conversation of the first request: the instructions with the outline, then the prompt.
    pub fn first(&self) -> Vec<Message> {
        self.form.first(self.prompt, self.system)
    }

    /// What was asked, without any instructions.
    pub fn prompt(&self) -> &Prompt {
        self.prompt
    }

    /// The attempt that failed; it has a reply.
    pub fn attempt(&self) -> &Attempt {
        self.last
    }

    /// How many times in a row its answer had been given before.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// What is wrong with it, as the model is told.
    pub fn feedback(&self) -> String {
        feedback(self.last)
    }

    /// Says that the answer, or what was wrong with it, is not to be repeated, where it was.
    pub(crate) fn repetition(&self) -> String {
        match (self.repeats, self.persists) {
            (0, 0) => String::new(),
            (0, n) => format!("The last {} answers had these same faults.\n", n + 1),
            (n, _) => format!(
                "This same answer was given {} times. Give another one.\n",
                n + 1
            ),
        }
    }

    /// The type as text for a prompt.
    pub fn outline(&self) -> &str {
        &self.facts.outline
    }

    /// An example of an answer, as JSON.
    pub fn example(&self) -> String {
        self.form.example()
    }

    /// The same, for a model that has not just copied what it was shown.
    fn fresh_example(&self) -> Option<String> {
        Some(self.example()).filter(|example| !self.last.is_copy() && !example.is_empty())
    }
}

/// Adds a text to the user's turn, since many chat templates refuse two of them in a row.
pub(crate) fn add_to_turn(messages: &mut Vec<Message>, text: &str) {
    match messages.last_mut().filter(|last| last.role() == Role::User) {
        Some(question) => question.add_text(text),
        None => messages.push(Message::user(text)),
    }
}

/// The parts that are there, each on lines of its own.
fn joined(parts: impl IntoIterator<Item = String>) -> String {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}
