//! Into `T::deserialize`: from the tree, or straight from the text.
//!
//! # Design
//!
//! `T::deserialize` is instantiated for one deserializer only, so that a user's build pays for it once: where the value
//! comes from is decided in functions that are not generic, and what is generic does little more than call the visitor.
//!
//! `deserialize_any` visits `u64`, `i64` and `f64` only: a 128-bit visit would break the buffering that serde does for
//! flattened, internally tagged and untagged types. Typed numbers are parsed from their own text, so that integers are
//! exact and floats are the nearest ones whatever features of `serde_json` are on.

mod children;
mod choice;
mod direct;
mod error;
mod fields;
mod frame;
mod mend;
mod scalar;
mod source;
mod spot;
mod text;

use std::sync::OnceLock;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{Deserialize, Deserializer, Visitor};

use crate::tree::{Cursor, NONE, NodeId};
pub use direct::direct;
pub(crate) use error::DecodeError;
pub(crate) use fields::MAX_FIELDS;
use source::{Token, Whole};
use text::Text;

/// The key under which `serde_json` hands over an exact number where `arbitrary_precision` is on.
const NUMBER_TOKEN: &str = "$serde_json::private::Number";
/// The name under which `serde_json` asks for the source text of a value.
const RAW_VALUE_TOKEN: &str = "$serde_json::private::RawValue";

/// Decodes the value under the cursor.
pub fn decode<'de, T: Deserialize<'de>>(cursor: Cursor<'de, '_>) -> Result<T, DecodeError> {
    T::deserialize(Decoder::Tree(&cursor))
}

/// What the value under the cursor is decoded from.
pub fn decoder<'de, 'p>(
    cursor: &'p Cursor<'de, 'de>,
) -> impl Deserializer<'de, Error = DecodeError> + use<'de, 'p> {
    Decoder::Tree(cursor)
}

/// Whether some crate turned on `serde_json/arbitrary_precision`.
pub(crate) fn arbitrary_precision() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| serde_json::from_str::<serde_json::Value>("1e400").is_ok())
}

/// Where one value is decoded from: two words, which are handed on in registers.
enum Decoder<'de, 'p> {
    /// A node of an aligned tree.
    Tree(&'p Cursor<'de, 'de>),
    /// What comes next in a text, which knows the shape of it.
    Text(&'p mut Text<'de>),
}

impl Decoder<'_, '_> {
    fn node(&self) -> NodeId {
        match self {
            Decoder::Tree(cursor) => cursor.node,
            Decoder::Text(_) => NONE,
        }
    }
}

/// Visits the only entry of a map, which is how `serde_json` hands over what serde has no word for.
fn visit_private<'de, V: Visitor<'de>>(
    token: &'static str,
    text: &'de str,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let entry = (
        BorrowedStrDeserializer::new(token),
        BorrowedStrDeserializer::new(text),
    );
    visitor.visit_map(MapDeserializer::new(std::iter::once(entry)))
}

impl<'de> Decoder<'de, '_> {
    /// Visits a number that is not whole.
    fn visit_fraction<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.fraction() {
            Some(n) => visitor
                .visit_f64(n)
                .map_err(|error: DecodeError| error.at(self.node())),
            None => Err(self.refuse_number(&visitor)),
        }
    }

    /// Visits a string that had escapes.
    fn visit_unescaped<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.unescaped() {
            Some(text) => visitor.visit_str(text),
            None => Err(self.refuse(&visitor)),
        }
    }
}

macro_rules! deserialize_integer {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
            let value = match self.whole() {
                Some(Whole::Unsigned(n)) => visitor.visit_u64(n),
                Some(Whole::Signed(n)) => visitor.visit_i64(n),
                None => return self.visit_fraction(visitor),
            };
            value.map_err(|error: DecodeError| error.at(self.node()))
        }
    )*};
}

/// Methods whose value is read by a function that is not generic, and visited as it is.
macro_rules! deserialize_scalar {
    ($($method:ident $read:ident $visit:ident $refuse:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
            match self.$read() {
                Some(value) => visitor
                    .$visit(value)
                    .map_err(|error: DecodeError| error.at(self.node())),
                None => Err(self.$refuse(&visitor)),
            }
        }
    )*};
}

macro_rules! deserialize_text {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
            match self.text() {
                Some(text) => visitor
                    .visit_borrowed_str(text)
                    .map_err(|error: DecodeError| error.at(self.node())),
                None => self.visit_unescaped(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Decoder<'de, '_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let node = self.node();
        let value = match self.token() {
            Token::Null => visitor.visit_unit(),
            Token::Bool(value) => visitor.visit_bool(value),
            Token::Number => return self.deserialize_u64(visitor),
            Token::Exact(text) => visit_private(NUMBER_TOKEN, text, visitor),
            Token::Text => return self.deserialize_str(visitor),
            Token::List => return self.deserialize_seq(visitor),
            Token::Object => return self.deserialize_map(visitor),
        };
        value.map_err(|error: DecodeError| error.at(node))
    }

    deserialize_integer! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    deserialize_scalar! {
        deserialize_bool boolean visit_bool refuse;
        deserialize_i128 wide visit_i128 refuse;
        deserialize_u128 wide visit_u128 refuse;
        deserialize_f32 single visit_f32 refuse_number;
        deserialize_f64 float visit_f64 refuse_number;
        deserialize_identifier name visit_borrowed_str refuse;
    }

    deserialize_text!(deserialize_char deserialize_str deserialize_string);

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.bytes() {
            Some((text, node)) => visitor
                .visit_borrowed_bytes(text.as_bytes())
                .map_err(|error: DecodeError| error.at(node)),
            None => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.option() {
            Some(true) => visitor.visit_some(self),
            Some(false) => visitor.visit_none(),
            None => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let node = self.node();
        self.unit(&visitor)?;
        visitor
            .visit_unit()
            .map_err(|error: DecodeError| error.at(node))
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
            return visit_private(RAW_VALUE_TOKEN, self.raw()?, visitor);
        }
        let node = self.node();
        visitor
            .visit_newtype_struct(self)
            .map_err(|error| error.at(node))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let node = self.node();
        let value = match self.items(&visitor) {
            Ok(ref mut items) => {
                let value = visitor.visit_seq(&mut *items);
                items.end(value.is_ok()).and(value)
            }
            Err(error) => Err(error),
        };
        value.map_err(|error| error.at(node))
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
        let node = self.node();
        let value = match self.entries(&visitor) {
            Ok(ref mut entries) => {
                let value = visitor.visit_map(&mut *entries);
                entries.end(value.is_ok()).and(value)
            }
            Err(error) => Err(error),
        };
        value.map_err(|error| error.at(node))
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
        let node = self.node();
        let value = match self.choice(&visitor) {
            Ok(ref mut choice) => {
                let value = visitor.visit_enum(&mut *choice);
                choice.end(value.is_ok()).and(value)
            }
            Err(error) => Err(error),
        };
        value.map_err(|error| error.at(node))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.ignore()?;
        visitor.visit_unit()
    }
}
