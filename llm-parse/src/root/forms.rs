//! What the type asks of the reply: text, a word, one value or several.

use std::ops::Range;

use crate::align::Findings;
use crate::candidate::{Candidate, Found, Place};
use crate::fix::{Fix, FixKind, extracted};
use crate::path::Path;
use crate::shape::{Content, Kind, View};
use crate::tree::NodeKind;

/// Whether the whole text is the value, unless it is a JSON string.
pub(crate) fn is_text(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::String(form) => form.noun.is_empty(),
        Kind::Newtype(newtype) => is_text(view.at(newtype.field.shape)),
        _ => false,
    }
}

/// Whether a word for nothing is a value of this shape.
pub(super) fn takes_nothing(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(_) => true,
        Kind::Enum(kind) => kind.takes_nothing(view),
        _ => false,
    }
}

/// Whether a word is a variant of this shape without content.
pub(super) fn names_variant(view: View<'_>, word: &str) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => names_variant(view.at(*inner), word),
        Kind::Newtype(newtype) => names_variant(view.at(newtype.field.shape), word),
        Kind::Enum(kind) => {
            let variant = kind.variant_of(word);
            variant.is_some_and(|variant| matches!(variant.content, Content::Unit))
        }
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

/// Whether a value of this shape is a number or a bool.
pub(super) fn is_figure(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => is_figure(view.at(*inner)),
        Kind::Newtype(newtype) => is_figure(view.at(newtype.field.shape)),
        kind => matches!(
            kind,
            Kind::Bool | Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number
        ),
    }
}

/// The candidates in the order in which they are tried: where a list is wanted, lists before what would be made one.
pub(super) fn in_order(found: &Found<'_>, view: View<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.candidates.len()).collect();
    if takes_several(view) {
        order.sort_by_key(|index| {
            let candidate = &found.candidates[*index];
            candidate.aside || found.tree.kind(candidate.root) != NodeKind::List
        });
    }
    order
}

/// Whether a value of this shape is written as an object.
pub(super) fn takes_entries(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => takes_entries(view.at(*inner)),
        Kind::Newtype(newtype) => takes_entries(view.at(newtype.field.shape)),
        Kind::Struct(_) | Kind::Map(_) | Kind::Enum(_) | Kind::Any | Kind::Opaque(_) => true,
        _ => false,
    }
}

/// Whether a value of this shape may be made of several values in the text.
pub(super) fn takes_several(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::List(_) => true,
        Kind::Newtype(newtype) => takes_several(view.at(newtype.field.shape)),
        _ => false,
    }
}

/// Whether a value of this shape is a list, if it is anything.
pub(super) fn is_list_type(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => is_list_type(view.at(*inner)),
        Kind::Newtype(newtype) => is_list_type(view.at(newtype.field.shape)),
        Kind::List(_) => true,
        _ => false,
    }
}

/// Whether an object says that it is of the type, or what is hardly an answer that it is one: with a key of it, or as it
/// stands.
pub(super) fn says_enough(view: View<'_>, findings: &Findings, candidate: &Candidate) -> bool {
    let Kind::Struct(kind) = &view.shape.kind else {
        return true;
    };
    let own = !kind.fields.is_empty() && !kind.fields.iter().any(|field| field.flatten);
    let outer = findings
        .fixes
        .iter()
        .any(|fix| fix.kind() == FixKind::OuterKey);
    candidate.aside || !own || outer || findings.matched > 0
}

/// Whether a value of this shape is an object of any keys.
pub(super) fn is_map(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => is_map(view.at(*inner)),
        Kind::Newtype(newtype) => is_map(view.at(newtype.field.shape)),
        Kind::Map(_) => true,
        _ => false,
    }
}

/// Whether a value of this shape is an object of any keys, none of which holds another one.
pub(super) fn is_map_of_scalars(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => is_map_of_scalars(view.at(*inner)),
        Kind::Newtype(newtype) => is_map_of_scalars(view.at(newtype.field.shape)),
        Kind::Map(map) => !takes_entries(view.at(map.value)),
        _ => false,
    }
}

/// Whether a value of this shape cannot be told from other objects or lists in the text.
pub(super) fn takes_any(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Option(inner) => takes_any(view.at(*inner)),
        Kind::Newtype(newtype) => takes_any(view.at(newtype.field.shape)),
        Kind::Map(_) | Kind::Any => true,
        Kind::Struct(kind) => {
            !kind.deny_unknown && !kind.fields.iter().any(|f| f.is_required(view))
        }
        _ => false,
    }
}

/// What of the text is not in the value: what stands round it, and other values.
pub(super) fn left_out(found: &Found<'_>, candidate: &Candidate) -> Vec<Fix> {
    let span = |span: &Range<u32>| span.start as usize..span.end as usize;
    let (whole, own) = (found.tree.source.trim(), span(&candidate.span));
    let mut fixes = Vec::new();
    if candidate.place != Place::Whole && own.len() < whole.len() {
        fixes.push(extracted(own));
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
