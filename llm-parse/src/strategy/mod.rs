//! How the next request is made of the attempt that failed.

mod reask;
mod strict_format;

use serde::{Deserialize, Serialize};

use crate::attempt::Attempt;
use crate::prompt::Message;
use crate::request::Form;

/// How the next request is made of the attempt that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Strategy {
    /// Shows the model its answer and what is wrong with it, in the conversation.
    Reask,
    /// Asks afresh: the prompt, what was wrong, the head of the refused answer as a quotation, and an example.
    StrictFormat,
}

/// What a strategy makes a request of.
pub(crate) struct Situation<'a> {
    pub(crate) form: Form<'a>,
    /// The conversation of the first request.
    pub(crate) first: Vec<Message>,
    /// The attempt that failed; it has a reply.
    pub(crate) last: &'a Attempt,
    /// How many times in a row its answer was given before.
    pub(crate) repeats: usize,
}

impl Strategy {
    /// The conversation of the next request.
    pub(crate) fn messages(self, situation: Situation<'_>) -> Vec<Message> {
        match self {
            Strategy::Reask => reask::messages(situation),
            Strategy::StrictFormat => strict_format::messages(situation),
        }
    }
}

/// Says that the answer is not to be repeated, where it was.
fn repetition(repeats: usize) -> String {
    match repeats {
        0 => String::new(),
        n => format!(
            "This same answer was given {} times. Give another one.\n",
            n + 1
        ),
    }
}
