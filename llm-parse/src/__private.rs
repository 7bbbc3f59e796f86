//! What the derive macro's expansion refers to. Not part of the public interface.

pub use core::{any, concat, fmt, marker, option, result};
pub use std::borrow::Cow;
pub use std::sync::OnceLock;

pub use regex::Regex;
pub use schemars;
pub use serde;
pub use serde_json::{self, Value};

pub use crate::check::Checker;
pub use crate::llm_extract::LlmExtract;
pub use crate::rules::{Compiled, Format, Literal, Number, Pattern, Rule};
pub use crate::shape::{
    Content, Enum, Field, Kind, List, Map, Newtype, Shape, ShapeRef, StringForm, Struct, Tagging,
    Variant,
};
pub use crate::tree::Cursor;

/// A constant expression of any number type, for the bounds in rules.
pub struct ToNumber<T>(pub T);

macro_rules! to_number {
    ($($ty:ty)*) => {$(
        impl ToNumber<$ty> {
            pub const fn get(self) -> Number {
                Number::Int(self.0 as i128)
            }
        }
    )*};
}
to_number!(u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize);

impl ToNumber<u128> {
    pub const fn get(self) -> Number {
        if self.0 > i128::MAX as u128 {
            Number::Big(self.0)
        } else {
            Number::Int(self.0 as i128)
        }
    }
}

impl ToNumber<f32> {
    pub const fn get(self) -> Number {
        Number::Float(self.0 as f64)
    }
}

impl ToNumber<f64> {
    pub const fn get(self) -> Number {
        Number::Float(self.0)
    }
}

pub use crate::decode::decode;

/// Decodes the value under the cursor and runs its type's own checks.
pub fn probe<T: LlmExtract>(cursor: Cursor<'_, '_>, checker: &mut Checker) {
    if let Ok(value) = decode::<T>(cursor) {
        value.__check(checker, &[]);
    }
}

/// An example of a field's type or, for an `Option`, of the type inside.
pub trait ExampleOf<T>: serde::Serialize {}

impl<T: serde::Serialize> ExampleOf<T> for T {}
impl<T: serde::Serialize> ExampleOf<Option<T>> for T {}

/// The wire value of an example for a field of type `T`.
pub fn example<T, E: ExampleOf<T>>(example: E) -> Value {
    serde_json::to_value(example).unwrap_or(Value::Null)
}

/// The first two equal items of a list: `#[llm(unique)]`.
pub trait Unique {
    /// The places of the first item that stands twice.
    fn first_repeat(&self) -> Option<(usize, usize)>;
}

impl<T: PartialEq> Unique for [T] {
    fn first_repeat(&self) -> Option<(usize, usize)> {
        self.iter().enumerate().find_map(|(second, item)| {
            self[..second]
                .iter()
                .position(|earlier| earlier == item)
                .map(|first| (first, second))
        })
    }
}

impl<T: PartialEq> Unique for Vec<T> {
    fn first_repeat(&self) -> Option<(usize, usize)> {
        self.as_slice().first_repeat()
    }
}

impl<T: PartialEq, const N: usize> Unique for [T; N] {
    fn first_repeat(&self) -> Option<(usize, usize)> {
        self.as_slice().first_repeat()
    }
}

impl<T: Unique> Unique for Option<T> {
    fn first_repeat(&self) -> Option<(usize, usize)> {
        self.as_ref().and_then(T::first_repeat)
    }
}

impl<T: Unique + ?Sized> Unique for Box<T> {
    fn first_repeat(&self) -> Option<(usize, usize)> {
        (**self).first_repeat()
    }
}
