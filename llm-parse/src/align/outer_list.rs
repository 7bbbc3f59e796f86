//! Lists that stand under a key of their own.

use std::collections::HashSet;

use super::object::Entry;
use super::outer::Found;
use super::{Aligner, Step, fold};
use crate::fix::FixKind;
use crate::rules::quote;
use crate::shape::View;
use crate::tree::{NodeId, NodeKind, Tree};

/// Keys that say how long the list beside them is.
const COUNTS: [&str; 6] = ["count", "total", "totalcount", "length", "size", "number"];

/// The entry of an object that holds its only list, where all others say how long that is.
pub(crate) fn counted_list(tree: &Tree<'_>, object: NodeId) -> Option<(NodeId, NodeId)> {
    const MOST: usize = 3;
    if !(2..=MOST).contains(&tree.len(object)) {
        return None;
    }
    let is_list = |(_, value): &Entry| tree.kind(*value) == NodeKind::List;
    let list = tree.entries(object).find(is_list)?;
    let len = tree.len(list.1).to_string();
    let counts = |(key, value): &Entry| {
        let known = COUNTS.contains(&fold(tree.text(*key)).as_str());
        known && tree.kind(*value) == NodeKind::Number && tree.text(*value) == len
    };
    let mut others = tree.entries(object).filter(|entry| *entry != list);
    others.all(|entry| counts(&entry)).then_some(list)
}

impl<'s> Aligner<'_, '_, 's> {
    /// Whether an object stands in the place of a list and is no item of it either. One that holds the list under a key of
    /// its own becomes that list, also as the only item of another one.
    pub(super) fn is_no_item(&mut self, node: NodeId, item: View<'s>) -> bool {
        let alone = self.tree().kind(node) == NodeKind::List
            && self.tree().len(node) == 1
            && !self.has_gap(node);
        let object = if alone { self.tree().first(node) } else { node };
        if !self.coerce || self.tree().kind(object) != NodeKind::Object {
            return false;
        }
        let Some(names) = self.item_names(item) else {
            return false;
        };
        if self.has_any(object, &names) {
            return false;
        }
        let Some(Found { keys, inner }) = self.inside_list(object, &names) else {
            return !alone;
        };
        let empty = self.tree().len(inner) == 0;
        let opens = if alone && !empty {
            // A key may be the name of the item.
            self.inside(Step::Index(0), |a| a.may_open(&keys, item, ""))
        } else {
            self.may_open(&keys, item, "")
        };
        if self.tree().kind(inner) == NodeKind::List && opens {
            self.took_out(keys[0]);
            self.ignore_beside(object, keys[0]);
            self.put(node, inner);
        }
        false
    }

    /// What an object holds under a key of its own, beside which stands no more than how much it is.
    fn inside_list(&self, object: NodeId, names: &HashSet<String>) -> Option<Found> {
        let tree = self.tree();
        let only = tree
            .entries(object)
            .next()
            .filter(|_| tree.len(object) == 1);
        let entry = only.or_else(|| counted_list(tree, object))?;
        self.find(entry, names).or_else(|| self.empty_list(entry))
    }

    fn ignore_beside(&mut self, object: NodeId, list: NodeId) {
        let counts: Vec<NodeId> = self.tree().entries(object).map(|(key, _)| key).collect();
        for key in counts.into_iter().filter(|key| *key != list) {
            let detail = format!(
                "ignored the key {} beside the list",
                quote(self.tree().text(key))
            );
            self.fix(FixKind::UnknownKey, key, detail);
        }
    }

    fn empty_list(&self, (key, value): Entry) -> Option<Found> {
        let tree = self.tree();
        (tree.kind(value) == NodeKind::List && tree.len(value) == 0).then(|| Found {
            keys: vec![key],
            inner: value,
        })
    }
}
