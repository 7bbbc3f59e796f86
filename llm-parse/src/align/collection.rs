//! Lists, maps and tuples.

use std::collections::{HashMap, HashSet};

use super::object::{Entry, accepts_null};
use super::{Aligner, Gap, Step, expected, is_word_for_nothing};
use crate::fix::FixKind;
use crate::rules::{Rule, Seen};
use crate::shape::{Field, Kind, List, Map, View};
use crate::tree::{NONE, Node, NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    pub(super) fn list(
        &mut self,
        node: NodeId,
        view: View<'s>,
        list: &'s List,
        rules: &[Rule],
    ) -> bool {
        match self.tree().kind(node) {
            NodeKind::List => {}
            _ if self.parse_text(node, NodeKind::List) => {}
            NodeKind::Null => return self.mismatch(node, view, rules),
            NodeKind::String if self.is_enumeration(node, view.at(list.item)) => {
                return self.refuse(node, Code::Ambiguous, expected(view, rules));
            }
            kind if self.may_wrap(node)
                && !self.says_nothing(node)
                && may_be(kind, view.at(list.item)) =>
            {
                let outer = self.wrapped;
                self.wrap(node);
                let sound = self.items(node, view, list, rules);
                self.wrapped = outer;
                return sound;
            }
            _ => return self.mismatch(node, view, rules),
        }
        self.items(node, view, list, rules)
    }

    fn items(&mut self, node: NodeId, view: View<'s>, list: &'s List, rules: &[Rule]) -> bool {
        let len = self.tree().len(node);
        let mut sound = true;
        if len < list.min || len > list.max {
            sound = self.refuse(node, Code::Len, expected(view, rules));
        }
        sound &= self.hold(node, view, rules, &Seen::List(len));
        let (item_view, item_rules) = (view.at(list.item), Rule::items(rules));
        if self.is_flat(node, item_view) {
            return self.refuse(node, Code::Ambiguous, "a list of lists".to_owned());
        }
        if self.is_run_of_words(node, item_view) {
            return self.refuse(node, Code::Ambiguous, "quotes round each text".to_owned());
        }
        sound &= self.no_gap(node, list.min == list.max || accepts_null(item_view));
        let (start, mut broken) = (self.findings.violations.len(), Vec::new());
        let (mut item, mut index) = (self.tree().first(node), 0);
        while item != NONE {
            let sound = self.fits(item, item_view, item_rules)
                || self.inside(Step::Index(index), |a| a.value(item, item_view, item_rules));
            if !sound {
                broken.push((index, self.findings.violations.len()));
            }
            (item, index) = (self.tree().next(item), index + 1);
        }
        sound &= broken.is_empty();
        sound &= self.distinct(node, view, list, rules);
        if !sound && self.trials == 0 {
            let items: Vec<NodeId> = self.tree().items(node).collect();
            self.probe_sound(items.len(), start, &broken, |aligner, index, at| {
                aligner.inside(Step::Index(index), |a| {
                    a.probe_value(items[index], item_view, at)
                })
            });
        }
        sound
    }

    /// Reports that items may be missing in a list. A slot that is empty matters where it may stand for a value.
    pub(super) fn no_gap(&mut self, node: NodeId, slots: bool) -> bool {
        let expected = match self.gaps.get(&node) {
            Some(Gap::LeftOut) => "everything instead of `...`",
            Some(Gap::Slot) if slots => "a value or null between two commas",
            _ => return true,
        };
        self.refuse(node, Code::Ambiguous, expected.to_owned())
    }

    /// Whether a list may be made of one value: once, and not deeper than the text itself may go.
    fn may_wrap(&self, node: NodeId) -> bool {
        self.coerce && node != self.wrapped && self.path.len() < self.max_depth
    }

    /// Whether a list of several values stands where a list of lists is wanted: it may be one of them, or all.
    fn is_flat(&self, node: NodeId, item: View<'_>) -> bool {
        let scalar = |item| {
            let kind = self.tree().kind(item);
            !matches!(kind, NodeKind::List | NodeKind::String | NodeKind::Null)
        };
        self.coerce
            && matches!(item.shape.kind, Kind::List(_))
            && self.tree().len(node) > 1
            && self.tree().items(node).all(scalar)
    }

    /// Whether a text may be several items of a list of texts: `nuts, milk`.
    fn is_enumeration(&self, node: NodeId, item: View<'_>) -> bool {
        let text = self.tree().text(node);
        self.coerce
            && is_any_text(item)
            && (text.contains([',', ';', '\n', '、'])
                || (self.path.is_empty() && text.trim_start().starts_with(['{', '"'])))
    }

    /// Whether the only item of a list of texts is several words without quotes: each may be an item, as in `[red green]`.
    fn is_run_of_words(&self, node: NodeId, item: View<'_>) -> bool {
        let tree = self.tree();
        let only = tree.first(node);
        let bare = || {
            let span = tree.span(only);
            let (text, rest) = (&tree.source[span.clone()], &tree.source[span.end..]);
            let word = text.starts_with(char::is_alphanumeric) && !rest.starts_with('"');
            word && text.contains(' ') && tree.source[tree.span(node)].starts_with('[')
        };
        tree.len(node) == 1 && is_any_text(item) && tree.kind(only) == NodeKind::String && bare()
    }

    /// Whether a value is a string that says that there is none.
    pub(super) fn says_nothing(&self, node: NodeId) -> bool {
        self.tree().kind(node) == NodeKind::String && is_word_for_nothing(self.tree().text(node))
    }

    /// Makes a list of one value.
    fn wrap(&mut self, node: NodeId) {
        self.fix(FixKind::Wrapped, node, "made a list of one value");
        let old = *self.tree().node(node);
        let item = self.found.tree.push(Node { next: NONE, ..old });
        self.wrapped = item;
        self.replace(
            node,
            Node {
                kind: NodeKind::List,
                a: item,
                b: 1,
                side: false,
                ..old
            },
        );
    }

    /// Holds the aligned items to the rules on equal ones; what only the Rust values show is held on those.
    fn distinct(&mut self, node: NodeId, view: View<'s>, list: &List, rules: &[Rule]) -> bool {
        let unique = self.rules && rules.iter().any(|rule| matches!(rule, Rule::Unique));
        let shrinks = list.set && rules.iter().any(|rule| matches!(rule, Rule::MinLen(_)));
        self.findings.defaults |= unique || shrinks;
        !unique || self.unique(node, view, rules)
    }

    /// Finds the first two equal items.
    fn unique(&mut self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        let mut places: HashMap<String, usize> = HashMap::new();
        let items: Vec<NodeId> = self.tree().items(node).collect();
        for (index, item) in items.into_iter().enumerate() {
            let canonical = self.tree().canonical(item);
            if let Some(first) = places.get(&canonical) {
                let found = format!("equal items at {first} and {index}");
                let violation =
                    Violation::new(self.here(), Code::Unique, expected(view, rules), found)
                        .with_message(format!(
                            "expected no two equal items, found {canonical} at {first} and {index}"
                        ));
                return self.report(violation.with_span(Some(self.tree().span(item))));
            }
            places.insert(canonical, index);
        }
        true
    }

    pub(super) fn tuple(&mut self, node: NodeId, view: View<'s>, fields: &'s [Field]) -> bool {
        match self.tree().kind(node) {
            NodeKind::List => {}
            _ if self.parse_text(node, NodeKind::List) => {}
            _ => {
                let wanted = format!("a list of {} items", fields.len());
                return self.refuse(node, Code::Type, wanted);
            }
        }
        let mut sound = true;
        let len = self.tree().len(node);
        let required = fields.iter().filter(|field| !field.default).count();
        if len < required || len > fields.len() {
            let wanted = format!("a list of {} items", fields.len());
            sound = self.refuse(node, Code::Len, wanted);
        }
        if len < fields.len() {
            self.findings.defaults = true;
        }
        sound &= self.no_gap(node, true);
        let items: Vec<NodeId> = self.tree().items(node).take(fields.len()).collect();
        let (start, mut broken) = (self.findings.violations.len(), Vec::new());
        for (index, (&item, field)) in items.iter().zip(fields).enumerate() {
            if !self.inside(Step::Index(index), |a| a.field_value(item, field, view)) {
                broken.push((index, self.findings.violations.len()));
            }
        }
        sound &= broken.is_empty();
        if !sound && self.trials == 0 {
            self.probe_sound(items.len(), start, &broken, |aligner, index, at| {
                aligner.inside(Step::Index(index), |a| {
                    a.probe_field(items[index], &fields[index], view, at)
                })
            });
        }
        sound
    }

    pub(super) fn map(
        &mut self,
        node: NodeId,
        view: View<'s>,
        map: &'s Map,
        rules: &[Rule],
    ) -> bool {
        match self.tree().kind(node) {
            NodeKind::Object => {}
            _ if self.parse_text(node, NodeKind::Object) => {}
            NodeKind::List if self.entries_from_list(node) => {}
            _ => return self.mismatch(node, view, rules),
        }
        let (key_view, value_view) = (view.at(map.key), view.at(map.value));
        let (key_rules, value_rules) = (Rule::keys(rules), Rule::values(rules));
        let mut sound = self.no_gap(node, false);
        let mut key = self.tree().first(node);
        while key != NONE {
            sound &= self.inside(Step::Entry(key), |a| a.map_key(key, key_view, key_rules));
            key = self.tree().next(self.tree().next(key));
        }
        sound &= self.merge_duplicates(node);
        sound &= self.hold(node, view, rules, &Seen::Map(self.tree().len(node)));
        let (start, mut broken) = (self.findings.violations.len(), Vec::new());
        let (mut key, mut index) = (self.tree().first(node), 0);
        while key != NONE {
            let value = self.tree().next(key);
            if !self.inside(Step::Entry(key), |a| {
                a.value(value, value_view, value_rules)
            }) {
                broken.push((index, self.findings.violations.len()));
            }
            (key, index) = (self.tree().next(value), index + 1);
        }
        sound &= broken.is_empty();
        if !sound && self.trials == 0 {
            let entries: Vec<(NodeId, NodeId)> = self.tree().entries(node).collect();
            self.probe_sound(entries.len(), start, &broken, |aligner, index, at| {
                let (key, value) = entries[index];
                aligner.inside(Step::Entry(key), |a| a.probe_value(value, value_view, at))
            });
        }
        sound
    }

    /// Aligns a key, which is written as a string whatever its type is.
    pub(super) fn map_key(&mut self, key: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        use crate::shape::Kind;
        match &view.shape.kind {
            Kind::Integer { min, max, nonzero } => {
                let text = self.tree().text(key);
                if !super::scalar::is_number(text) || text.contains(['.', 'e', 'E']) {
                    return self.mismatch(key, view, rules);
                }
                let text = text.to_owned();
                self.rewrite(key, NodeKind::Number, &text);
                let sound = self.integer(key, view, rules, (*min, *max, *nonzero));
                self.rewrite(key, NodeKind::Key, &text);
                sound
            }
            Kind::Float { .. } => {
                super::scalar::is_number(self.tree().text(key)) || self.mismatch(key, view, rules)
            }
            Kind::Bool => {
                matches!(self.tree().text(key), "true" | "false") || self.mismatch(key, view, rules)
            }
            Kind::Enum(kind) => self.unit_variant_name(key, view, kind),
            Kind::Newtype(newtype) => {
                let rules = [&newtype.field.rules, rules].concat();
                self.map_key(key, view.at(newtype.field.shape), &rules)
            }
            Kind::Option(inner) => self.map_key(key, view.at(*inner), rules),
            Kind::Char | Kind::String(_) => self.string(key, view, rules),
            _ => true,
        }
    }

    /// Makes an object of a list of `{"key": .., "value": ..}`, which is how a map is written where a provider knows
    /// no maps, or of a list of pairs.
    fn entries_from_list(&mut self, node: NodeId) -> bool {
        if !self.coerce {
            return false;
        }
        let mut entries = Vec::new();
        for item in self.tree().items(node) {
            match self.pair(item) {
                Some((key, value)) if self.tree().kind(key) == NodeKind::String => {
                    entries.push((key, value));
                }
                _ => return false,
            }
        }
        self.fix(
            FixKind::MapFromList,
            node,
            "made an object of a list of keys and values",
        );
        for &(key, _) in &entries {
            let changed = Node {
                kind: NodeKind::Key,
                ..*self.tree().node(key)
            };
            self.replace(key, changed);
        }
        let changed = self.object(&entries, node);
        self.replace(node, changed);
        true
    }

    /// The key and the value that a list's item says.
    fn pair(&self, item: NodeId) -> Option<(NodeId, NodeId)> {
        const NAMES: [(&str, &str); 3] = [("key", "value"), ("name", "value"), ("k", "v")];
        let tree = self.tree();
        let found = |name: &str| {
            let mut entries = tree.entries(item);
            entries
                .find(|(key, _)| tree.text(*key) == name)
                .map(|(_, value)| value)
        };
        match tree.kind(item) {
            _ if tree.len(item) != 2 => None,
            NodeKind::Object => NAMES
                .iter()
                .find_map(|(key, value)| Some((found(key)?, found(value)?))),
            NodeKind::List => Some((tree.first(item), tree.next(tree.first(item)))),
            _ => None,
        }
    }

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

fn is_any_text(view: View<'_>) -> bool {
    matches!(&view.shape.kind, Kind::String(form) if form.noun.is_empty())
}

/// Whether a value may be an item of this shape: where it cannot, a list is what is missing.
fn may_be(kind: NodeKind, item: View<'_>) -> bool {
    match &item.shape.kind {
        Kind::Option(inner) => may_be(kind, item.at(*inner)),
        Kind::Newtype(newtype) => may_be(kind, item.at(newtype.field.shape)),
        Kind::Opaque(_) => may_be(kind, crate::foreign::shape(item).view()),
        Kind::Struct(_) | Kind::Map(_) => matches!(kind, NodeKind::Object | NodeKind::String),
        Kind::Bool | Kind::Char | Kind::String(_) => kind != NodeKind::Object,
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => {
            kind != NodeKind::Object
        }
        _ => true,
    }
}
