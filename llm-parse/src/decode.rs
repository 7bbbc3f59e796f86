//! From the tree straight into `T::deserialize`.
//!
//! # Design
//!
//! `deserialize_any` visits `u64`, `i64` and `f64` only: a 128-bit visit would break the buffering that serde does for
//! flattened, internally tagged and untagged types. Typed numbers are parsed from their own text, so that integers are
//! exact and floats are the nearest ones whatever features of `serde_json` are on.

use std::sync::OnceLock;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};

use crate::rules::short_decimal;
use crate::tree::{Cursor, NONE, NodeId, NodeKind, Tree};

/// The key under which `serde_json` hands over an exact number where `arbitrary_precision` is on.
const NUMBER_TOKEN: &str = "$serde_json::private::Number";
/// The name under which `serde_json` asks for the source text of a value.
const RAW_VALUE_TOKEN: &str = "$serde_json::private::RawValue";

/// Why a type's `Deserialize` refused a value.
#[derive(Debug)]
pub struct DecodeError(Box<Refusal>);

#[derive(Debug)]
struct Refusal {
    message: String,
    node: Option<NodeId>,
}

impl DecodeError {
    /// The innermost value that was refused.
    pub(crate) fn node(&self) -> Option<NodeId> {
        self.0.node
    }

    fn at(mut self, node: NodeId) -> Self {
        self.0.node.get_or_insert(node);
        self
    }
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        DecodeError(Box::new(Refusal {
            message: message.to_string(),
            node: None,
        }))
    }
}

/// Decodes the value under the cursor.
pub fn decode<'de, T: Deserialize<'de>>(cursor: Cursor<'de, '_>) -> Result<T, DecodeError> {
    T::deserialize(cursor)
}

/// Whether some crate turned on `serde_json/arbitrary_precision`.
pub(crate) fn arbitrary_precision() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| serde_json::from_str::<serde_json::Value>("1e400").is_ok())
}

impl<'de> Cursor<'de, '_> {
    fn to(self, node: NodeId) -> Self {
        Cursor { node, ..self }
    }

    #[inline]
    fn kind(self) -> NodeKind {
        self.tree.kind(self.node)
    }

    #[inline]
    fn text(self) -> &'de str {
        self.tree.text(self.node)
    }

    fn is_text(self) -> bool {
        matches!(self.kind(), NodeKind::String | NodeKind::Key)
    }

    /// Whether a number can be read here: a number, or a key, which is written as a string.
    fn is_number(self) -> bool {
        matches!(
            self.kind(),
            NodeKind::Number | NodeKind::Exact | NodeKind::Key
        )
    }

    fn unexpected(self) -> Unexpected<'de> {
        match self.kind() {
            NodeKind::Null => Unexpected::Unit,
            NodeKind::False => Unexpected::Bool(false),
            NodeKind::True => Unexpected::Bool(true),
            NodeKind::Number | NodeKind::Exact => match self.text().parse() {
                Ok(n) => Unexpected::Signed(n),
                Err(_) => Unexpected::Other("number"),
            },
            NodeKind::String | NodeKind::Key => Unexpected::Str(self.text()),
            NodeKind::List => Unexpected::Seq,
            NodeKind::Object => Unexpected::Map,
        }
    }

    fn refuse<V: Visitor<'de>>(self, visitor: &V) -> DecodeError {
        DecodeError::invalid_type(self.unexpected(), visitor).at(self.node)
    }

    fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let text = self.text();
        if let Ok(n) = text.parse::<u64>() {
            return visitor.visit_u64(n);
        }
        match text.parse::<i64>() {
            // Zero with a sign is a float, as in `serde_json`.
            Ok(n) if n != 0 => visitor.visit_i64(n),
            _ => self.visit_float(visitor),
        }
    }

    fn visit_float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let text = self.text();
        match short_decimal(text).or_else(|| text.parse().ok()) {
            Some(n) if n.is_finite() => visitor.visit_f64(n),
            _ => Err(DecodeError::custom("number out of range")),
        }
    }

    fn visit_exact<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let entry = (
            BorrowedStrDeserializer::new(NUMBER_TOKEN),
            BorrowedStrDeserializer::new(self.text()),
        );
        visitor.visit_map(MapDeserializer::new(std::iter::once(entry)))
    }

    fn visit_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let mut items = Children {
            tree: self.tree,
            at: self.tree.first(self.node),
            left: self.tree.len(self.node),
        };
        let value = visitor.visit_seq(&mut items)?;
        match items.left {
            0 => Ok(value),
            _ => Err(DecodeError::invalid_length(
                self.tree.len(self.node),
                &"fewer items",
            )),
        }
    }

    fn visit_object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let (at, left) = (self.tree.first(self.node), self.tree.len(self.node));
        visitor.visit_map(Children {
            tree: self.tree,
            at,
            left,
        })
    }
}

/// The items of a list, or the keys and values of an object.
struct Children<'de, 't> {
    tree: &'de Tree<'t>,
    at: NodeId,
    left: usize,
}

impl<'de, 't> Children<'de, 't> {
    #[inline]
    fn take(&mut self) -> Option<Cursor<'de, 't>> {
        let cursor = Cursor {
            tree: self.tree,
            node: self.at,
        };
        (self.at != NONE).then(|| {
            self.at = self.tree.next(self.at);
            cursor
        })
    }
}

