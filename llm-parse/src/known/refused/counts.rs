//! Steps, depth and counts of a walk, and what it refuses.

use super::{Refusal, Walk};
use crate::dialect::Count;
use crate::known::literal::count;
use crate::known::tree::Node;

impl Walk {
    pub(super) const fn property(&mut self, name: &'static str, optional: bool, union: bool) {
        let len = self.step(name);
        self.count(Count::Properties, 1);
        self.count(Count::Characters, count(name));
        self.count(Count::Optional, optional as usize);
        self.count(Count::Unions, union as usize);
        self.back(len);
    }

    pub(super) const fn inner(&mut self, step: &'static str, node: &'static Node) {
        let len = self.step(step);
        self.value(node);
        self.back(len);
    }

    /// Goes a step; returns how to come back.
    pub(super) const fn step(&mut self, step: &'static str) -> usize {
        let len = self.len;
        if self.refusal.is_none() && len < self.path.len() {
            self.path[len] = step;
            self.len += 1;
        }
        len
    }

    pub(super) const fn back(&mut self, len: usize) {
        if self.refusal.is_none() {
            self.len = len;
        }
    }

    pub(super) const fn enter(&mut self) {
        self.depth += 1;
        if let Some(most) = self.rules.sizes.depth
            && self.depth > most
        {
            self.refuse(Refusal::Depth(self.depth, most));
        }
    }

    pub(super) const fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(super) const fn count(&mut self, what: Count, more: usize) {
        if self.again {
            return;
        }
        let count = &mut self.counted[what as usize];
        *count += more;
        let count = *count;
        if let Some(most) = what.most(&self.rules.sizes)
            && count > most as usize
        {
            self.refuse(Refusal::Number(count, what, most));
        }
    }

    pub(super) const fn gap(&mut self, what: &'static str) {
        self.refuse(Refusal::Gap(what));
    }

    pub(super) const fn refuse(&mut self, what: Refusal) {
        if self.refusal.is_none() && !self.was_found(&what) {
            self.refusal = Some(what);
        }
    }
}
