//! Checks on the sound parts of a broken value.

use super::object::Entry;
use super::{Aligner, Step};
use crate::check::Checker;
use crate::places::Places;
use crate::shape::{Field, Kind, Probe, Struct, View};
use crate::tree::{Cursor, NONE, NodeId, NodeKind};
use crate::violation::Violation;

impl<'s> Aligner<'_, '_, 's> {
    /// Runs the checks on a sound part of a broken whole; what they find is put before position `at`.
    fn probe(&mut self, probe: Probe, node: NodeId, at: usize) -> usize {
        let mut checker = Checker::new(false);
        probe(
            Cursor {
                tree: self.tree(),
                node,
            },
            &mut checker,
        );
        let (violations, warnings) = checker.into_parts();
        let base = self.here();
        let tree = self.tree();
        let mut places = Places::of(tree);
        let mut place = |violation: Violation| {
            let place = places.locate(node, violation.path());
            let span = place.map(|node| tree.span(node));
            violation.under(&base).with_span(span)
        };
        let violations: Vec<_> = violations.into_iter().map(&mut place).collect();
        let warnings: Vec<_> = warnings.into_iter().map(&mut place).collect();
        self.findings.warnings.extend(warnings);
        if self.soft {
            self.findings.warnings.extend(violations);
            return 0;
        }
        let count = violations.len();
        self.findings.violations.splice(at..at, violations);
        count
    }

    /// Runs `probe` for each of `count` parts that is not among the broken ones. A broken part stands with the number of
    /// violations there were after it, so that those of the other parts are put in their places; `start` is the number
    /// before the first part.
    pub(super) fn probe_sound(
        &mut self,
        count: usize,
        start: usize,
        broken: &[(usize, usize)],
        mut probe: impl FnMut(&mut Self, usize, usize) -> usize,
    ) -> usize {
        let (mut at, mut added) = (start, 0);
        let mut broken = broken.iter().peekable();
        for index in 0..count {
            match broken.next_if(|(part, _)| *part == index) {
                Some((_, end)) => at = *end,
                None => added += probe(self, index, at + added),
            }
        }
        added
    }

    /// Runs the checks of every checked type in a sound part of a broken whole.
    pub(super) fn probe_value(&mut self, node: NodeId, view: View<'s>, at: usize) -> usize {
        if self.trials > 0 || !self.findings.checks {
            return 0;
        }
        if let Some(probe) = view.shape.probe {
            return self.probe(probe, node, at);
        }
        let mut count = 0;
        match &view.shape.kind {
            Kind::Option(inner) if self.tree().kind(node) != NodeKind::Null => {
                count += self.probe_value(node, view.at(*inner), at);
            }
            Kind::List(list) => {
                let items: Vec<_> = self.tree().items(node).collect();
                for (index, item) in items.into_iter().enumerate() {
                    let place = at + count;
                    count += self.inside(Step::Index(index), |a| {
                        a.probe_value(item, view.at(list.item), place)
                    });
                }
            }
            Kind::Map(map) => {
                let entries: Vec<_> = self.tree().entries(node).collect();
                for (key, value) in entries {
                    let place = at + count;
                    count += self.inside(Step::Entry(key), |a| {
                        a.probe_value(value, view.at(map.value), place)
                    });
                }
            }
            Kind::Tuple(fields) => {
                let items: Vec<_> = self.tree().items(node).collect();
                for (index, (item, field)) in items.into_iter().zip(fields.iter()).enumerate() {
                    let place = at + count;
                    count += self.inside(Step::Index(index), |a| {
                        a.probe_field(item, field, view, place)
                    });
                }
            }
            Kind::Newtype(newtype) => count += self.probe_field(node, &newtype.field, view, at),
            Kind::Struct(kind) => count += self.probe_struct(node, kind, view, at),
            _ => {}
        }
        count
    }

    pub(super) fn probe_field(
        &mut self,
        node: NodeId,
        field: &'s Field,
        view: View<'s>,
        at: usize,
    ) -> usize {
        let soft = self.soften(field);
        let inner = self.probe_value(node, view.at(field.shape), at);
        let count = match field.probe {
            Some(probe) if self.trials == 0 && inner == 0 => self.probe(probe, node, at),
            _ => inner,
        };
        self.soft = soft;
        count
    }

    pub(super) fn probe_struct(
        &mut self,
        object: NodeId,
        kind: &'s Struct,
        view: View<'s>,
        at: usize,
    ) -> usize {
        let mut count = 0;
        for field in kind.fields.iter() {
            let named = |(key, _): &Entry| field.is_named(self.tree().bytes(*key));
            let entry = self.tree().entries(object).find(named);
            if let Some((_, value)) = entry {
                count += self.inside(Step::Name(&field.name), |a| {
                    a.probe_field(value, field, view, at + count)
                });
            }
        }
        count
    }

    pub(super) fn probe_entry(
        &mut self,
        object: NodeId,
        key: NodeId,
        field: &'s Field,
        view: View<'s>,
        at: usize,
    ) -> usize {
        if field.flatten {
            return self.probe_field(object, field, view, at);
        }
        let value = match key {
            NONE => return 0,
            key => self.tree().next(key),
        };
        // An entry that was read as absent is no longer there.
        if !self.tree().entries(object).any(|(there, _)| there == key) {
            return 0;
        }
        self.inside(Step::Name(&field.name), |a| {
            a.probe_field(value, field, view, at)
        })
    }
}
