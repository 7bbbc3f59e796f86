//! Values that a JSON Schema document describes.

use super::Aligner;
use crate::fix::{Fix, FixKind};
use crate::rules::quote;
use crate::runtime::RuntimeShape;
use crate::shape::Field;
use crate::tree::{NodeId, NodeKind};
use crate::violation::Violation;

impl<'s> Aligner<'_, '_, 's> {
    /// Aligns a value with what a document says; whether it is sound.
    pub(crate) fn document(&mut self, node: NodeId, document: &'s RuntimeShape) -> bool {
        let view = document.view();
        if !self.rules {
            return self.value(node, view, &[]);
        }
        // Where something may be missing in the text, or torn off its place, what is there says nothing.
        if self.gaps.is_empty() && !self.surplus && document.holds(self.tree(), node) {
            return self.valid(node, document) && self.without_ignored(node, document);
        }
        if !self.value(node, view, &[]) {
            return false;
        }
        let (here, mut sound) = (self.here(), true);
        for fault in document.faults(self.tree(), node) {
            sound &= self.report(fault.under(&here));
        }
        sound && self.without_ignored(node, document)
    }

    /// Takes out what is ignored. The value was valid with it; where it is not without it, it stays.
    fn without_ignored(&mut self, node: NodeId, document: &RuntimeShape) -> bool {
        let ignored = std::mem::take(&mut self.ignored);
        if ignored.is_empty() {
            return true;
        }
        let mark = self.mark();
        for (object, entries) in ignored {
            self.leave_out(object, &entries);
        }
        if !document.holds(self.tree(), node) {
            self.take_back(mark);
            let fixes = &mut self.findings.fixes;
            fixes.retain(|fix| fix.kind() != FixKind::UnknownKey);
        }
        true
    }

    /// Aligns what is valid. It stays as it is, whatever the shape takes it for, but that a key may stand for one that is
    /// declared and absent, and that nothing is lost by a key that is ignored.
    fn valid(&mut self, node: NodeId, document: &'s RuntimeShape) -> bool {
        let (coerce, mut lost) = (self.coerce, Vec::new());
        let mut kept = self.attempt(|aligner| aligner.unchanged(node, document, &mut lost));
        if !kept && coerce && lost.is_empty() {
            self.coerce = false;
            kept = self.attempt(|aligner| aligner.unchanged(node, document, &mut lost));
            self.coerce = coerce;
        }
        if !kept && !lost.is_empty() {
            self.findings.violations.append(&mut lost);
            return false;
        }
        kept || self.any(node)
    }

    /// Aligns what is valid; whether that only names keys and ignores others. `lost` tells what would be lost so.
    fn unchanged(
        &mut self,
        node: NodeId,
        document: &'s RuntimeShape,
        lost: &mut Vec<Violation>,
    ) -> bool {
        let (fixes, changes) = (self.findings.fixes.len(), self.journal.len());
        let before = self.lost.len();
        let sound = self.value(node, document.view(), &[])
            && (self.journal.len() == changes || document.holds(self.tree(), node));
        lost.extend(self.lost.drain(before..));
        let fixes = &self.findings.fixes[fixes..];
        let mut kinds = fixes.iter().map(Fix::kind);
        let named = |kind| matches!(kind, FixKind::KeySpelling | FixKind::OuterKey);
        sound && (kinds.clone().any(named) || kinds.all(|kind| kind == FixKind::UnknownKey))
    }

    /// Gives a key that stands for a field the field's own name, the only one that a document knows.
    pub(super) fn rename(&mut self, key: NodeId, field: &'s Field) {
        if self.tree().text(key) == field.name {
            return;
        }
        let detail = format!(
            "took the key {} for {}",
            quote(self.tree().text(key)),
            quote(&field.name)
        );
        self.inside(super::Step::Name(&field.name), |aligner| {
            aligner.fix(FixKind::KeySpelling, key, detail);
        });
        self.rewrite(key, NodeKind::Key, &field.name);
    }
}
