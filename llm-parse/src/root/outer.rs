//! The value under a key of its own.

use super::asked::is_asked;
use super::forms::{
    is_figure, is_map_of_scalars, is_scalar, names_variant, takes_entries, takes_several,
};
use super::{Finish, Search, echo};
use crate::align::{Findings, counted_list, expected, fold, is_no_value, is_outer_key, says_more};
use crate::candidate::{Candidate, Found};
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::read::Leniency;
use crate::rules::quote;
use crate::shape::{Kind, View};
use crate::tree::{NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};

impl Search<'_, '_> {
    /// Tries the value that stands under a key of its own: the type's name, or a usual one.
    pub(super) fn outer_key(
        &mut self,
        found: &mut Found<'_>,
        candidate: &Candidate,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let root = candidate.root;
        if self.reader.leniency != Leniency::Coerce || found.tree.kind(root) != NodeKind::Object {
            return None;
        }
        let (key, value) = self.outer_entry(&found.tree, root)?;
        let beside: Vec<Fix> = found
            .tree
            .entries(root)
            .filter(|(other, _)| *other != key)
            .map(|(other, value)| {
                let span = found.tree.span(other).start..found.tree.span(value).end;
                let detail = format!(
                    "ignored the key {} beside it",
                    quote(found.tree.text(other))
                );
                Fix::new(Path::default(), FixKind::UnknownKey, span, detail)
            })
            .collect();
        if let Some(rival) = self.rival_key(found, root, key) {
            self.came_near(vec![rival], found, root);
            return None;
        }
        let len = found.tree.len(value);
        let more = |entry: &(NodeId, NodeId)| entry.0 != key && says_more(&found.tree, *entry, len);
        if takes_several(self.view) && found.tree.entries(root).any(|entry| more(&entry)) {
            return None;
        }
        let (key, span) = (found.tree.text(key).to_owned(), found.tree.span(key));
        let mut findings = self.attempt(found, value, candidate.fixes.clone(), finish)?;
        findings.fixes.splice(0..0, beside);
        let detail = format!("took the value out of the key {}", quote(&key));
        findings.fixes.insert(
            0,
            Fix::new(Path::default(), FixKind::OuterKey, span, detail),
        );
        Some(findings)
    }

    /// The entry of an object that may hold the value: the only one, or the only one of a telling name among others that
    /// the type does not declare.
    pub(super) fn outer_entry(&self, tree: &Tree<'_>, root: NodeId) -> Option<(NodeId, NodeId)> {
        let name = fold(&self.view.shape.name);
        let telling = |key: &str| is_outer_key(key) || (!name.is_empty() && fold(key) == name);
        if let Some(values) = tree
            .entries(root)
            .find(|(key, _)| tree.text(*key) == "properties")
        {
            return Some(values);
        }
        if tree.len(root) == 1 {
            return tree.entries(root).find(|(key, value)| {
                let struct_key = matches!(self.view.shape.kind, Kind::Struct(_))
                    && echo::declares(self.view, tree.text(*key));
                if struct_key || is_no_value(tree.text(*key)) {
                    return false;
                }
                let list = takes_several(self.view) && tree.kind(*value) == NodeKind::List;
                let object = matches!(self.view.shape.kind, Kind::Struct(_))
                    && tree.kind(*value) == NodeKind::Object;
                let map = is_map_of_scalars(self.view) && tree.kind(*value) == NodeKind::Object;
                let figure = is_figure(self.view)
                    && !matches!(tree.kind(*value), NodeKind::Object | NodeKind::List)
                    && !is_sign(&fold(tree.text(*key)));
                list || object
                    || map
                    || figure
                    || telling(tree.text(*key))
                    || self.says_variant(tree, *key, *value)
            });
        }
        if takes_several(self.view)
            && let Some(list) = counted_list(tree, root)
        {
            return Some(list);
        }
        let declared = |key: NodeId| echo::declares(self.view, tree.text(key));
        if takes_entries(self.view) && tree.entries(root).any(|(key, _)| declared(key)) {
            return None;
        }
        let mut named = tree
            .entries(root)
            .filter(|(key, _)| telling(tree.text(*key)));
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether an entry says one variant of an enum, under a key for what was asked: `{"severity": "high"}`.
    fn says_variant(&self, tree: &Tree<'_>, key: NodeId, value: NodeId) -> bool {
        tree.kind(value) == NodeKind::String
            && names_variant(self.view, tree.text(value))
            && is_asked(self.view, tree.text(key))
    }

    /// What is wrong where another entry of an object would be a value too, and the keys do not say which is the answer.
    fn rival_key(&self, found: &mut Found<'_>, root: NodeId, key: NodeId) -> Option<Violation> {
        let scalar = is_scalar(self.view);
        if !scalar && !takes_several(self.view) && is_outer_key(found.tree.text(key)) {
            return None;
        }
        let entries: Vec<_> = found.tree.entries(root).collect();
        let (rival, value) = entries.into_iter().find(|&(other, value)| {
            let told = scalar || says_something(self.view, &found.tree, value);
            let no_value = !scalar && is_no_value(found.tree.text(other));
            other != key && told && !no_value && self.fits(found, value, self.view)
        })?;
        let names = [key, rival].map(|key| quote(found.tree.text(key)));
        let wanted = expected(self.view, &[]);
        let seen = format!("one under {} and one under {}", names[0], names[1]);
        let span = found.tree.span(rival).start..found.tree.span(value).end;
        let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, seen);
        Some(violation.with_span(Some(span)))
    }
}

/// Whether a key is for how a request went, for what is said of an answer, or for what is not so.
fn is_sign(key: &str) -> bool {
    const SIGNS: [&str; 11] = [
        "success",
        "ok",
        "done",
        "finished",
        "id",
        "index",
        "confidence",
        "probability",
        "score",
        "version",
        "page",
    ];
    let ends = |end| key.ends_with(end);
    SIGNS.contains(&key) || ends("code") || ends("status") || key.contains("not")
}

/// Whether an object has a key of the type, or a list an item; a value of another kind says nothing of it.
fn says_something(view: View<'_>, tree: &Tree<'_>, value: NodeId) -> bool {
    let mut entries = tree.entries(value).map(|(key, _)| tree.text(key));
    match (&view.shape.kind, tree.kind(value)) {
        (Kind::Struct(_), NodeKind::Object) => entries.any(|key| echo::declares(view, key)),
        (Kind::List(list), NodeKind::List) => tree.items(value).any(|item| {
            let holds = matches!(tree.kind(item), NodeKind::Object | NodeKind::List);
            !holds || says_something(view.at(list.item), tree, item)
        }),
        (Kind::Enum(_), NodeKind::Object) => true,
        _ => false,
    }
}
