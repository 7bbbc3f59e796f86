//! Values that stand a level too deep: under a key that is not declared.
//!
//! # Design
//!
//! An undeclared key is ignored. Where every declared one may be absent, an object that holds its value under a key of its
//! own would so be a value with nothing in it, in silence. An object without any declared key is therefore looked into:
//! where an ignored value holds one, it is taken out of the only key round it, or refused. What is ignored is looked
//! through once, and no part of it is aligned then, so that the time stays in proportion to the text.

use std::collections::HashSet;

use super::object::Entry;
use super::{Aligner, Step, fold};
use crate::fix::FixKind;
use crate::rules::quote;
use crate::shape::{Struct, View};
use crate::tree::{NodeId, NodeKind};

/// Keys under which models put a value that was to stand alone.
const OUTER_KEYS: [&str; 14] = [
    "results",
    "arguments",
    "parameters",
    "result",
    "answer",
    "data",
    "value",
    "output",
    "response",
    "json",
    "items",
    "object",
    "final",
    "properties",
];

/// Keys of what is no answer, even where it stands alone.
const NO_VALUES: [&str; 10] = [
    "example", "examples", "default", "not", "input", "previous", "old", "schema", "template",
    "error",
];

/// Whether a key says that the value stands under it.
pub(crate) fn is_outer_key(key: &str) -> bool {
    OUTER_KEYS.contains(&key)
}

/// Whether a key says that what stands under it is no answer.
pub(crate) fn is_no_value(key: &str) -> bool {
    NO_VALUES.contains(&key)
}

/// The fields of a struct as they stand in an object.
#[derive(Clone, Copy)]
pub(super) struct Group<'s> {
    pub(super) object: NodeId,
    pub(super) kind: &'s Struct,
    pub(super) view: View<'s>,
    /// The variant or the flattened field that they are, where they stand beside others; else empty.
    pub(super) part: &'s str,
}

/// An undeclared key and those inside it, each alone in its object, down to what holds a declared key.
pub(super) struct Found {
    pub(super) keys: Vec<NodeId>,
    /// An object, a list of them, or a text that is JSON.
    pub(super) inner: NodeId,
}

impl<'s> Aligner<'_, '_, 's> {
    /// Aligns the fields of a struct, none of which was among the entries, with what stands inside one of those; whether the
    /// whole is sound. `sound` says so of the fields as they were, and `before` how many violations there were.
    pub(super) fn inward(
        &mut self,
        group: Group<'s>,
        rest: &mut Vec<Entry>,
        (sound, before): (bool, usize),
    ) -> bool {
        if !self.rules {
            return sound;
        }
        let names = self.names(group.view, group.kind);
        if let [entry] = rest[..]
            && let Some(found) = self.find(entry, &names)
            && self.may_open(&found.keys, group.view, group.part)
            && let Some(inner) = self.only_object(found.inner, &names)
            && (group.part.is_empty() || !self.shares_key(group.object, inner))
        {
            self.findings.violations.truncate(before);
            return self.open(group, entry, inner, rest);
        }
        let holds = |entry: &&Entry| self.holds(entry.1, &names);
        match rest.iter().find(holds).copied() {
            Some((key, _)) if sound => self.too_deep(group.kind, key),
            None if sound && group.part.is_empty() => self.is_value(group, rest),
            _ => sound,
        }
    }

    /// Aligns the fields of a struct with the entries of an object inside the one entry there is.
    fn open(
        &mut self,
        group: Group<'s>,
        (key, _): Entry,
        inner: NodeId,
        rest: &mut Vec<Entry>,
    ) -> bool {
        let entries = if group.part.is_empty() {
            self.took_out(key);
            self.put(group.object, inner);
            self.unwrap_call(group.object, group.kind, group.view);
            self.tree().entries(group.object).collect()
        } else {
            self.spread(group.object, key, inner)
        };
        rest.clear();
        self.fields(group.object, Some(&entries), rest, group.kind, group.view)
    }

    /// Follows what stands alone under a key down to the first thing that shows one of the names.
    pub(super) fn find(&self, (key, value): Entry, names: &HashSet<String>) -> Option<Found> {
        let tree = self.tree();
        let (mut keys, mut inner) = (vec![key], value);
        loop {
            let list = tree.kind(inner) == NodeKind::List;
            if self.shows(inner, names)
                || list && tree.items(inner).any(|one| self.shows(one, names))
            {
                return Some(Found { keys, inner });
            }
            inner = match tree.kind(inner) {
                NodeKind::Object | NodeKind::List if tree.len(inner) != 1 => return None,
                NodeKind::Object => {
                    keys.push(tree.first(inner));
                    tree.next(tree.first(inner))
                }
                NodeKind::List => tree.first(inner),
                _ => return None,
            };
        }
    }

    /// Whether what stands under these keys may be taken out of them. The key of a map or the name of an item would be lost
    /// with it.
    pub(super) fn may_open(&self, keys: &[NodeId], view: View<'_>, part: &str) -> bool {
        self.coerce
            && keys.iter().all(|key| {
                let key = self.tree().text(*key);
                let is = |name: &str| !name.is_empty() && fold(name) == fold(key);
                let known = is_outer_key(key) || is(&view.shape.name) || is(part);
                let says_nothing = match self.path.last() {
                    None | Some(Step::Name(_) | Step::Variant(_)) => true,
                    Some(Step::Entry(entry)) => is(self.tree().text(*entry)),
                    Some(Step::Index(_)) => false,
                };
                !is_no_value(key) && (known || says_nothing)
            })
    }

    /// The one object with such names that is meant, where one is.
    pub(super) fn only_object(&mut self, inner: NodeId, names: &HashSet<String>) -> Option<NodeId> {
        let tree = self.tree();
        let object = match tree.kind(inner) {
            NodeKind::List if tree.len(inner) != 1 || self.has_gap(inner) => return None,
            NodeKind::List => tree.first(inner),
            _ => inner,
        };
        let _ = self.parse_text(object, NodeKind::Object);
        self.has_any(object, names).then_some(object)
    }

    pub(super) fn took_out(&mut self, key: NodeId) {
        let detail = format!(
            "took the value out of the key {}",
            quote(self.tree().text(key))
        );
        self.fix(FixKind::OuterKey, key, detail);
    }
}
