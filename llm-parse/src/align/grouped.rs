//! What stands together under a key of its own, where it is to stand among the keys of a struct: the arguments of a call,
//! what `details` groups, a flattened struct under its own name.

use std::collections::HashSet;

use super::beside::is_field;
use super::object::Entry;
use super::outer::{Group, is_no_value};
use super::{Aligner, fold, words};
use crate::rules::quote;
use crate::shape::{Struct, View};
use crate::tree::{Node, NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    /// Puts the arguments of a tool call in the place of the call, whose `name` may be one that the struct declares too.
    pub(super) fn unwrap_call(&mut self, node: NodeId, kind: &Struct, view: View<'_>) -> bool {
        const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];
        const BESIDE: [&str; 3] = ["name", "type", "id"];
        let tree = self.tree();
        if !self.rules || !(2..=4).contains(&tree.len(node)) {
            return true;
        }
        let is = |keys: &[&str], (key, _): &Entry| keys.contains(&tree.text(*key));
        let (arguments, beside): (Vec<Entry>, Vec<Entry>) =
            tree.entries(node).partition(|entry| is(&ARGUMENTS, entry));
        let [(key, value)] = arguments[..] else {
            return true;
        };
        let declared = kind
            .fields
            .iter()
            .any(|field| field.is_named(tree.bytes(key)));
        let has_name = beside.iter().any(|entry| is(&["name"], entry));
        if declared || !has_name || !beside.iter().all(|entry| is(&BESIDE, entry)) {
            return true;
        }
        let names = self.names(view, kind);
        if !self.coerce {
            return !self.shows(value, &names) || self.too_deep(kind, key);
        }
        let inner = self.find((key, value), &names).map(|found| found.inner);
        let inner = inner.unwrap_or(value);
        if let Some(inner) = self.only_object(inner, &names) {
            self.took_out(key);
            self.put(node, inner);
            return true;
        }
        // The name is that of a tool.
        let object = self.tree().kind(value) == NodeKind::Object;
        let is_call = match self.tree().text(key) {
            "arguments" | "args" => true,
            "parameters" => object,
            _ => false,
        };
        !is_call || self.too_deep(kind, key)
    }

    /// Puts what stands under a key that only groups, as `details` does, among the keys of a struct that are there; `false`
    /// where a declared key that is absent there would be lost under another.
    pub(super) fn ungroup(&mut self, node: NodeId, kind: &Struct, view: View<'_>) -> bool {
        let tree = self.tree();
        let is_other = |(key, value): &Entry| {
            let name = tree.text(*key);
            tree.kind(*value) == NodeKind::Object
                && !is_no_value(name)
                && !is_field(kind, view, name)
        };
        if !self.rules || !tree.entries(node).any(|entry| is_other(&entry)) {
            return true;
        }
        let names = self.names(view, kind);
        let keys = |object| {
            tree.entries(object)
                .map(|(key, _)| self.key(tree.text(key)))
        };
        let outside: HashSet<String> = keys(node).collect();
        if names.is_disjoint(&outside) {
            return true;
        }
        // What has a key that stands outside too is another value of the kind.
        let loses = |(key, inner): &Entry| {
            let name = tree.text(*key);
            let declared: Vec<String> = keys(*inner).filter(|key| names.contains(key)).collect();
            let absent = declared.iter().all(|key| !outside.contains(key));
            !names.contains(&self.key(name))
                && !declared.is_empty()
                && (absent || is_part(kind, view, name))
        };
        let others: Vec<Entry> = tree.entries(node).filter(is_other).filter(loses).collect();
        match others[..] {
            [] => true,
            [(key, inner)]
                if self.coerce
                    && !self.shares_key(node, inner)
                    && only_groups(kind, view, tree.text(key)) =>
            {
                self.spread(node, key, inner);
                true
            }
            [(key, _), ..] => self.too_deep(kind, key),
        }
    }

    /// Takes the entries of a flattened struct out of the object that stands under its own name, where none stands among the
    /// others; `false` where that may not be.
    pub(super) fn lift(&mut self, group: Group<'s>, rest: &mut Vec<Entry>) -> bool {
        let tree = self.tree();
        let is = |name: &str, key| !name.is_empty() && fold(name) == fold(tree.text(key));
        let own = rest.iter().position(|&(key, value)| {
            let object = tree.kind(value) == NodeKind::Object;
            object && (is(group.part, key) || is(&group.view.shape.name, key))
        });
        let Some(at) = own.filter(|_| self.rules) else {
            return true;
        };
        let names = self.names(group.view, group.kind);
        let among = |(key, _): &Entry| names.contains(&self.key(self.tree().text(*key)));
        let (key, inner) = rest[at];
        if rest.iter().any(among) || !self.has_any(inner, &names) {
            return true;
        }
        if !self.coerce || self.shares_key(group.object, inner) {
            return self.too_deep(group.kind, key);
        }
        let entries = self.spread(group.object, key, inner);
        rest.splice(at..=at, entries);
        true
    }

    /// Puts the entries of an object behind those of the one that holds it under a key.
    pub(super) fn spread(&mut self, object: NodeId, key: NodeId, inner: NodeId) -> Vec<Entry> {
        self.took_out(key);
        self.remove(object, key);
        let entries = self.tree().entries(inner).collect();
        let (first, len) = (self.tree().first(inner), self.tree().node(inner).b);
        let last = self.tree().entries(object).last();
        let old = *self.tree().node(object);
        let b = old.b.saturating_add(len);
        match last {
            Some((_, value)) => {
                self.relink(value, first);
                self.replace(object, Node { b, ..old });
            }
            None => self.replace(object, Node { a: first, b, ..old }),
        }
        self.keep_gap(inner, object);
        entries
    }

    pub(super) fn shares_key(&self, object: NodeId, inner: NodeId) -> bool {
        let tree = self.tree();
        let outside: HashSet<&str> = tree
            .entries(object)
            .map(|(key, _)| tree.text(key))
            .collect();
        let mut inside = tree.entries(inner).map(|(key, _)| tree.text(key));
        inside.any(|key| outside.contains(key))
    }

    /// Puts what is inside a value in the place of it.
    pub(super) fn put(&mut self, node: NodeId, inner: NodeId) {
        self.replace(node, *self.tree().node(inner));
        self.keep_gap(inner, node);
    }

    /// What may be missing in a value may be missing where that is put.
    pub(super) fn keep_gap(&mut self, from: NodeId, to: NodeId) {
        if let Some(gap) = self.gaps.get(&from).copied() {
            self.gaps.insert(to, gap);
        }
    }

    pub(super) fn too_deep(&mut self, kind: &Struct, key: NodeId) -> bool {
        let (wanted, key_text) = (words::object(kind), quote(self.tree().text(key)));
        let found = format!("keys of it inside {key_text}");
        let message = format!(
            "expected {wanted}, found {found}, which is no key of it: write what belongs to it without {key_text}, \
             and leave out the rest"
        );
        let span = self.tree().span(key).start..self.tree().span(self.tree().next(key)).end;
        let violation =
            Violation::new(self.here(), Code::Type, wanted, found).with_message(message);
        self.report_hard(violation.with_span(Some(span)));
        self.lose()
    }
}

/// Whether a key says of what stands under it only that it belongs to the struct.
fn only_groups(kind: &Struct, view: View<'_>, key: &str) -> bool {
    const GROUPS: [&str; 6] = [
        "details",
        "attributes",
        "fields",
        "info",
        "data",
        "properties",
    ];
    GROUPS.contains(&key) || is_part(kind, view, key)
}

/// Whether a key names what is flattened into a struct.
fn is_part(kind: &Struct, view: View<'_>, key: &str) -> bool {
    let is = |name: &str| !name.is_empty() && fold(name) == fold(key);
    let mut parts = kind.fields.iter().filter(|field| field.flatten);
    parts.any(|field| is(&field.name) || is(&view.at(field.shape).shape.name))
}
