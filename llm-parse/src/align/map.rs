//! Maps, their keys, and lists that stand for them.

use super::collection::{EVERYTHING, is_any_text};
use super::{Aligner, Step};
use crate::fix::FixKind;
use crate::lenient::is_ellipsis;
use crate::rules::{Number, Rule, Seen};
use crate::shape::{Map, View};
use crate::tree::{NONE, Node, NodeId, NodeKind};
use crate::violation::Code;

impl<'s> Aligner<'_, '_, 's> {
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
        if self.coerce && is_any_text(key_view) && self.has_ellipsis_key(node) {
            return self.refuse(node, Code::Ambiguous, EVERYTHING.to_owned());
        }
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

    fn has_ellipsis_key(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let mut keys = tree.entries(node).map(|(key, _)| tree.text(key));
        keys.any(is_ellipsis)
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
                let text = self.tree().text(key);
                let number = Number::parse(text).filter(|_| super::scalar::is_number(text));
                match number {
                    Some(number) => self.hold(key, view, rules, &Seen::Number(number)),
                    None => self.mismatch(key, view, rules),
                }
            }
            Kind::Bool => match self.tree().text(key) {
                text @ ("true" | "false") => {
                    let value = text == "true";
                    self.hold(key, view, rules, &Seen::Bool(value))
                }
                _ => self.mismatch(key, view, rules),
            },
            Kind::Enum(kind) => self.unit_variant_name(key, view, kind, rules),
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
    pub(super) fn pair(&self, item: NodeId) -> Option<(NodeId, NodeId)> {
        const NAMES: [(&str, &str); 3] = [("key", "value"), ("name", "value"), ("k", "v")];
        let tree = self.tree();
        let found = |name: &str| tree.entry(item, name);
        match tree.kind(item) {
            _ if tree.len(item) != 2 => None,
            NodeKind::Object => NAMES
                .iter()
                .find_map(|(key, value)| Some((found(key)?, found(value)?))),
            NodeKind::List => Some((tree.first(item), tree.next(tree.first(item)))),
            _ => None,
        }
    }
}
