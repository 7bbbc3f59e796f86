//! The items of a list, and the keys and values of an object.

use serde::de::{DeserializeSeed, Error as _, Expected, MapAccess, SeqAccess};

use super::frame::Frame;
use super::text::Text;
use super::{DecodeError, Decoder};
use crate::tree::{Cursor, NONE, NodeId, NodeKind};

/// The items of a list, or the keys and values of an object.
pub(super) enum Children<'de, 'p> {
    Tree {
        at: Cursor<'de, 'de>,
        next: NodeId,
        left: usize,
        list: bool,
    },
    Text(&'p mut Text<'de>, Frame),
}

impl<'de, 'p> Decoder<'de, 'p> {
    pub(super) fn items(self, expected: &dyn Expected) -> Result<Children<'de, 'p>, DecodeError> {
        match self {
            Decoder::Tree(cursor) => children(*cursor, NodeKind::List, expected),
            Decoder::Text(text) => match text.open_list() {
                Some(frame) => Ok(Children::Text(text, frame)),
                None => Err(text.leave()),
            },
        }
    }

    pub(super) fn entries(self, expected: &dyn Expected) -> Result<Children<'de, 'p>, DecodeError> {
        match self {
            Decoder::Tree(cursor) => children(*cursor, NodeKind::Object, expected),
            Decoder::Text(text) => match text.open_object() {
                Some(frame) => Ok(Children::Text(text, frame)),
                None => Err(text.leave()),
            },
        }
    }
}

fn children<'de, 'p>(
    at: Cursor<'de, 'de>,
    kind: NodeKind,
    expected: &dyn Expected,
) -> Result<Children<'de, 'p>, DecodeError> {
    let Cursor { tree, node } = at;
    if tree.kind(node) != kind {
        return Err(tree.refuse(node, expected));
    }
    Ok(Children::Tree {
        at,
        next: tree.first(node),
        left: tree.len(node),
        list: kind == NodeKind::List,
    })
}

impl<'de> Children<'de, '_> {
    /// Goes to the next item; whether there is one.
    fn item(&mut self) -> Option<bool> {
        match self {
            Children::Text(text, frame) => text.next_item(frame),
            Children::Tree { left, .. } => {
                *left = left.saturating_sub(1);
                Some(self.take())
            }
        }
    }

    /// Goes to the next key; whether there is one.
    fn key(&mut self) -> Option<bool> {
        match self {
            Children::Text(text, frame) => text.next_key(frame),
            Children::Tree { .. } => Some(self.take()),
        }
    }

    /// Goes from a key to its value.
    #[inline]
    fn value(&mut self) -> bool {
        match self {
            Children::Text(text, _) => {
                text.key = None;
                true
            }
            Children::Tree { .. } => self.take(),
        }
    }

    /// Goes to the next node of a tree; whether there is one.
    fn take(&mut self) -> bool {
        match self {
            Children::Tree { at, next, .. } if *next != NONE => {
                at.node = *next;
                *next = at.tree.next(at.node);
                true
            }
            _ => false,
        }
    }

    /// What was gone to.
    #[inline]
    fn current(&mut self) -> Decoder<'de, '_> {
        match self {
            Children::Text(text, _) => Decoder::Text(text),
            Children::Tree { at, .. } => Decoder::Tree(at),
        }
    }

    #[cold]
    fn leave(&mut self) -> DecodeError {
        match self {
            Children::Text(text, _) => text.leave(),
            Children::Tree { .. } => DecodeError::custom("a key without a value"),
        }
    }

    /// Closes the list or object; `sound` says whether the visitor took what it was given.
    pub(super) fn end(&mut self, sound: bool) -> Result<(), DecodeError> {
        match self {
            Children::Text(text, frame) => match text.close(frame) {
                Some(()) if sound => Ok(()),
                _ => Err(text.leave()),
            },
            Children::Tree {
                list: true, left, ..
            } if sound && *left > 0 => Err(DecodeError::custom(format_args!(
                "{left} more items than expected"
            ))),
            Children::Tree { .. } => Ok(()),
        }
    }

    fn len(&self) -> Option<usize> {
        match self {
            Children::Tree { left, .. } => Some(*left),
            Children::Text(..) => None,
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Children<'de, '_> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        match self.item() {
            Some(true) => seed.deserialize(self.current()).map(Some),
            Some(false) => Ok(None),
            None => Err(self.leave()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.len()
    }
}

impl<'de> MapAccess<'de> for &mut Children<'de, '_> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        match self.key() {
            Some(true) => seed.deserialize(self.current()).map(Some),
            Some(false) => Ok(None),
            None => Err(self.leave()),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        if !self.value() {
            return Err(self.leave());
        }
        seed.deserialize(self.current())
    }

    fn size_hint(&self) -> Option<usize> {
        self.len()
    }
}
