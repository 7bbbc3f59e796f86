//! What a constant sees of these faults: the own form of a field's type, and not what is inside it.

use crate::__private::Part;
use crate::LlmExtract;
use crate::known::{equal, is_name, slice, text};
use crate::shape::{Field, Kind, Shape, Tagging};

impl<T: LlmExtract> Part<T> {
    /// The shape of the type itself.
    pub const fn own(&self) -> &'static Shape {
        T::SHAPE
    }
}

/// Stops the build.
///
/// # Panics
///
/// Always, while the program is compiled.
#[track_caller]
#[expect(clippy::panic, reason = "it stops the build")]
pub const fn refuse(message: &str) {
    panic!("{}", message)
}

/// Whether the first takes whatever is written of the second.
pub const fn takes_all_of(first: &Shape, second: &Shape) -> bool {
    match (&first.kind, &second.kind) {
        (Kind::Any, _)
        | (Kind::Unit, Kind::Unit)
        | (Kind::Bool, Kind::Bool)
        | (Kind::Char, Kind::Char)
        | (Kind::Float { .. }, Kind::Integer { .. })
        | (Kind::Float { single: false }, Kind::Float { .. }) => true,
        (
            Kind::Integer { min, max, nonzero },
            Kind::Integer {
                min: low,
                max: high,
                nonzero: without,
            },
        ) => *min <= *low && *max >= *high && (!*nonzero || *without),
        (Kind::String(form), Kind::String(_) | Kind::Char) => form.accepts.is_none(),
        (Kind::String(form), Kind::Enum(names)) => form.accepts.is_none() && is_name(names),
        _ => false,
    }
}

/// Whether a field of the type may be absent by what the type is.
pub const fn is_optional(shape: &Shape) -> bool {
    matches!(shape.kind, Kind::Option(_))
}

/// Whether the type is written as an object in which none of the keys has a meaning.
pub const fn is_object_without(shape: &Shape, mut keys: &[&str]) -> bool {
    let Kind::Struct(kind) = &shape.kind else {
        return false;
    };
    let mut fields = slice(&kind.fields);
    while let [field, after @ ..] = fields {
        if field.flatten {
            return false;
        }
        fields = after;
    }
    while let [key, after @ ..] = keys {
        if knows_key(slice(&kind.fields), key) {
            return false;
        }
        keys = after;
    }
    true
}

const fn knows_key(mut fields: &[Field], key: &str) -> bool {
    while let [field, after @ ..] = fields {
        let mut aliases = slice(&field.aliases);
        let mut known = equal(text(&field.name), key);
        while let [alias, after @ ..] = aliases {
            known |= equal(text(alias), key);
            aliases = after;
        }
        if known {
            return true;
        }
        fields = after;
    }
    false
}

/// What the type is, where it is never written as an object.
pub(super) const fn no_object(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Bool => Some("a bool"),
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => {
            Some("a number")
        }
        Kind::Char | Kind::String(_) => Some("a string"),
        Kind::Option(_) => Some("an `Option`"),
        Kind::List(_) => Some("a list"),
        Kind::Tuple(_) => Some("a tuple"),
        _ => None,
    }
}

/// Whether a tag finds no place beside the type's own entries.
pub const fn has_no_entries(shape: &Shape) -> bool {
    no_object(&shape.kind).is_some()
}

/// Whether the type cannot be flattened.
pub const fn is_not_flat(shape: &Shape) -> bool {
    !matches!(shape.kind, Kind::Option(_)) && no_object(&shape.kind).is_some()
}

/// Whether the type takes whatever keys there are.
pub const fn has_free_keys(shape: &Shape) -> bool {
    matches!(shape.kind, Kind::Map(_) | Kind::Any)
}

/// Whether the type wants the key of the object in which it stands.
pub const fn wants_key(shape: &Shape, key: &str) -> bool {
    match &shape.kind {
        Kind::Struct(kind) => {
            let mut rest = slice(&kind.fields);
            while let [field, after @ ..] = rest {
                if !field.flatten && equal(text(&field.name), key) {
                    return true;
                }
                rest = after;
            }
            false
        }
        Kind::Enum(kind) => match &kind.tagging {
            Tagging::Internal { tag } => equal(text(tag), key),
            Tagging::Adjacent { tag, content } => {
                equal(text(tag), key) || equal(text(content), key)
            }
            Tagging::External | Tagging::Untagged => false,
        },
        _ => false,
    }
}
