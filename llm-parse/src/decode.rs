//! From the tree straight into `T::deserialize`.

use serde::de::{self, Deserialize, Deserializer, Visitor};

use crate::tree::Cursor;

/// Why a type's `Deserialize` refused a value.
#[derive(Debug)]
pub struct DecodeError(String);

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        DecodeError(message.to_string())
    }
}

/// Decodes the value under the cursor.
pub fn decode<'de, T: Deserialize<'de>>(cursor: Cursor<'de, '_>) -> Result<T, DecodeError> {
    T::deserialize(cursor)
}

impl<'de> Deserializer<'de> for Cursor<'de, '_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
