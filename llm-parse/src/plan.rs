//! A request as a strategy makes it, and what becomes of its reply.

use std::sync::Arc;

use crate::facts::Facts;
use crate::fix::Fix;
use crate::prompt::Message;
use crate::read::{ParseError, Reader};

/// What is asked next, and for what.
pub(crate) struct Plan {
    pub(crate) messages: Vec<Message>,
    /// The facts of what is asked for.
    pub(crate) facts: Arc<Facts>,
    /// How the reply becomes the whole value, where it is only a part of it.
    pub(crate) part: Option<Box<dyn Part>>,
}

impl Plan {
    /// Asks for the whole value.
    pub(crate) fn whole(messages: Vec<Message>, facts: &Arc<Facts>) -> Plan {
        Plan {
            messages,
            facts: Arc::clone(facts),
            part: None,
        }
    }
}

/// A reply that is no value of its own but changes or completes one that is there.
pub(crate) trait Part: Send + Sync {
    /// The whole value, as JSON text, with what the reply says.
    ///
    /// An error's violations and partial value are those of the attempt: they tell what is wrong with the reply, and
    /// what of the value is there all the same.
    fn merge(&self, reply: &str, reader: &Reader) -> Result<Merged, ParseError>;

    /// The last word on a merged value that is not valid.
    fn settle(&self, error: ParseError) -> ParseError {
        error
    }
}

/// A value that a reply was put into.
pub(crate) struct Merged {
    pub(crate) document: String,
    pub(crate) fixes: Vec<Fix>,
}
