//! Lists and tuples.

use std::collections::HashMap;

use super::object::accepts_null;
use super::{Aligner, Gap, Step, expected, is_word_for_nothing};
use crate::fix::FixKind;
use crate::lenient::is_ellipsis;
use crate::rules::{Rule, Seen};
use crate::shape::{Field, Kind, List, View};
use crate::tree::{NONE, Node, NodeId, NodeKind};
use crate::violation::{Code, Violation};

/// What is wanted where something stands for what was left out.
pub(super) const EVERYTHING: &str = "everything instead of `...`";

impl<'s> Aligner<'_, '_, 's> {
    pub(super) fn list(
        &mut self,
        node: NodeId,
        view: View<'s>,
        list: &'s List,
        rules: &[Rule],
    ) -> bool {
        if self.is_no_item(node, view.at(list.item)) {
            return self.mismatch(node, view, rules);
        }
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
        if self.coerce && is_any_text(item_view) && self.has_ellipsis(node) {
            return self.refuse(node, Code::Ambiguous, EVERYTHING.to_owned());
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
            Some(Gap::LeftOut) => EVERYTHING,
            Some(Gap::Slot) if slots => "a value or null between two commas",
            _ => return true,
        };
        self.refuse(node, Code::Ambiguous, expected.to_owned())
    }

    /// Whether an item of a list of texts only stands for others.
    fn has_ellipsis(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let mut items = tree.items(node);
        items.any(|item| tree.kind(item) == NodeKind::String && is_ellipsis(tree.text(item)))
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
}

pub(super) fn is_any_text(view: View<'_>) -> bool {
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
