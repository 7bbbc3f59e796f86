//! What is changed in the tree, and taken back.

use super::{Aligner, Findings};
use crate::tree::{NONE, Node, NodeId, NodeKind};

impl Aligner<'_, '_, '_> {
    /// Changes a node; its place among its siblings stays.
    pub(super) fn replace(&mut self, node: NodeId, changed: Node) {
        let old = *self.tree().node(node);
        self.journal.push((node, old));
        *self.found.tree.node_mut(node) = Node {
            next: old.next,
            ..changed
        };
    }

    /// Changes what comes after a node.
    pub(super) fn relink(&mut self, node: NodeId, next: NodeId) {
        let old = *self.tree().node(node);
        self.journal.push((node, old));
        self.found.tree.node_mut(node).next = next;
    }

    /// Gives a scalar another kind and text.
    pub(super) fn rewrite(&mut self, node: NodeId, kind: NodeKind, text: &str) {
        let side = &mut self.found.tree.side;
        let a = u32::try_from(side.len()).unwrap_or(NONE);
        side.push_str(text);
        let b = u32::try_from(side.len()).unwrap_or(NONE);
        let changed = Node {
            kind,
            side: true,
            a,
            b,
            ..*self.tree().node(node)
        };
        self.replace(node, changed);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            violations: self.findings.violations.len(),
            warnings: self.findings.warnings.len(),
            fixes: self.findings.fixes.len(),
            journal: self.journal.len(),
            ignored: self.ignored.len(),
            lost: self.lost.len(),
            defaults: self.findings.defaults,
        }
    }

    /// Takes back everything since the mark.
    pub(super) fn take_back(&mut self, mark: Mark) {
        self.findings.violations.truncate(mark.violations);
        self.findings.warnings.truncate(mark.warnings);
        self.findings.fixes.truncate(mark.fixes);
        self.ignored.truncate(mark.ignored);
        self.lost.truncate(mark.lost);
        self.findings.defaults = mark.defaults;
        while self.journal.len() > mark.journal {
            if let Some((node, old)) = self.journal.pop() {
                *self.found.tree.node_mut(node) = old;
            }
        }
    }

    /// Tries a reading, and takes it back unless it is kept.
    pub(super) fn attempt(&mut self, reading: impl FnOnce(&mut Self) -> bool) -> bool {
        let mark = self.mark();
        self.trials += 1;
        let kept = reading(self);
        self.trials -= 1;
        if !kept {
            self.take_back(mark);
        }
        kept
    }

    /// Takes back every change of the tree, and hands over what was found.
    pub(crate) fn undo(mut self) -> Findings {
        while let Some((node, old)) = self.journal.pop() {
            *self.found.tree.node_mut(node) = old;
        }
        self.findings
    }
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    violations: usize,
    warnings: usize,
    fixes: usize,
    journal: usize,
    ignored: usize,
    lost: usize,
    defaults: bool,
}
