//! What the type asks of the reply: text, a word, one value or several.

use std::ops::Range;

use crate::candidate::{Candidate, Found, Place, RawFix};
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::shape::{Content, Kind, View};
use crate::tree::{NONE, Node, NodeId, NodeKind};

/// Whether the whole text is the value, unless it is a JSON string.
pub(super) fn is_text(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::String(form) => form.noun.is_empty(),
        Kind::Newtype(newtype) => is_text(view.at(newtype.field.shape)),
        _ => false,
    }
}

/// Whether a word or a number is a value of this shape.
pub(super) fn is_scalar(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float { .. }
        | Kind::Decimal
        | Kind::Number
        | Kind::Char
        | Kind::String(_) => true,
        Kind::Option(inner) => is_scalar(view.at(*inner)),
        Kind::Newtype(newtype) => is_scalar(view.at(newtype.field.shape)),
        Kind::Enum(kind) => kind
            .variants
            .iter()
            .any(|variant| matches!(variant.content, Content::Unit)),
        _ => false,
    }
}

/// The candidates in the order in which they are tried: where a list is wanted, lists before what would be made one.
pub(super) fn in_order(found: &Found<'_>, view: View<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.candidates.len()).collect();
    if takes_several(view) {
        order.sort_by_key(|index| found.tree.kind(found.candidates[*index].root) != NodeKind::List);
    }
    order
}

/// Makes one candidate of all objects that stand where the answer is, where a list is wanted and none stands there.
pub(super) fn several(found: &mut Found<'_>, view: View<'_>) -> bool {
    join(found, view).is_some()
}

fn join(found: &mut Found<'_>, view: View<'_>) -> Option<()> {
    let place = found
        .candidates
        .first()
        .filter(|_| takes_several(view))?
        .place;
    let of_place = found
        .candidates
        .iter()
        .filter(|candidate| candidate.place == place);
    let mut roots: Vec<NodeId> = of_place.map(|candidate| candidate.root).collect();
    if roots.len() < 2
        || !roots
            .iter()
            .all(|root| found.tree.kind(*root) == NodeKind::Object)
    {
        return None;
    }
    roots.sort_unstable_by_key(|root| found.tree.node(*root).start);
    for pair in roots.windows(2) {
        found.tree.node_mut(pair[0]).next = pair[1];
    }
    let (first, last) = (*roots.first()?, *roots.last()?);
    let start = found.tree.node(first).start;
    let Node { end, open, .. } = *found.tree.node(last);
    let b = u32::try_from(roots.len()).ok()?;
    let root = found.tree.push(Node {
        kind: NodeKind::List,
        side: false,
        open,
        start,
        end,
        a: first,
        b,
        next: NONE,
    });
    let (mut fixes, mut faults) = (Vec::new(), Vec::new());
    found.candidates.retain(|candidate| {
        let part = candidate.place == place;
        if part {
            fixes.extend_from_slice(&found.fixes[candidate.fixes.clone()]);
            faults.extend_from_slice(&found.faults[candidate.faults.clone()]);
        }
        !part
    });
    fixes.push(RawFix {
        kind: FixKind::Wrapped,
        start,
        end,
        node: root,
        detail: "made a list of the values in the text",
    });
    let (first_fix, first_fault) = (found.fixes.len(), found.faults.len());
    found.fixes.append(&mut fixes);
    found.faults.append(&mut faults);
    found.candidates.insert(
        0,
        Candidate {
            root,
            span: start..end,
            place,
            fixes: first_fix..found.fixes.len(),
            faults: first_fault..found.faults.len(),
            open,
        },
    );
    Some(())
}

/// Whether a value of this shape may be made of several values in the text.
pub(super) fn takes_several(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::List(_) => true,
        Kind::Newtype(newtype) => takes_several(view.at(newtype.field.shape)),
        _ => false,
    }
}

/// What of the text is not in the value: what stands round it, and other values.
pub(super) fn left_out(found: &Found<'_>, candidate: &Candidate) -> Vec<Fix> {
    let span = |span: &Range<u32>| span.start as usize..span.end as usize;
    let (whole, own) = (found.tree.source.trim(), span(&candidate.span));
    let mut fixes = Vec::new();
    if candidate.place != Place::Whole && own.len() < whole.len() {
        let detail = "took the value out of the text around it";
        fixes.push(Fix::new(Path::default(), FixKind::Extracted, own, detail));
    }
    let others = found
        .candidates
        .iter()
        .filter(|other| other.root != candidate.root);
    fixes.extend(others.map(|other| {
        let detail = "left out another value in the text";
        Fix::new(
            Path::default(),
            FixKind::OtherValue,
            span(&other.span),
            detail,
        )
    }));
    fixes
}

/// Whether nothing is said before a value.
pub(super) fn stands_first(found: &Found<'_>, candidate: &Candidate) -> bool {
    let start = candidate.span.start as usize;
    let before = found
        .tree
        .source
        .get(found.answer.start..start)
        .unwrap_or_default()
        .trim();
    before.is_empty() || (before.starts_with("```") && !before.contains('\n'))
}
