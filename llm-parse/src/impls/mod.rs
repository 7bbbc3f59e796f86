//! The shapes of the standard library's types, of `serde_json`'s, and of some foreign crates' behind features.

mod json;
mod list;
mod map;
mod net;
mod range;
mod scalar;
mod std_time;
mod text;
mod tuple;
mod wrapper;

use std::any::TypeId;
use std::borrow::Cow;

use crate::rules::Format;
use crate::shape::{Field, Kind, Shape, StringForm, Struct};

/// The shape of a type that is written as a string and that nobody names in a schema.
const fn text_shape(id: fn() -> TypeId, form: StringForm) -> Shape {
    Shape::new("", id, Kind::String(form))
}

/// A string that only the type's own parser takes.
const fn parsed(
    noun: &'static str,
    format: Option<Format>,
    accepts: fn(&str) -> bool,
    example: &'static str,
) -> StringForm {
    StringForm {
        noun,
        format,
        accepts: Some(accepts),
        example,
    }
}

/// The standard types that serde reads as structs deny unknown keys.
const fn closed(fields: &'static [Field]) -> Kind {
    Kind::Struct(Struct {
        fields: Cow::Borrowed(fields),
        deny_unknown: true,
    })
}
