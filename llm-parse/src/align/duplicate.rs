//! Entries that stand twice, and how an entry is taken out.

use std::collections::{HashMap, HashSet};

use super::object::Entry;
use super::{Aligner, Step};
use crate::fix::FixKind;
use crate::tree::{NONE, Node, NodeId};
use crate::violation::{Code, Violation};

impl Aligner<'_, '_, '_> {
    /// Keeps one of several entries with the same key and equal values, and reports those whose values differ.
    pub(super) fn merge_duplicates(&mut self, object: NodeId) -> bool {
        if self.tree().len(object) < 2 || !self.has_duplicates(object) {
            return true;
        }
        let mut sound = true;
        let mut seen: HashMap<String, NodeId> = HashMap::new();
        let mut before = NONE;
        let mut key = self.tree().first(object);
        while key != NONE {
            let value = self.tree().next(key);
            let next = self.tree().next(value);
            let name = self.tree().text(key).to_owned();
            if let Some(&first) = seen.get(&name) {
                sound &= self.inside(Step::Entry(key), |a| a.same(first, value, &[&name]));
                self.unlink(object, before, next);
            } else {
                seen.insert(name, value);
                before = value;
            }
            key = next;
        }
        sound
    }

    /// The same for those entries of an object that belong together.
    pub(super) fn merge_rest(&mut self, object: NodeId, entries: &mut Vec<Entry>) -> bool {
        if entries.len() < 2 {
            return true;
        }
        let mut sound = true;
        let mut seen: HashMap<String, NodeId> = HashMap::new();
        let (kept, repeated): (Vec<Entry>, Vec<Entry>) =
            entries.iter().partition(|(key, value)| {
                let name = self.tree().text(*key).to_owned();
                let first = *seen.entry(name).or_insert(*value);
                first == *value
            });
        for &(key, value) in &repeated {
            let name = self.tree().text(key).to_owned();
            if let Some(&first) = seen.get(&name) {
                sound &= self.inside(Step::Entry(key), |a| a.same(first, value, &[&name]));
            }
        }
        self.leave_out(object, &repeated);
        *entries = kept;
        sound
    }

    /// Takes entries out of an object.
    pub(super) fn leave_out(&mut self, object: NodeId, entries: &[Entry]) {
        if entries.is_empty() {
            return;
        }
        let keys: HashSet<NodeId> = entries.iter().map(|(key, _)| *key).collect();
        let mut before = NONE;
        let mut key = self.tree().first(object);
        while key != NONE {
            let value = self.tree().next(key);
            let next = self.tree().next(value);
            if keys.contains(&key) {
                self.unlink(object, before, next);
            } else {
                before = value;
            }
            key = next;
        }
    }

    fn has_duplicates(&self, object: NodeId) -> bool {
        const FEW: usize = 8;
        let names = self
            .tree()
            .entries(object)
            .map(|(key, _)| self.tree().text(key));
        if self.tree().len(object) <= FEW {
            let names: Vec<&str> = names.collect();
            return names
                .iter()
                .enumerate()
                .any(|(index, name)| names[..index].contains(name));
        }
        let mut seen = HashSet::new();
        !names.into_iter().all(|name| seen.insert(name))
    }

    /// Whether the values of two entries for one key are equal: recorded where they are, reported where not.
    pub(super) fn same(&mut self, first: NodeId, second: NodeId, names: &[&str]) -> bool {
        if self.tree().same(first, second) {
            self.fix(
                FixKind::DuplicateKey,
                second,
                "kept one of two equal entries of the same key",
            );
            return true;
        }
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let found = super::words::found(self.tree(), first);
        let found = format!("{found} and {}", super::words::found(self.tree(), second));
        let message = format!(
            "expected one value for {}, found {found}",
            names.join(" and ")
        );
        let violation = Violation::new(self.here(), Code::DuplicateKey, "one value", found)
            .with_message(message);
        self.report_hard(violation.with_span(Some(self.tree().span(second))))
    }

    /// Takes an entry out of an object: what stands before it is followed by what comes after it.
    pub(super) fn unlink(&mut self, object: NodeId, before: NodeId, next: NodeId) {
        let old = *self.tree().node(object);
        let first = if before == NONE { next } else { old.a };
        self.replace(
            object,
            Node {
                a: first,
                b: old.b.saturating_sub(1),
                ..old
            },
        );
        if before != NONE {
            self.relink(before, next);
        }
    }
}
