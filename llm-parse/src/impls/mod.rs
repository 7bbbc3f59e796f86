//! The shapes of the standard library's types, of `serde_json`'s, and of some foreign crates' behind features.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "jiff")]
mod jiff;
mod json;
mod list;
mod map;
mod net;
mod range;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
mod scalar;
#[cfg(feature = "smallvec")]
mod smallvec;
mod std_time;
mod text;
#[cfg(feature = "time")]
mod time;
mod tuple;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;
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

/// Types that read themselves from a string.
#[cfg(any(
    feature = "chrono",
    feature = "jiff",
    feature = "time",
    feature = "url",
    feature = "uuid"
))]
macro_rules! read_from_text {
    ($($ty:ty: $noun:literal, $format:expr, $example:literal;)*) => {$(
        impl crate::LlmExtract for $ty {
            type Known<F: crate::known::Fuel> = crate::known::Alone<Self>;

            const SHAPE: &'static crate::shape::Shape = &crate::impls::text_shape(
                std::any::TypeId::of::<Self>,
                crate::impls::parsed($noun, $format, crate::impls::reads::<$ty>, $example),
            );

            fn __check(&self, checker: &mut crate::check::Checker, rules: &[crate::rules::Rule]) {
                if !rules.is_empty() {
                    checker.apply(rules, &crate::rules::Seen::Text(&self.to_string()));
                }
            }

            fn __key(&self) -> Option<std::borrow::Cow<'_, str>> {
                Some(self.to_string().into())
            }
        }
    )*};
}
#[cfg(any(
    feature = "chrono",
    feature = "jiff",
    feature = "time",
    feature = "url",
    feature = "uuid"
))]
use read_from_text;

/// Whether the type's own `Deserialize` takes the text.
#[cfg(any(
    feature = "chrono",
    feature = "jiff",
    feature = "time",
    feature = "url",
    feature = "uuid"
))]
fn reads<T: serde::de::DeserializeOwned>(text: &str) -> bool {
    let text = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text);
    T::deserialize(text).is_ok()
}

/// The standard types that serde reads as structs deny unknown keys.
const fn closed(fields: &'static [Field]) -> Kind {
    Kind::Struct(Struct {
        fields: Cow::Borrowed(fields),
        deny_unknown: true,
    })
}
