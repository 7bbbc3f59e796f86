//! How much of a text's values had been found, to go back to.

use super::Found;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    nodes: usize,
    side: usize,
    fixes: usize,
    faults: usize,
    candidates: usize,
}

impl Mark {
    pub(crate) fn faults(&self) -> usize {
        self.faults
    }

    pub(crate) fn candidates(&self) -> usize {
        self.candidates
    }
}

impl Found<'_> {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            nodes: self.tree.nodes.len(),
            side: self.tree.side.len(),
            fixes: self.fixes.len(),
            faults: self.faults.len(),
            candidates: self.candidates.len(),
        }
    }

    /// Forgets what was found since.
    pub(crate) fn reset(&mut self, mark: &Mark) {
        self.tree.nodes.truncate(mark.nodes);
        self.tree.side.truncate(mark.side);
        self.fixes.truncate(mark.fixes);
        self.faults.truncate(mark.faults);
        self.candidates.truncate(mark.candidates);
    }

    /// Forgets all that was found: it was a draft.
    pub(crate) fn forget(&mut self) {
        self.tree.nodes.clear();
        self.tree.side.clear();
        self.fixes.clear();
        self.faults.clear();
        self.candidates.clear();
    }
}
