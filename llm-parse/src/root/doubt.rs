//! What else in a text makes a list or map that was read doubtful: another one, an item, or word of what is left out.

use std::collections::HashSet;
use std::ops::Range;

use super::Search;
use super::forms::{is_list_type, is_map};
use super::own::Own;
use super::rival::alternative;
use crate::align::{Aligner, expected};
use crate::candidate::{Candidate, Found, Place, prose_before};
use crate::cue::Cue;
use crate::disclaimer::partial;
use crate::lenient::{
    Listed, Marker, is_operand, marked_behind, marker, more_behind, part_beside, partial_before,
    partial_behind,
};
use crate::path::Path;
use crate::rules::quote;
use crate::shape::{Kind, View};
use crate::tree::{NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};

impl Search<'_, '_> {
    /// What in the text says that the value that was read is not the answer, or not all of it.
    pub(super) fn doubt(&self, found: &mut Found<'_>, taken: &Candidate) -> Option<Violation> {
        let ambiguous = |span: Range<usize>, wanted: String, seen: String| {
            Violation::new(Path::default(), Code::Ambiguous, wanted, seen).with_span(Some(span))
        };
        let wanted = || expected(self.view, &[]);
        if let Some((other, kind)) = self.another(found, taken) {
            let span = other.start as usize..other.end as usize;
            let wanted = format!("{} and no second one", wanted());
            return Some(ambiguous(span, wanted, format!("another {kind}")));
        }
        let span = self.left_out(found, taken)?;
        let seen = quote(&found.tree.source[span.clone()]);
        Some(ambiguous(
            span,
            format!("{} with all that is in it", wanted()),
            seen,
        ))
    }

    /// Another value that may be the answer, and what it is.
    fn another(
        &self,
        found: &mut Found<'_>,
        taken: &Candidate,
    ) -> Option<(Range<u32>, &'static str)> {
        if found.candidates.len() < 2 {
            return None;
        }
        let list = self.other_list(found, taken).map(|other| (other, "list"));
        let other = list.or_else(|| Some((self.other_object(found, taken)?, "object")));
        let other = other.or_else(|| Some((self.rival(found, taken)?, "value")));
        other.or_else(|| Some((alternative(found, taken)?, "value")))
    }

    /// Another list that is as likely the answer as the one that was taken: they may be parts of one.
    fn other_list(&self, found: &mut Found<'_>, taken: &Candidate) -> Option<Range<u32>> {
        let tree = &found.tree;
        if !is_list_type(self.view) || tree.kind(taken.root) != NodeKind::List {
            return None;
        }
        // The box of a task that is not done: `- [ ] checked`.
        let is_box = |root: NodeId| tree.len(root) == 0 && &tree.source[tree.span(root)] != "[]";
        let is_list = |root: NodeId| tree.kind(root) == NodeKind::List && !is_box(root);
        let own = tree.canonical(taken.root);
        let rivals = |other: &&Candidate| {
            let beside = tree.len(other.root) < 2 && stand_together(tree.source, other, taken);
            let alike = other.standing() == taken.standing() || beside;
            alike && other.root != taken.root && is_list(other.root)
        };
        let mut rivals = found.candidates.iter().filter(rivals);
        let rival = rivals.find(|other| tree.canonical(other.root) != own);
        let rival = rival.map(|rival| rival.span.clone());
        rival.or_else(|| self.other_than_none(found, taken, NodeKind::List))
    }

    /// Another object that is as likely the map, or would be a further item of the list, in a fence or out of it.
    fn other_object(&self, found: &mut Found<'_>, taken: &Candidate) -> Option<Range<u32>> {
        let tree = &found.tree;
        if is_map(self.view) {
            let alike = |other: &Candidate| other.standing() == taken.standing();
            return self.other(found, taken, NodeKind::Object, alike);
        }
        if !is_list_type(self.view) {
            return None;
        }
        let mut own = HashSet::from([tree.canonical(taken.root)]);
        if tree.kind(taken.root) == NodeKind::List {
            own.extend(tree.items(taken.root).map(|item| tree.canonical(item)));
        }
        let is_new =
            |root| tree.kind(root) == NodeKind::Object && !own.contains(&tree.canonical(root));
        let others = found.candidates.iter().filter(|other| {
            let beyond = other.cue == Cue::Beyond && stands_apart(found, taken);
            let said = !other.aside
                && other.place != Place::OtherFence
                && (other.cue <= taken.cue || beyond);
            said && (is_new(other.root)
                || (tree.kind(other.root) == NodeKind::List && tree.items(other.root).any(is_new)))
        });
        let further: HashSet<NodeId> = others.map(|other| other.root).collect();
        let may_be = |other: &Candidate| further.contains(&other.root);
        let other = self.other(found, taken, NodeKind::Object, may_be);
        let other = other.or_else(|| self.other(found, taken, NodeKind::List, may_be));
        other.or_else(|| self.other_than_none(found, taken, NodeKind::Object))
    }

