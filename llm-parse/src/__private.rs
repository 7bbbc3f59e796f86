//! What the derive macro's expansion refers to. Not part of the public interface.

pub use core::any;
pub use core::concat;
pub use core::mem::size_of;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::str;
pub use core::result::Result::{self, Ok};
pub use std::borrow::Cow;
pub use std::sync::OnceLock;

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::known::{Spent, sendable};

pub use schemars;
pub use serde;
pub use serde_json::{self, Value};

pub use crate::check::Checker;
pub use crate::faults::constant::{
    has_free_keys, has_no_entries, is_not_flat, is_object_without, is_optional, refuse,
    takes_all_of, wants_key,
};
pub use crate::known::{
    Alone, At, Fuel, Given, Inside, Key, Known, Like, ListOf, MapOf, Newtype as NewtypeOf, Node,
    Whole, at_least, at_most, length, long_enough, ordered, short_enough,
};
pub use crate::llm_extract::LlmExtract;
pub use crate::pattern::Matcher as Regex;
pub use crate::rules::{Compiled, Format, Literal, Number, Pattern, Rule, Seen};
pub use crate::shape::{
    Content, Enum, Field, Kind, List, Map, Newtype, Shape, ShapeRef, StringForm, Struct, Tagging,
    Variant,
};
pub use crate::tree::Cursor;
pub use crate::unique::{Repeat, Unique};

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

#[allow(clippy::cast_possible_wrap, reason = "it is in range")]
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

/// Where no method of [`ToNumber`] is for the type, this one is found, and says why none is.
impl<T> std::ops::Deref for ToNumber<T> {
    type Target = NoNumber<T>;

    fn deref(&self) -> &NoNumber<T> {
        &NoNumber(PhantomData)
    }
}

pub struct NoNumber<T>(PhantomData<T>);

impl<T> NoNumber<T> {
    pub const fn get(&self) -> Number
    where
        T: Bound,
    {
        Number::Int(0)
    }
}

/// Nothing is one: what can be a bound is a [`ToNumber`] of its own.
#[diagnostic::on_unimplemented(
    message = "a bound is a number, and `{Self}` is none",
    label = "a constant of another type",
    note = "a bound is a constant expression of any integer or float type"
)]
pub trait Bound {}

/// The type of a constant that has no name here: a closure is not evaluated, so that it may ask a method that only some
/// types have.
pub struct TypeOf<T>(PhantomData<T>);

pub const fn type_of<T>(_: &T) -> TypeOf<T> {
    TypeOf(PhantomData)
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl TypeOf<$ty> {
            pub fn answer(&self) -> Yes {
                Yes
            }
        }
    )*};
}
// A single float is another number on the wire, by its last digits.
numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f64);

impl<T> std::ops::Deref for TypeOf<T> {
    type Target = NoTypeOfNumber;

    fn deref(&self) -> &NoTypeOfNumber {
        &NoTypeOfNumber
    }
}

pub struct NoTypeOfNumber;

impl NoTypeOfNumber {
    pub fn answer(&self) -> No {
        No
    }
}

pub struct Yes;
pub struct No;

/// Whether a constant is a number, as its closure answers.
pub struct IsNumber<A>(PhantomData<A>);

pub const fn is_number<A>(_: &impl Fn() -> A) -> IsNumber<A> {
    IsNumber(PhantomData)
}

impl IsNumber<Yes> {
    pub const fn of<T>(&self, constant: T) -> ToNumber<T> {
        ToNumber(constant)
    }
}

impl IsNumber<No> {
    /// Below nothing and above nothing.
    pub const fn of<T>(&self, constant: T) -> ToNumber<f64> {
        // A constant may not run destructors.
        std::mem::forget(constant);
        ToNumber(f64::NAN)
    }
}

pub use crate::decode::{decode, decoder, direct};

/// What an expansion needs of a field's type. It is asked for by one function alone, so that a type without a shape is
/// reported once.
pub struct Part<T> {
    pub shape: fn() -> &'static Shape,
    pub check: fn(&T, &mut Checker, &[Rule]),
    pub key: fn(&T) -> Option<Cow<'_, str>>,
}

pub const fn part<T: LlmExtract>() -> Part<T> {
    Part {
        shape: || T::SHAPE,
        check: T::__check,
        key: T::__key,
    }
}

/// The type where it stands in another one, which is followed with this fuel.
pub const fn node<T: LlmExtract, F: Fuel>() -> &'static Node {
    F::Next::<T>::NODE
}

impl<T: LlmExtract> Part<T> {
    /// Stops the build where a dialect surely refuses the type.
    #[track_caller]
    pub const fn sendable(&self, name: &'static str, dialect: &'static str) {
        sendable::<T>(name, dialect);
    }

    /// The type as a constant sees it, with its name for messages.
    pub const fn known(&self, name: &'static str) -> At<T::Known<Spent>> {
        At::new(name)
    }
}

/// What a check is called with, so that rustc shows the line below where the check takes something else.
#[rustfmt::skip]
pub fn check_argument<T: ?Sized>(value: &T) -> &T { value } // a check is a `fn(&T) -> Result<(), E>` where `E: Display`

/// What a check of the user's says, if it refuses the value.
pub fn verdict(verdict: impl Verdict) -> Option<String> {
    verdict.refusal()
}

