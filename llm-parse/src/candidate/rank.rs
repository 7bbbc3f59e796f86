//! Which of the values of a text is likelier the answer than another.

use super::{Candidate, Found, Place, prose_before};
use crate::cue::{Cue, asks_anew, cue};
use crate::disclaimer::behind;
use crate::tree::{NodeId, NodeKind, Tree};

impl Found<'_> {
    pub(super) fn rank(&mut self) {
        self.hear();
        for candidate in &mut self.candidates {
            candidate.aside = !candidate.open && is_aside(&self.tree, candidate);
        }
        self.candidates
            .sort_by_key(|candidate| (candidate.standing(), candidate.span.start));
        self.prefer_clean();
    }

    /// Puts what needs no repair before what does, where it says the same in other words.
    fn prefer_clean(&mut self) {
        let tree = &self.tree;
        let Some(first) = self.candidates.first().filter(|first| !first.is_clean()) else {
            return;
        };
        let clean = self
            .candidates
            .iter()
            .position(|other| other.is_clean() && other.standing() == first.standing());
        if let Some(clean) =
            clean.filter(|clean| is_alike(tree, first.root, self.candidates[*clean].root))
        {
            self.candidates[..=clean].rotate_right(1);
        }
    }

    /// Hears what is said of each of several values.
    fn hear(&mut self) {
        if self.candidates.len() < 2 {
            return;
        }
        let start = self.answer.start;
        let (mut end, mut answered, mut beyond) = (start, false, false);
        for candidate in &mut self.candidates {
            let span = candidate.span.start as usize..candidate.span.end as usize;
            let before = self.tree.source.get(end..span.start).unwrap_or_default();
            // What strikes the value before out ends with the sign with which it began.
            let struck = before.strip_prefix("~~").filter(|_| end > start);
            let before = struck.unwrap_or(before);
            let after = self.tree.source.get(end..self.answer.end);
            beyond |= answered && asks_anew(before);
            candidate.cue = if beyond {
                Cue::Beyond
            } else if end > start && behind(after.unwrap_or_default()).is_some() {
                Cue::Answer
            } else {
                cue(prose_before(before, candidate.place))
            };
            answered |= candidate.cue < Cue::Example && self.tree.len(candidate.root) > 0;
            end = span.end;
        }
    }
}

/// Whether one value may be a restatement of another: lists, or objects that share a key.
fn is_alike(tree: &Tree<'_>, a: NodeId, b: NodeId) -> bool {
    const KEYS: usize = 32;
    let keys = |node| tree.entries(node).take(KEYS).map(|(key, _)| tree.text(key));
    match (tree.kind(a), tree.kind(b)) {
        (NodeKind::Object, NodeKind::Object) => {
            keys(a).any(|key| keys(b).any(|other| key == other))
        }
        (a, b) => a == b,
    }
}

/// In a sentence, `{}` is mostly a placeholder and `[1]` a reference; on a line of its own it is a value.
fn is_aside(tree: &Tree<'_>, candidate: &Candidate) -> bool {
    let root = candidate.root;
    let span = candidate.span.start as usize..candidate.span.end as usize;
    let before = tree.source[..span.start].chars().rev();
    if is_line_end(before) && is_line_end(tree.source[span.end..].chars()) {
        return false;
    }
    match tree.kind(root) {
        NodeKind::Object => tree.len(root) == 0,
        NodeKind::List => {
            let beside_text = matches!(candidate.place, Place::Prose | Place::OtherFence);
            let reference = beside_text && tree.len(root) == 1;
            tree.len(root) == 0 || (reference && tree.kind(tree.first(root)) == NodeKind::Number)
        }
        _ => false,
    }
}

/// Whether nothing but white space stands before the end of the line.
fn is_line_end(mut chars: impl Iterator<Item = char>) -> bool {
    let next = chars.find(|c| *c == '\n' || !c.is_whitespace());
    next.is_none_or(|c| c == '\n')
}
