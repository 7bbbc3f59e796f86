//! Objects in which nothing is said of the type: none of their keys is declared, and none has to be there.
//!
//! # Design
//!
//! serde reads such an object as a value with nothing in it. `{}` says so, and one with keys that the type does not know may;
//! one that says why there is no value does not, nor one that holds an empty list where an object belongs.

use super::object::Entry;
use super::{Aligner, fold, is_outer_key, words};
use crate::rules::quote;
use crate::shape::Struct;
use crate::tree::NodeKind;
use crate::violation::{Code, Violation};

/// Keys under which a model or a server says why there is no value.
const REASONS: [&str; 8] = [
    "error",
    "errors",
    "errormessage",
    "exception",
    "message",
    "detail",
    "details",
    "reason",
];

impl Aligner<'_, '_, '_> {
    /// Whether an object of these entries, none of which is declared, may be a value with nothing in it.
    pub(super) fn is_value(&mut self, kind: &Struct, entries: &[Entry]) -> bool {
        let Some(&(key, value)) = entries
            .iter()
            .find(|entry| self.is_none(**entry, entries.len()))
        else {
            return true;
        };
        let wanted = words::object(kind);
        let (name, told) = (
            quote(self.tree().text(key)),
            words::found(self.tree(), value),
        );
        let found = format!("no key of it but {name}: {told}");
        let span = self.tree().span(key).start..self.tree().span(value).end;
        let message = format!("expected {wanted}, found {found}");
        let violation =
            Violation::new(self.here(), Code::Type, wanted, found).with_message(message);
        self.report_hard(violation.with_span(Some(span)));
        self.lose()
    }

    /// Whether an entry says why there is no value, or stands alone and holds no object.
    fn is_none(&self, (key, value): Entry, count: usize) -> bool {
        let tree = self.tree();
        let (name, empty) = (tree.text(key), tree.len(value) == 0);
        match tree.kind(value) {
            NodeKind::String => {
                !says_no(tree.text(value)) && REASONS.contains(&fold(name).as_str())
            }
            NodeKind::List if count == 1 && empty => is_outer_key(name),
            NodeKind::List | NodeKind::Object => !empty && REASONS.contains(&fold(name).as_str()),
            _ => false,
        }
    }
}

/// Whether what stands under such a key says that there is no reason: `{"error": "none"}`.
fn says_no(text: &str) -> bool {
    const WORDS: [&str; 5] = ["", "none", "null", "na", "no"];
    WORDS.contains(&fold(text).as_str())
}
