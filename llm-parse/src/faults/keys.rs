//! Keys of maps, and types below their newtypes.

use super::shadow;
use crate::shape::{Content, Kind, Tagging, Variant, View};

/// What a type is that is never the key of a map.
pub(super) fn no_key(view: View<'_>) -> Option<&'static str> {
    match &naked(view, true).shape.kind {
        Kind::List(_) => Some("a list"),
        Kind::Tuple(_) => Some("a tuple"),
        Kind::Map(_) => Some("a map"),
        Kind::Struct(_) => Some("a struct"),
        Kind::Unit => Some("null"),
        Kind::Enum(kind) => {
            let is_name = |one: &Variant| matches!(one.content, Content::Unit) && !one.untagged;
            let has_names =
                matches!(kind.tagging, Tagging::External) && kind.variants.iter().any(is_name);
            let is_open = matches!(kind.tagging, Tagging::Untagged)
                || kind.variants.iter().any(|one| one.untagged);
            (!has_names && !is_open).then_some("an enum whose variants hold values")
        }
        _ => None,
    }
}

pub(super) fn number_key(view: View<'_>) -> bool {
    matches!(
        naked(view, false).shape.kind,
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Bool
    )
}

/// The type below its newtypes, and its options. One that is round itself has a fault of its own.
pub(super) fn naked(mut view: View<'_>, options: bool) -> View<'_> {
    for _ in 0..shadow::DEPTH {
        match &view.shape.kind {
            Kind::Newtype(newtype) if !newtype.field.custom => view = view.at(newtype.field.shape),
            Kind::Option(inner) if options => view = view.at(*inner),
            _ => break,
        }
    }
    view
}
