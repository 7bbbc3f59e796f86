//! Lists that stand under a key of their own.

use std::collections::HashSet;

use super::object::Entry;
use super::outer::Found;
use super::{Aligner, Step, fold};
use crate::fix::{Fix, FixKind};
use crate::rules::quote;
use crate::shape::View;
use crate::tree::{NodeId, NodeKind, Tree};

/// Keys that say how long the list beside them is.
const COUNTS: [&str; 9] = [
    "count",
    "total",
    "totalcount",
    "totalitems",
    "totalresults",
    "itemcount",
    "length",
    "size",
    "number",
];

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

/// Whether an entry beside a list of so many items may say that there are others.
pub(crate) fn says_more(tree: &Tree<'_>, (key, value): Entry, len: usize) -> bool {
    const PAGES: [&str; 12] = [
        "page",
        "pages",
        "totalpages",
        "next",
        "nextpage",
        "cursor",
        "nextcursor",
        "offset",
        "limit",
        "hasmore",
        "more",
        "remaining",
    ];
    let key = fold(tree.text(key));
    let counts = COUNTS.contains(&&*key) && tree.text(value) != len.to_string();
    counts || PAGES.contains(&&*key)
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
        let list = self.tree().kind(inner) == NodeKind::List;
        if opens && (list || !alone && self.names_items(keys[0], item)) {
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
        let entry = only
            .or_else(|| counted_list(tree, object))
            .or_else(|| self.list_among_scalars(object, names))?;
        self.find(entry, names).or_else(|| self.empty_list(entry))
    }

    /// The entry of an object that holds a list of items, where all others are scalars that do not say that there are more
    /// items: `{"people": [..], "message": "ok"}`.
    fn list_among_scalars(&self, object: NodeId, names: &HashSet<String>) -> Option<Entry> {
        let tree = self.tree();
        let is_scalar =
            |(_, value): &Entry| !matches!(tree.kind(*value), NodeKind::List | NodeKind::Object);
        let mut others = tree.entries(object).filter(|entry| !is_scalar(entry));
        let (key, list) = others.next().filter(|_| others.next().is_none())?;
        let is_item = |item| self.has_any(item, names);
        let is_list = tree.kind(list) == NodeKind::List && tree.items(list).any(is_item);
        let mut scalars = tree.entries(object).filter(is_scalar);
        let whole = is_list && scalars.all(|entry| !says_more(tree, entry, tree.len(list)));
        whole.then_some((key, list))
    }

    /// Whether a key is the name of the type of the items, or of more of them.
    fn names_items(&self, key: NodeId, item: View<'_>) -> bool {
        let (key, name) = (fold(self.tree().text(key)), fold(&item.shape.name));
        !name.is_empty()
            && key
                .strip_prefix(&*name)
                .is_some_and(|rest| ["", "s", "list"].contains(&rest))
    }

    fn ignore_beside(&mut self, object: NodeId, list: NodeId) {
        let others = self.tree().entries(object).filter(|(key, _)| *key != list);
        let others: Vec<Entry> = others.collect();
        for (key, value) in others {
            let detail = format!(
                "ignored the key {} beside the list",
                quote(self.tree().text(key))
            );
            let span = self.tree().span(key).start..self.tree().span(value).end;
            let fix = Fix::new(self.here(), FixKind::UnknownKey, span, detail);
            self.findings.fixes.push(fix);
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