    /// What may be the answer as well where an empty list was taken, also at a less likely place.
    fn other_than_none(
        &self,
        found: &mut Found<'_>,
        taken: &Candidate,
        kind: NodeKind,
    ) -> Option<Range<u32>> {
        if found.tree.kind(taken.root) != NodeKind::List || found.tree.len(taken.root) > 0 {
            return None;
        }
        let may_be = |other: &Candidate| {
            !other.aside
                && other.place != Place::OtherFence
                && other.cue <= taken.cue.max(Cue::Plain)
        };
        self.other(found, taken, kind, may_be)
    }

    /// Another value that would be one of the type.
    fn other(
        &self,
        found: &mut Found<'_>,
        taken: &Candidate,
        kind: NodeKind,
        may_be: impl Fn(&Candidate) -> bool,
    ) -> Option<Range<u32>> {
        let is_full = |tree: &Tree<'_>, root| tree.kind(root) == kind && tree.len(root) > 0;
        let is_other = |found: &Found<'_>, other: &Candidate| {
            is_full(&found.tree, other.root) && may_be(other)
        };
        self.first_other(found, taken, is_other, Self::may_be)
    }

    /// The first of some values that is a value of the type, and another one than was taken.
    pub(super) fn first_other(
        &self,
        found: &mut Found<'_>,
        taken: &Candidate,
        is_other: impl Fn(&Found<'_>, &Candidate) -> bool,
        is_value: impl Fn(&Self, &mut Found<'_>, NodeId) -> bool,
    ) -> Option<Range<u32>> {
        // More than so many values are not looked at; there is one among them as a rule.
        const MANY: usize = 8;
        let own = found.tree.canonical(taken.root);
        let others = found.candidates.iter().filter(|other| {
            other.root != taken.root && other.faults.is_empty() && is_other(found, other)
        });
        let others = others.take(MANY);
        let others: Vec<_> = others
            .map(|other| (other.root, other.span.clone()))
            .collect();
        let other = others
            .into_iter()
            .find(|(root, _)| found.tree.canonical(*root) != own && is_value(self, found, *root));
        other.map(|(_, span)| span)
    }

    /// Whether an object would be a value of the type, or holds a list that would, under a key of its own.
    fn may_be(&self, found: &mut Found<'_>, root: NodeId) -> bool {
        let object = found.tree.kind(root) == NodeKind::Object;
        let inner = object
            .then(|| self.outer_entry(&found.tree, root))
            .flatten();
        let inner = inner.map(|(_, value)| value);
        let inner = inner.filter(|value| {
            found.tree.kind(*value) == NodeKind::List && found.tree.len(*value) > 0
        });
        self.fits(found, root, self.view)
            || inner.is_some_and(|value| self.fits(found, value, self.view))
    }

    /// Whether a value would be one of a type, as it stands or mended.
    pub(super) fn fits(&self, found: &mut Found<'_>, root: NodeId, view: View<'_>) -> bool {
        let mut aligner = Aligner::new(found, self.reader.leniency, self.reader.max_depth);
        let sound = aligner.value(root, view, &[]);
        aligner.undo().violations.is_empty() && sound
    }

    /// What stands behind a value and says that more belongs to it, or that it belongs to more.
    fn left_out(&self, found: &Found<'_>, taken: &Candidate) -> Option<Range<usize>> {
        let end = taken.span.end as usize;
        let behind = found.tree.source.get(end..found.answer.end)?;
        let several = is_list_type(self.view) || is_map(self.view);
        let more = more_behind(behind).filter(|_| several);
        let more =
            more.or_else(|| next_item(found, taken, behind).filter(|_| is_list_type(self.view)));
        let before = || {
            found
                .tree
                .source
                .get(found.answer.start..taken.span.start as usize)
        };
        // What was made a list of values that stand apart may have each of them numbered.
        let is_one =
            || found.tree.kind(taken.root) != NodeKind::List || !stands_apart(found, taken);
        let part = || part_beside(prose_before(before()?, taken.place), behind);
        let more = more.or_else(|| part().filter(|_| several && is_one()));
        let more = more
            .or_else(|| self.partial(found, taken, prose_before(before()?, taken.place), behind));
        let operand = || is_operand(behind).then(|| behind.lines().next()).flatten();
        let more = more.or_else(operand)?;
        let start = more.as_ptr() as usize - found.tree.source.as_ptr() as usize;
        Some(start..start + more.len())
    }
}

impl Search<'_, '_> {
    /// The sentence beside a value that says that a list, which it is or has in it, is not whole.
    fn partial<'t>(
        &self,
        found: &Found<'_>,
        taken: &Candidate,
        before: &'t str,
        behind: &'t str,
    ) -> Option<&'t str> {
        if is_list_type(self.view) || is_map(self.view) {
            let listed = Listed::Root(found.tree.len(taken.root));
            let own = Own::new(self.view, &found.tree.source[found.tree.span(taken.root)]);
            let said = partial_behind(behind, &listed).or_else(|| partial_before(before));
            return said.or_else(|| partial(before, behind, Some(&own)));
        }
        let names = self.lists();
        (!names.is_empty()).then(|| partial_behind(behind, &Listed::Inside(&names)))?
    }

    /// The names of the fields that are lists.
    pub(super) fn lists(&self) -> Vec<&str> {
        let Kind::Struct(kind) = &self.view.shape.kind else {
            return Vec::new();
        };
        let fields = kind.fields.iter();
        let lists = fields.filter(|field| is_list_type(self.view.at(field.shape)));
        lists.map(|field| &*field.name).collect()
    }
}

