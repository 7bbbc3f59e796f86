//! The variant of an enum, and what it holds.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, Unexpected, VariantAccess,
    Visitor,
};

use super::spot::Held;
use super::text::Text;
use super::{DecodeError, Decoder};
use crate::shape::Content;
use crate::tree::{Cursor, NodeKind};

/// A variant's name, and its content where there is one.
pub(super) enum Choice<'de, 'p> {
    Tree {
        name: Cursor<'de, 'de>,
        content: Option<Cursor<'de, 'de>>,
    },
    Text(&'p mut Text<'de>, Held),
}

impl<'de, 'p> Decoder<'de, 'p> {
    pub(super) fn choice(self, expected: &dyn Expected) -> Result<Choice<'de, 'p>, DecodeError> {
        let at = match self {
            Decoder::Tree(cursor) => *cursor,
            Decoder::Text(text) => {
                return match text.choose() {
                    Some(held) => Ok(Choice::Text(text, held)),
                    None => Err(text.leave()),
                };
            }
        };
        let Cursor { tree, node } = at;
        let (name, content) = match tree.kind(node) {
            NodeKind::String | NodeKind::Key => (at, None),
            NodeKind::Object if tree.len(node) == 1 => {
                let node = tree.first(node);
                let content = tree.next(node);
                let content = Cursor {
                    node: content,
                    ..at
                };
                (Cursor { node, ..at }, Some(content))
            }
            _ => return Err(tree.refuse(node, expected)),
        };
        Ok(Choice::Tree { name, content })
    }
}

impl<'de> Choice<'de, '_> {
    fn name(&mut self) -> Decoder<'de, '_> {
        match self {
            Choice::Tree { name, .. } => Decoder::Tree(name),
            Choice::Text(text, _) => Decoder::Text(text),
        }
    }

    fn nothing(&mut self) -> Result<(), DecodeError> {
        match self {
            Choice::Tree { content: None, .. } | Choice::Text(_, Held::Nothing) => Ok(()),
            Choice::Tree {
                content: Some(content),
                ..
            } => Decoder::Tree(content).unit(&"unit"),
            Choice::Text(text, Held::Inside(Content::Unit)) => {
                text.null().ok_or_else(|| text.leave())
            }
            Choice::Text(text, Held::Inside(_)) => Err(text.leave()),
        }
    }

    fn content(&mut self, expected: &dyn Expected) -> Result<Decoder<'de, '_>, DecodeError> {
        match self {
            Choice::Tree {
                content: Some(content),
                ..
            } => Ok(Decoder::Tree(content)),
            Choice::Tree { name, .. } => {
                Err(DecodeError::invalid_type(Unexpected::UnitVariant, expected).at(name.node))
            }
            Choice::Text(text, held) => match text.enter_held(*held) {
                Some(()) => Ok(Decoder::Text(text)),
                None => Err(text.leave()),
            },
        }
    }

    /// Closes the object round the variant; `sound` says whether the visitor took what it was given.
    pub(super) fn end(&mut self, sound: bool) -> Result<(), DecodeError> {
        match self {
            Choice::Text(text, held) => match text.close_choice(*held) {
                Some(()) if sound => Ok(()),
                _ => Err(text.leave()),
            },
            Choice::Tree { .. } => Ok(()),
        }
    }
}

impl<'de> EnumAccess<'de> for &mut Choice<'de, '_> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self), DecodeError> {
        Ok((seed.deserialize(self.name())?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Choice<'de, '_> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        self.nothing()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        seed.deserialize(self.content(&"newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        self.content(&"tuple variant")?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.content(&"struct variant")?.deserialize_map(visitor)
    }
}
