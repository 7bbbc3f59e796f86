//! A request as a strategy makes it, and what becomes of its reply.

use std::sync::Arc;

use crate::facts::Facts;
use crate::fix::Fix;
use crate::prompt::Message;
use crate::read::{ParseError, Parsed, Reader};
use crate::tools::Kept;
use crate::violation::{Code, Violation};

/// What is asked next, and for what.
pub(crate) struct Plan {
    pub(crate) messages: Vec<Message>,
    /// The facts of what is asked for.
    pub(crate) facts: Arc<Facts>,
    /// How the reply becomes the whole value, where it is only a part of it.
    pub(crate) part: Option<Box<dyn Part>>,
    /// The calls that were right, where others are made again.
    pub(crate) kept: Option<Kept>,
}

impl Plan {
    /// How much is sent, about; the schema counts where the mode sends it.
    pub(crate) fn bytes(&self, with_schema: bool) -> usize {
        let texts = self.messages.iter().map(|message| message.text().len());
        let schema = || self.facts.document().to_string().len();
        texts.sum::<usize>() + if with_schema { schema() } else { 0 }
    }

    /// Asks for the whole value.
    pub(crate) fn whole(messages: Vec<Message>, facts: &Arc<Facts>) -> Plan {
        Plan {
            messages,
            facts: Arc::clone(facts),
            part: None,
            kept: None,
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
    /// What is still wrong though it is no longer to be seen in the value: with any, the value is not valid.
    pub(crate) open: Vec<Violation>,
}

impl Merged {
    /// A value in which nothing is wrong that is not to be seen.
    pub(crate) fn new(document: String, fixes: Vec<Fix>) -> Merged {
        Merged {
            document,
            fixes,
            open: Vec::new(),
        }
    }

    /// What is wrong with the value, given what its reading says.
    pub(crate) fn refused(
        open: Vec<Violation>,
        document: &str,
        read: Option<ParseError>,
    ) -> ParseError {
        let mut error = read.unwrap_or_else(|| ParseError::new(Vec::new()));
        error.partial.get_or_insert_with(|| document.to_owned());
        error.violations.iter_mut().for_each(Violation::forget_span);
        for violation in open {
            let is_known = |known: &Violation| {
                let outer = violation.path().segments();
                known.path().segments().starts_with(outer)
            };
            // What is wrong with the reply is known of no place in the value.
            let of_reply = violation.code() == Code::Patch;
            if of_reply || !error.violations.iter().any(is_known) {
                error.violations.push(violation);
            }
        }
        error
    }
}

impl From<Parsed<String>> for Merged {
    fn from(read: Parsed<String>) -> Merged {
        Merged::new(read.value, read.fixes)
    }
}
