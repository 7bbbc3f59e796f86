//! Objects in which nothing is said of the type: none of their keys is declared, and none has to be there.
//!
//! # Design
//!
//! serde reads such an object as a value with nothing in it. `{}` says so, and `{"error": null}`; one that says something under
//! keys of its own says something else, as an error of a server does, nor is one a value that holds an empty list where an
//! object belongs.

use super::object::Entry;
use super::outer::Group;
use super::{Aligner, fold, is_outer_key, words};
use crate::rules::quote;
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
    pub(super) fn is_value(&mut self, group: Group<'_>, entries: &[Entry]) -> bool {
        let kind = group.kind;
        // A JSON Schema allows any other key, as does a struct without fields.
        let open = group.view.is_runtime() || kind.fields.is_empty();
        let name = fold(&group.view.shape.name);
        let is_none = |entry: &&Entry| {
            self.is_none(**entry, entries.len(), open)
                || !open && entries.len() == 1 && self.is_empty_value(**entry, &name)
        };
        let Some(&(key, value)) = entries.iter().find(is_none) else {
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

    /// Whether an entry says something of its own, or is an empty list where an object belongs. Where other keys are `open`,
    /// only those for a reason say something.
    fn is_none(&self, (key, value): Entry, count: usize, open: bool) -> bool {
        let tree = self.tree();
        let (name, empty) = (tree.text(key), tree.len(value) == 0);
        let says = || !open || REASONS.contains(&fold(name).as_str());
        match tree.kind(value) {
            NodeKind::Null => false,
            NodeKind::String => !says_no(tree.text(value)) && says(),
            NodeKind::List if count == 1 && empty => is_outer_key(name),
            NodeKind::List | NodeKind::Object => !empty && says(),
            _ => !open,
        }
    }

    /// Whether there is no value under the name of the type: `{"person": null}`, `{"persons": []}`.
    fn is_empty_value(&self, (key, value): Entry, name: &str) -> bool {
        let (tree, key) = (self.tree(), fold(self.tree().text(key)));
        let own = !name.is_empty()
            && key
                .strip_prefix(name)
                .is_some_and(|rest| ["", "s"].contains(&rest));
        own && match tree.kind(value) {
            NodeKind::Null => true,
            NodeKind::List | NodeKind::Object => tree.len(value) == 0,
            _ => false,
        }
    }
}

/// Whether what stands under such a key says that there is no reason: `{"error": "none"}`.
fn says_no(text: &str) -> bool {
    const WORDS: [&str; 5] = ["", "none", "null", "na", "no"];
    WORDS.contains(&fold(text).as_str())
}
