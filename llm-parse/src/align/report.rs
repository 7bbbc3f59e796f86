//! What is reported while a value is aligned: violations and fixes, at the path where they stand.

use std::borrow::Cow;

use super::{Aligner, Step, expected, found};
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::rules::{Rule, Seen};
use crate::shape::{Field, View};
use crate::tree::NodeId;
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    /// Holds a value to the rules that concern it directly; whether none is broken.
    pub(super) fn hold(
        &mut self,
        node: NodeId,
        view: View<'s>,
        rules: &[Rule],
        seen: &Seen<'_>,
    ) -> bool {
        if !self.rules {
            return true;
        }
        let mut sound = true;
        for rule in rules {
            if let Some(code) = rule.broken(seen) {
                let violation =
                    Violation::new(self.here(), code, expected(view, rules), seen.to_string());
                sound &= self.report(violation.with_span(Some(self.tree().span(node))));
            }
        }
        sound
    }

    /// Reports that the value has another type.
    pub(super) fn mismatch(&mut self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        self.refuse(node, Code::Type, expected(view, rules))
    }

    pub(super) fn refuse(&mut self, node: NodeId, code: Code, expected: String) -> bool {
        let found = found(self.tree(), node);
        let violation = Violation::new(self.here(), code, expected, found);
        self.report_hard(violation.with_span(Some(self.tree().span(node))))
    }

    /// Refuses to lose what the last violation tells of; `false`.
    pub(super) fn lose(&mut self) -> bool {
        self.lost.extend(self.findings.violations.last().cloned());
        false
    }

    /// Takes a violation that no soft rule softens, since the value cannot be decoded.
    pub(super) fn report_hard(&mut self, violation: Violation) -> bool {
        self.findings.violations.push(violation);
        false
    }

    /// Takes a violation; whether it leaves the value sound, because the rule is soft.
    pub(super) fn report(&mut self, violation: Violation) -> bool {
        if self.soft {
            self.findings.warnings.push(violation);
        } else {
            self.findings.violations.push(violation);
        }
        self.soft
    }

    /// Makes what is reported from here on soft where the field is; what was the case before.
    pub(super) fn soften(&mut self, field: &Field) -> bool {
        let before = self.soft;
        self.soft |= field.warn;
        before
    }

    pub(super) fn fix(
        &mut self,
        kind: FixKind,
        node: NodeId,
        detail: impl Into<Cow<'static, str>>,
    ) {
        let fix = Fix::new(self.here(), kind, self.tree().span(node), detail);
        self.findings.fixes.push(fix);
    }

    pub(super) fn here(&self) -> Path {
        let segments = self.path.iter().map(|step| match step {
            Step::Name(name) => Segment::Key((*name).into()),
            Step::Index(index) => Segment::Index(*index),
            Step::Entry(key) | Step::Variant(key) => Segment::Key(self.tree().name(*key)),
        });
        Path::from(segments.collect::<Vec<_>>())
    }
}
