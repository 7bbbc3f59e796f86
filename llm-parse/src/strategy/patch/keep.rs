//! Guards the keys of a set of values where the whole of it was asked for.

use std::sync::Arc;

use super::change::{Update, kept};
use super::reply::refusal;
use crate::facts::Facts;
use crate::patch::Pointer;
use crate::patch::document::Document;
use crate::plan::{Merged, Part};
use crate::read::{ParseError, Reader};

/// The keys that an answer must have.
pub(crate) struct Keep {
    kept: Vec<String>,
    document: String,
    facts: Arc<Facts>,
}

impl Keep {
    pub(crate) fn new(update: Update<'_>, facts: Arc<Facts>) -> Keep {
        Keep {
            kept: kept(&update),
            document: update.document.to_owned(),
            facts,
        }
    }
}

impl Part for Keep {
    fn merge(&self, reply: &str, reader: &Reader) -> Result<Merged, ParseError> {
        let read = reader.parse_text(self.facts.wanted(), reply)?;
        let document = Document::read_any(&read.value);
        let lost = self.kept.iter().filter(|key| {
            !document
                .as_ref()
                .is_some_and(|document| document.has_key(key))
        });
        let faults: Vec<_> = lost
            .map(|key| refusal(&format!("`{}` may not be taken away", Pointer::new([key]))))
            .collect();
        if faults.is_empty() {
            return Ok(Merged {
                document: read.value,
                fixes: read.fixes,
                open: Vec::new(),
            });
        }
        Err(ParseError {
            partial: Some(self.document.clone()),
            ..ParseError::new(faults)
        })
    }
}
