//! What is refused, and where.

use super::{STEPS, Walk, next};
use crate::dialect::{Count, Rules};
use crate::known::literal::equal;
use crate::known::tree::Node;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    Gap(&'static str),
    Depth(u32, u32),
    Number(usize, Count, u32),
}

impl Refusal {
    /// Whether both are of one kind, of which the first place is enough.
    pub(super) const fn is_like(&self, other: &Refusal) -> bool {
        match (self, other) {
            (Refusal::Gap(one), Refusal::Gap(other)) => equal(one, other),
            (Refusal::Depth(..), Refusal::Depth(..)) => true,
            (Refusal::Number(_, one, _), Refusal::Number(_, other, _)) => {
                *one as usize == *other as usize
            }
            _ => false,
        }
    }
}

/// What is refused, and where.
pub(crate) struct Refused {
    pub(crate) what: Refusal,
    pub(super) path: [&'static str; STEPS],
    pub(super) len: usize,
}

impl Refused {
    pub(crate) const fn path(&self) -> &[&'static str] {
        self.path.split_at(self.len).0
    }
}

/// What these rules surely refuse, one of each kind.
pub(crate) struct Refusals {
    all: [Option<Refused>; MOST],
    pub(crate) len: usize,
}

impl Refusals {
    pub(crate) const fn at(&self, index: usize) -> Option<&Refused> {
        if index < self.len {
            self.all[index].as_ref()
        } else {
            None
        }
    }
}

/// As many kinds of refusals as there are.
pub(super) const MOST: usize = 10;

/// Looks for one kind after the other, since a walk ends where it finds one.
pub(crate) const fn refusals(node: &'static Node, rules: &'static Rules) -> Refusals {
    let (mut all, mut before, mut len) = ([const { None }; MOST], [None; MOST], 0);
    while len < MOST
        && let Some(refused) = next(node, rules, before)
    {
        before[len] = Some(refused.what);
        all[len] = Some(refused);
        len += 1;
    }
    Refusals { all, len }
}

impl Walk {
    pub(super) const fn was_found(&self, what: &Refusal) -> bool {
        let mut rest: &[Option<Refusal>] = &self.before;
        while let [Some(before), after @ ..] = rest {
            if before.is_like(what) {
                return true;
            }
            rest = after;
        }
        false
    }
}
