//! Types that have a JSON Schema but cannot be annotated.

use std::any::TypeId;
use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::__private::opaque_schema;
use crate::LlmExtract;
use crate::known::{Alone, Fuel};
use crate::shape::{Kind, Shape};

/// Gives a type of another crate a shape: that of its JSON Schema.
///
/// For types that implement [`schemars::JsonSchema`] and cannot be annotated. It is read as any other type is: values are
/// coerced, keys and enum words matched, and every violation has its path. What the schema says is held as rules are. It
/// may be the whole value, a field, or inside a list or an option; it looks like the value inside it.
///
/// A field may say `#[llm(opaque)]` instead, and have the foreign type itself.
///
/// ```
/// use llm_parse::{Schemars, parse};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// // In another crate:
/// #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// let parsed = parse::<Schemars<Point>>(r#"{"X": "3", "y": 4}"#)?;
/// assert_eq!(*parsed.value, Point { x: 3, y: 4 });
/// # Ok::<_, llm_parse::ParseError>(())
/// ```
///
/// # Design
///
/// A shape is a constant, and a schema is made by running code. So the constant holds the function that makes the schema,
/// and the shape inside is built of it once, at the first use. Where the schema cannot be turned into a
/// [`RuntimeShape`](crate::RuntimeShape), every value is handed to the type.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Schemars<T>(pub T);

impl<T> Schemars<T> {
    /// The value inside.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Schemars<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Schemars<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> From<T> for Schemars<T> {
    fn from(value: T) -> Self {
        Schemars(value)
    }
}

impl<T: JsonSchema> JsonSchema for Schemars<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<T: JsonSchema + DeserializeOwned + 'static> LlmExtract for Schemars<T> {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape =
        &Shape::new("", TypeId::of::<Self>, Kind::Opaque(opaque_schema::<T>));
}
