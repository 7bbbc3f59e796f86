//! One list of all values that stand where the answer is, where a list is wanted and none stands there.

use std::collections::HashSet;
use std::ops::Range;

use super::Search;
use super::doubt::{leaves_out, numbers_jump};
use super::loose::{Loose, takes_scalar};
use super::rival::says_or;
use crate::build::position;
use crate::candidate::{Candidate, Found, RawFault, RawFix};
use crate::cue::Cue;
use crate::fix::FixKind;
use crate::rules::quote;
use crate::shape::{Kind, View};
use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};
use crate::violation::Code;

impl Search<'_, '_> {
    /// Makes one candidate of the values.
    pub(super) fn join(&self, found: &mut Found<'_>) -> Option<()> {
        let item = item_of(self.view)?;
        let parts = parts(found)?;
        let root = |part: &usize| found.candidates[*part].root;
        let mut roots: Vec<NodeId> = parts.iter().map(root).collect();
        if !may_be_items(&found.tree, &roots, item) {
            return None;
        }
        let Loose {
            items,
            mut doubts,
            mut fixes,
        } = self.loose(found, &parts, item);
        if roots.len() == 1 && items.is_empty() && doubts.is_empty() {
            return None;
        }
        roots.extend_from_slice(&items);
        roots.sort_unstable_by_key(|root| found.tree.node(*root).start);
        if let Some(apart) = roots.windows(2).find(|pair| is_apart(&found.tree, pair)) {
            // Without an item of its own line, each value is tried alone and found to have rivals.
            if items.is_empty() {
                return None;
            }
            doubts.push(between(&found.tree, apart));
        }
        let list = chain(&mut found.tree, &roots)?;
        fixes.push(wrapped(&found.tree, list));
        let doubts = doubts
            .into_iter()
            .map(|span| doubt(found.tree.source, span, list));
        let doubts: Vec<RawFault> = doubts.collect();
        replace(found, &parts, list, fixes, doubts);
        Some(())
    }
}

/// The shape of the items, where a list is wanted.
fn item_of(view: View<'_>) -> Option<View<'_>> {
    match &view.shape.kind {
        Kind::List(list) => Some(view.at(list.item)),
        Kind::Newtype(newtype) => item_of(view.at(newtype.field.shape)),
        _ => None,
    }
}

/// The candidates that stand where the likeliest one does, as in the text.
fn parts(found: &Found<'_>) -> Option<Vec<usize>> {
    let first = found.candidates.first()?;
    let is_part = |candidate: &Candidate| {
        // What stands before the first one that is called the answer is none.
        let plain = candidate.cue == Cue::Plain && candidate.span.start > first.span.start;
        candidate.place == first.place && (candidate.cue == first.cue || plain)
    };
    let all = 0..found.candidates.len();
    let mut parts: Vec<usize> = all.filter(|at| is_part(&found.candidates[*at])).collect();
    parts.sort_unstable_by_key(|part| found.candidates[*part].span.start);
    Some(parts)
}

/// Whether values may be the items of one list: objects, with words among them where an item may be one, or lists where
/// those are wanted.
fn may_be_items(tree: &Tree<'_>, roots: &[NodeId], item: View<'_>) -> bool {
    let is = |root: &NodeId, kind| tree.kind(*root) == kind;
    let object = |root: &NodeId| is(root, NodeKind::Object);
    let list = |root: &NodeId| is(root, NodeKind::List);
    let flat = |root: &NodeId| tree.items(*root).all(|item| !list(&item));
    let lists = matches!(item.shape.kind, Kind::List(_) | Kind::Tuple(_));
    let scalars = takes_scalar(item) && roots.iter().any(object);
    roots.iter().all(object)
        || (scalars && !roots.iter().any(list))
        || (lists && roots.len() > 1 && roots.iter().all(|root| list(root) && flat(root)))
}

fn between(tree: &Tree<'_>, pair: &[NodeId]) -> Range<usize> {
    tree.span(pair[0]).end..tree.span(pair[1]).start
}

/// Whether the text between two values says that they are no neighbours in one list.
fn is_apart(tree: &Tree<'_>, pair: &[NodeId]) -> bool {
    let text = tree.source.get(between(tree, pair)).unwrap_or_default();
    let start = |root| tree.span(root).start;
    says_or(text) || leaves_out(text) || numbers_jump(tree.source, start(pair[0]), start(pair[1]))
}

/// Makes a list of values.
fn chain(tree: &mut Tree<'_>, roots: &[NodeId]) -> Option<NodeId> {
    for pair in roots.windows(2) {
        tree.node_mut(pair[0]).next = pair[1];
    }
    let (first, last) = (*roots.first()?, *roots.last()?);
    let start = tree.node(first).start;
    let Node { end, open, .. } = *tree.node(last);
    let b = u32::try_from(roots.len()).ok()?;
    Some(tree.push(Node {
        kind: NodeKind::List,
        side: false,
        open,
        start,
        end,
        a: first,
        b,
        next: NONE,
    }))
}

fn wrapped(tree: &Tree<'_>, list: NodeId) -> RawFix {
    let detail = "made a list of the values in the text";
    RawFix::new(FixKind::Wrapped, tree.span(list), list, detail)
}

fn doubt(source: &str, span: Range<usize>, list: NodeId) -> RawFault {
    let seen = source.get(span.clone()).unwrap_or_default().trim();
    RawFault {
        code: Code::Ambiguous,
        start: position(span.start),
        end: position(span.end),
        node: list,
        expected: "one list with all items in it".into(),
        found: quote(seen).into(),
    }
}

/// Puts the list in the place of its parts.
fn replace(
    found: &mut Found<'_>,
    parts: &[usize],
    list: NodeId,
    mut fixes: Vec<RawFix>,
    mut faults: Vec<RawFault>,
) {
    let first = &found.candidates[parts[0]];
    let Node {
        start, end, open, ..
    } = *found.tree.node(list);
    let (lead, ranked) = (first.lead.clone(), &found.candidates[0]);
    let mut joined = Candidate {
        root: list,
        span: start..end,
        place: ranked.place,
        lead: lead.start.min(start)..lead.end.min(start),
        fixes: 0..0,
        faults: 0..0,
        open,
        cue: ranked.cue,
        aside: false,
    };
    for part in parts {
        let part = &found.candidates[*part];
        fixes.extend_from_slice(&found.fixes[part.fixes.clone()]);
        faults.extend_from_slice(&found.faults[part.faults.clone()]);
    }
    let (first_fix, first_fault) = (found.fixes.len(), found.faults.len());
    found.fixes.append(&mut fixes);
    found.faults.append(&mut faults);
    joined.fixes = first_fix..found.fixes.len();
    joined.faults = first_fault..found.faults.len();
    let taken: HashSet<usize> = parts.iter().copied().collect();
    let mut at = 0..;
    found
        .candidates
        .retain(|_| at.next().is_some_and(|at| !taken.contains(&at)));
    found.candidates.insert(0, joined);
}