impl<'de> SeqAccess<'de> for &mut Children<'de, '_> {
    type Error = DecodeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        let Some(item) = self.take() else {
            return Ok(None);
        };
        self.left = self.left.saturating_sub(1);
        seed.deserialize(item).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> MapAccess<'de> for Children<'de, '_> {
    type Error = DecodeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        self.take().map(|key| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        match self.take() {
            Some(value) => seed.deserialize(value),
            None => Err(DecodeError::custom("a key without a value")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

macro_rules! deserialize_integer {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            if !self.is_number() {
                return Err(self.refuse(&visitor));
            }
            self.visit_number(visitor).map_err(|error| error.at(self.node))
        }
    )*};
}

macro_rules! deserialize_exactly {
    ($($method:ident $visit:ident $ty:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            match self.text().parse::<$ty>() {
                Ok(n) if self.is_number() => visitor.$visit(n).map_err(|error: DecodeError| error.at(self.node)),
                _ => Err(self.refuse(&visitor)),
            }
        }
    )*};
}

macro_rules! deserialize_text {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            if !self.is_text() {
                return Err(self.refuse(&visitor));
            }
            visitor.visit_borrowed_str(self.text()).map_err(|error: DecodeError| error.at(self.node))
        }
    )*};
}

impl<'de> Deserializer<'de> for Cursor<'de, '_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let value = match self.kind() {
            NodeKind::Null => visitor.visit_unit(),
            NodeKind::False => visitor.visit_bool(false),
            NodeKind::True => visitor.visit_bool(true),
            NodeKind::Number => self.visit_number(visitor),
            NodeKind::Exact => self.visit_exact(visitor),
            NodeKind::String | NodeKind::Key => visitor.visit_borrowed_str(self.text()),
            NodeKind::List => self.visit_list(visitor),
            NodeKind::Object => self.visit_object(visitor),
        };
        value.map_err(|error: DecodeError| error.at(self.node))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let value = match (self.kind(), self.text()) {
            (NodeKind::True, _) | (NodeKind::Key, "true") => true,
            (NodeKind::False, _) | (NodeKind::Key, "false") => false,
            _ => return Err(self.refuse(&visitor)),
        };
        visitor
            .visit_bool(value)
            .map_err(|error: DecodeError| error.at(self.node))
    }

    deserialize_integer! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    deserialize_exactly! {
        deserialize_i128 visit_i128 i128;
        deserialize_u128 visit_u128 u128;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.text().parse::<f32>() {
            _ if !self.is_number() => Err(self.refuse(&visitor)),
            Ok(n) if n.is_finite() => visitor
                .visit_f32(n)
                .map_err(|error: DecodeError| error.at(self.node)),
            _ => Err(DecodeError::custom("number out of range").at(self.node)),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if !self.is_number() {
            return Err(self.refuse(&visitor));
        }
        self.visit_float(visitor)
            .map_err(|error| error.at(self.node))
    }

    deserialize_text!(deserialize_char deserialize_str deserialize_string deserialize_identifier);

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.is_text() {
            return visitor
                .visit_borrowed_bytes(self.text().as_bytes())
                .map_err(|e: DecodeError| e.at(self.node));
        }
        self.deserialize_seq(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind() {
            NodeKind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind() {
            NodeKind::Null => visitor
                .visit_unit()
                .map_err(|error: DecodeError| error.at(self.node)),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if name == RAW_VALUE_TOKEN {
            let source = &self.tree.source[self.tree.span(self.node)];
            let entry = (
                BorrowedStrDeserializer::new(RAW_VALUE_TOKEN),
                BorrowedStrDeserializer::new(source),
            );
            return visitor.visit_map(MapDeserializer::new(std::iter::once(entry)));
        }
        visitor
            .visit_newtype_struct(self)
            .map_err(|error| error.at(self.node))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind() {
            NodeKind::List => self
                .visit_list(visitor)
                .map_err(|error| error.at(self.node)),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.kind() {
            NodeKind::Object => self
                .visit_object(visitor)
                .map_err(|error| error.at(self.node)),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let variant = match self.kind() {
            NodeKind::String | NodeKind::Key => Variant {
                name: self,
                content: None,
            },
            NodeKind::Object if self.tree.len(self.node) == 1 => {
                let name = self.to(self.tree.first(self.node));
                Variant {
                    name,
                    content: Some(self.to(self.tree.next(name.node))),
                }
            }
            _ => return Err(self.refuse(&visitor)),
        };
        visitor
            .visit_enum(variant)
            .map_err(|error| error.at(self.node))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_unit()
    }
}

/// A variant's name, and its content where there is one.
struct Variant<'de, 't> {
    name: Cursor<'de, 't>,
    content: Option<Cursor<'de, 't>>,
}

impl<'de, 't> Variant<'de, 't> {
    fn content(self, expected: &str) -> Result<Cursor<'de, 't>, DecodeError> {
        self.content.ok_or_else(|| {
            DecodeError::invalid_type(Unexpected::UnitVariant, &expected).at(self.name.node)
        })
    }
}

impl<'de> EnumAccess<'de> for Variant<'de, '_> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self), DecodeError> {
        Ok((seed.deserialize(self.name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de, '_> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        self.content.map_or(Ok(()), Deserialize::deserialize)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        seed.deserialize(self.content("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.content("tuple variant")?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.content("struct variant")?.deserialize_map(visitor)
    }
}
