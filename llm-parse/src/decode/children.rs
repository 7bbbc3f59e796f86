//! The items of a list, and the keys and values of an object.

use serde::de::{DeserializeSeed, Error as _, Expected, MapAccess, SeqAccess};

use super::frame::Frame;
use super::text::Text;
use super::{DecodeError, Decoder};
use crate::tree::{NONE, NodeId, NodeKind, Tree};

/// The items of a list, or the keys and values of an object.
pub(super) enum Children<'de, 'p> {
    Tree {
        tree: &'de Tree<'de>,
        at: NodeId,
        left: usize,
        list: bool,
    },
    Text(&'p mut Text<'de>, Frame),
}

impl<'de, 'p> Decoder<'de, 'p> {
    pub(super) fn items(self, expected: &dyn Expected) -> Result<Children<'de, 'p>, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => children(tree, node, NodeKind::List, expected),
            Decoder::Text(text) => match text.open_list() {
                Some(frame) => Ok(Children::Text(text, frame)),
                None => Err(text.leave()),
            },
        }
    }

    pub(super) fn entries(self, expected: &dyn Expected) -> Result<Children<'de, 'p>, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => children(tree, node, NodeKind::Object, expected),
            Decoder::Text(text) => match text.open_object() {
                Some(frame) => Ok(Children::Text(text, frame)),
                None => Err(text.leave()),
            },
        }
    }
}

fn children<'de, 'p>(
    tree: &'de Tree<'de>,
    node: NodeId,
    kind: NodeKind,
    expected: &dyn Expected,
) -> Result<Children<'de, 'p>, DecodeError> {
    if tree.kind(node) != kind {
        return Err(tree.refuse(node, expected));
    }
    Ok(Children::Tree {
        tree,
        at: tree.first(node),
        left: tree.len(node),
        list: kind == NodeKind::List,
    })
}

impl<'de> Children<'de, '_> {
    fn item(&mut self) -> Result<Option<Decoder<'de, '_>>, DecodeError> {
        match self {
            Children::Text(text, frame) => match text.next_item(frame) {
                Some(true) => Ok(Some(Decoder::Text(text))),
                Some(false) => Ok(None),
                None => Err(text.leave()),
            },
            Children::Tree { left, .. } => {
                *left = left.saturating_sub(1);
                Ok(self.take())
            }
        }
    }

    fn key(&mut self) -> Result<Option<Decoder<'de, '_>>, DecodeError> {
        match self {
            Children::Text(text, frame) => match text.next_key(frame) {
                Some(true) => Ok(Some(Decoder::Text(text))),
                Some(false) => Ok(None),
                None => Err(text.leave()),
            },
            Children::Tree { .. } => Ok(self.take()),
        }
    }

    #[inline]
    fn value(&mut self) -> Result<Decoder<'de, '_>, DecodeError> {
        match self {
            Children::Text(text, _) => {
                text.key = None;
                Ok(Decoder::Text(text))
            }
            Children::Tree { .. } => self.node(),
        }
    }

    fn node(&mut self) -> Result<Decoder<'de, 'de>, DecodeError> {
        self.take()
            .ok_or_else(|| DecodeError::custom("a key without a value"))
    }

    /// The next node of a tree.
    fn take(&mut self) -> Option<Decoder<'de, 'de>> {
        match self {
            Children::Tree { tree, at, .. } if *at != NONE => {
                let node = *at;
                *at = tree.next(node);
                Some(Decoder::Tree(tree, node))
            }
            _ => None,
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

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        match self.item()? {
            Some(item) => seed.deserialize(item).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.len()
    }
}

impl<'de> MapAccess<'de> for &mut Children<'de, '_> {
    type Error = DecodeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        match self.key()? {
            Some(key) => seed.deserialize(key).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        seed.deserialize(self.value()?)
    }

    fn size_hint(&self) -> Option<usize> {
        self.len()
    }
}
