//! Values that a JSON Schema document describes.

use super::Aligner;
use crate::fix::{Fix, FixKind};
use crate::rules::quote;
use crate::runtime::RuntimeShape;
use crate::shape::Field;
use crate::tree::{NodeId, NodeKind};

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
    /// declared and absent.
    fn valid(&mut self, node: NodeId, document: &'s RuntimeShape) -> bool {
        let coerce = self.coerce;
        let unchanged = |aligner: &mut Self| {
            let (fixes, changes) = (aligner.findings.fixes.len(), aligner.journal.len());
            let sound = aligner.value(node, document.view(), &[])
                && (aligner.journal.len() == changes || document.holds(aligner.tree(), node));
            let mut new = aligner.findings.fixes[fixes..].iter().map(Fix::kind);
            let renamed = aligner.findings.fixes[fixes..]
                .iter()
                .any(|fix| fix.kind() == FixKind::KeySpelling);
            sound && (renamed || new.all(|kind| kind == FixKind::UnknownKey))
        };
        let mut kept = self.attempt(unchanged);
        if !kept && coerce {
            self.coerce = false;
            kept = self.attempt(unchanged);
            self.coerce = coerce;
        }
        kept || self.any(node)
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
