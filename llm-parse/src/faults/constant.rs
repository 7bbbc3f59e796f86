//! What a constant sees of these faults: the own form of a field's type, and not what is inside it.

use std::borrow::Cow;

use crate::__private::Part;
use crate::LlmExtract;
use crate::shape::{Content, Enum, Kind, Seq, Shape, Tagging, Text, Variant};

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
        (Kind::String(form), Kind::Enum(names)) => form.accepts.is_none() && is_names(names),
        _ => false,
    }
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

/// Whether every value is written as a name alone.
const fn is_names(kind: &Enum) -> bool {
    let mut names = matches!(kind.tagging, Tagging::External);
    let mut rest: &[Variant] = slice(&kind.variants);
    while let [variant, after @ ..] = rest {
        names &= matches!(variant.content, Content::Unit) && !variant.untagged;
        rest = after;
    }
    names
}

const fn slice<T: Clone>(seq: &Seq<T>) -> &[T] {
    match seq {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => items.as_slice(),
    }
}

const fn text(text: &Text) -> &str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.as_str(),
    }
}

const fn equal(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, after_a @ ..], [y, after_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (after_a, after_b);
    }
    a.is_empty() && b.is_empty()
}