/// The line behind a list that goes on with it in prose: `3. c` behind two items, `- c` behind items with bullets.
fn next_item<'t>(found: &Found<'t>, taken: &Candidate, behind: &'t str) -> Option<&'t str> {
    let (tree, (next, line)) = (&found.tree, marked_behind(behind)?);
    let (mut last, mut count) = (taken.root, 1);
    if tree.kind(taken.root) == NodeKind::List {
        count = tree.len(taken.root);
        // What was made a list of values that stand apart ends with the last one.
        let apart = stands_apart(found, taken);
        last = tree
            .items(taken.root)
            .last()
            .filter(|_| apart)
            .unwrap_or(last);
    }
    let before = tree.source.get(..tree.span(last).start)?;
    let own = before
        .lines()
        .next_back()
        .and_then(|line| marker(line.trim_start()));
    let is_heading = |line: &str| line.starts_with('#');
    let follows = match next {
        Marker::Number(number) => number == count + 1,
        // Of values that each have a heading.
        Marker::Bullet('#') => {
            count > 1 && before.lines().filter(|line| is_heading(line)).count() == count
        }
        Marker::Bullet(_) => own == Some(next),
    };
    follows.then_some(line)
}

/// Whether a list was made of values that stand apart.
fn stands_apart(found: &Found<'_>, taken: &Candidate) -> bool {
    !found.tree.source[found.tree.span(taken.root)].starts_with('[')
}

/// Whether a text between two values says that there are more between them: `...`, `- b, unknown`.
pub(super) fn leaves_out(between: &str) -> bool {
    let mut lines = between.lines().map(str::trim_start).rev();
    let own = lines.next().and_then(marker);
    let skipped = |line: &str| match (marker(line), own) {
        (Some(Marker::Number(_)), Some(Marker::Number(_))) => true,
        (other, own) => other.is_some() && other == own,
    };
    more_behind(between).is_some() || lines.any(skipped)
}

/// Whether the numbers before two values pass over others: `2. {..}` and `10. {..}`.
pub(super) fn numbers_jump(source: &str, one: usize, other: usize) -> bool {
    let number = |start: usize| {
        let line = source.get(..start)?.lines().next_back()?;
        match marker(line.trim_start()) {
            Some(Marker::Number(number)) => Some(number),
            _ => None,
        }
    };
    number(one)
        .zip(number(other))
        .is_some_and(|(one, other)| other > one.saturating_add(1))
}

/// Whether nothing but what strings values together stands between two: `[1, 2] and [3]`.
fn stand_together(source: &str, one: &Candidate, other: &Candidate) -> bool {
    const FEW: usize = 64;
    let (first, second) = if one.span.start < other.span.start {
        (one, other)
    } else {
        (other, one)
    };
    let between = source.get(first.span.end as usize..second.span.start as usize);
    let strung = |word: &str| ["", "and", "plus", "then", "also", "json"].contains(&word);
    let sign = |c: char| c.is_whitespace() || ",;&+`".contains(c);
    between.is_some_and(|between| between.len() <= FEW && between.split(sign).all(strung))
}