/// What a check returns.
#[diagnostic::on_unimplemented(
    message = "a check cannot return `{Self}`",
    label = "returns `{Self}`",
    note = "a check takes a reference to the value and returns `Result<(), E>`, where `E` implements `Display`"
)]
pub trait Verdict {
    fn refusal(self) -> Option<String>;
}

impl<E: fmt::Display> Verdict for Result<(), E> {
    fn refusal(self) -> Option<String> {
        self.err().map(|error| error.to_string())
    }
}

/// The shape of a foreign type that is known by its JSON Schema only.
pub fn opaque<T: JsonSchema + 'static>() -> &'static Shape {
    Opaque::<T>::SHAPE
}

/// The JSON Schema of a foreign type.
pub fn opaque_schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A foreign type that is known by its JSON Schema only.
pub struct Opaque<T>(PhantomData<T>);

impl<T: JsonSchema + 'static> Known for Opaque<T> {
    const SHAPE: &'static Shape =
        &Shape::new("", TypeId::of::<Self>, Kind::Opaque(opaque_schema::<T>));
    const NODE: &'static Node = &Node::new(Self::SHAPE, &[]);
    type Item = Opaque<Value>;
    type Key = Opaque<Value>;
    type Value = Opaque<Value>;
}

/// A foreign type where it stands in another.
pub const fn opaque_node<T: JsonSchema + 'static>() -> &'static Node {
    Opaque::<T>::NODE
}

/// A foreign type as a constant sees it.
pub const fn opaque_known<T: JsonSchema + 'static>(name: &'static str) -> At<Opaque<T>> {
    At::new(name)
}

/// The fields of a struct, tuple or newtype.
pub fn fields(shape: &'static Shape) -> &'static [Field] {
    match &shape.kind {
        Kind::Struct(object) => &object.fields,
        Kind::Tuple(fields) => fields,
        Kind::Newtype(newtype) => std::slice::from_ref(&newtype.field),
        _ => &[],
    }
}

/// The variants of an enum.
pub fn variants(shape: &'static Shape) -> &'static [Variant] {
    match &shape.kind {
        Kind::Enum(kind) => &kind.variants,
        _ => &[],
    }
}

/// The fields of a variant.
pub fn variant_fields(variant: &'static Variant) -> &'static [Field] {
    match &variant.content {
        Content::Unit => &[],
        Content::Newtype(field) => std::slice::from_ref(field),
        Content::Tuple(fields) => fields,
        Content::Struct(object) => &object.fields,
    }
}

/// Compiles a pattern at the first use.
pub fn compiled(cell: &'static OnceLock<Option<Regex>>, source: &str) -> Option<&'static Regex> {
    cell.get_or_init(|| Pattern::compile(source)).as_ref()
}

/// The name of a type in the schemas of other crates.
pub fn schema_name(shape: &'static Shape) -> Cow<'static, str> {
    match shape.instance {
        Some(instance) => Cow::Owned(legal(instance())),
        None => shape.name.clone(),
    }
}

/// Writes a type's path as a name: `a::Page<b::Item>` is `Page_Item`.
fn legal(instance: &str) -> String {
    let words = instance.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let names = words.filter_map(|word| word.rsplit(':').next().filter(|name| !name.is_empty()));
    names.collect::<Vec<_>>().join("_")
}

/// The schema of a type for `schemars`, its definitions moved into the generator's.
pub fn json_schema(shape: &'static Shape, generator: &mut SchemaGenerator) -> Schema {
    crate::schema::json_schema(generator, crate::shape::View::of(shape))
}

/// Decodes the value under the cursor and runs its type's own checks.
pub fn probe<T: LlmExtract>(cursor: Cursor<'_, '_>, checker: &mut Checker) {
    if let Ok(value) = decode::<T>(cursor) {
        value.__check(checker, &[]);
    }
}

/// A literal as a value on the wire.
pub fn wire<T: serde::Serialize>(literal: T) -> Value {
    serde_json::to_value(literal).unwrap_or(Value::Null)
}

/// A list of literals as a value on the wire.
pub fn list<const N: usize>(items: [Value; N]) -> Value {
    Value::Array(Vec::from(items))
}

/// What a user's function wrote.
pub fn written(value: serde_json::Result<Value>) -> Value {
    value.unwrap_or(Value::Null)
}

/// An example of a field's type or, for an `Option` or a `Box`, of the type inside.
#[diagnostic::on_unimplemented(
    message = "the example of a `{T}` cannot be a `{Self}`",
    label = "an example of another type",
    note = "a literal is the value on the wire; any other expression has the field's type, or the type inside its \
            `Option` or `Box`, which must be `Serialize`"
)]
pub trait ExampleOf<T>: serde::Serialize {}

impl<T: serde::Serialize> ExampleOf<T> for T {}
impl<T: serde::Serialize> ExampleOf<Option<T>> for T {}
impl<T: serde::Serialize> ExampleOf<Box<T>> for T {}
impl<T: serde::Serialize> ExampleOf<Option<Box<T>>> for T {}

/// The wire value of an example for a field of type `T`.
pub fn example<T, E: ExampleOf<T>>(example: E) -> Value {
    serde_json::to_value(example).unwrap_or(Value::Null)
}
