//! Scalars, out of a tree or a text.

use std::str::FromStr;

use serde::de::{Error as _, Expected, Unexpected};

use super::text::Text;
use super::{DecodeError, Decoder};
use crate::rules::short_decimal;
use crate::tree::{Cursor, NONE, NodeId, NodeKind, Tree};

/// A whole number as serde's visitors take it.
#[derive(Clone, Copy)]
pub(super) enum Whole {
    Unsigned(u64),
    Signed(i64),
}

/// A value of any type.
pub(super) enum Token<'de> {
    Null,
    Bool(bool),
    Number,
    Exact(&'de str),
    Text,
    List,
    Object,
}

impl Tree<'_> {
    fn unexpected(&self, node: NodeId) -> Unexpected<'_> {
        match self.kind(node) {
            NodeKind::Null => Unexpected::Unit,
            NodeKind::False => Unexpected::Bool(false),
            NodeKind::True => Unexpected::Bool(true),
            NodeKind::Number | NodeKind::Exact => match self.text(node).parse() {
                Ok(n) => Unexpected::Signed(n),
                Err(_) => Unexpected::Other("number"),
            },
            NodeKind::String | NodeKind::Key => Unexpected::Str(self.text(node)),
            NodeKind::List => Unexpected::Seq,
            NodeKind::Object => Unexpected::Map,
        }
    }

    #[cold]
    pub(super) fn refuse(&self, node: NodeId, expected: &dyn Expected) -> DecodeError {
        DecodeError::invalid_type(self.unexpected(node), expected).at(node)
    }

    fn is_text(&self, node: NodeId) -> bool {
        matches!(self.kind(node), NodeKind::String | NodeKind::Key)
    }

    /// The text of a number, or of a key, which is written as a string.
    fn digits(&self, node: NodeId) -> Option<&str> {
        match self.kind(node) {
            NodeKind::Number | NodeKind::Exact | NodeKind::Key => Some(self.text(node)),
            _ => None,
        }
    }
}

// What is read is handed on in registers: at most two words, and `None` where it is not there.
impl<'de> Decoder<'de, '_> {
    #[inline]
    pub(super) fn whole(&mut self) -> Option<Whole> {
        match self {
            Decoder::Tree(cursor) => cursor.whole(),
            Decoder::Text(text) => text.integer(),
        }
    }

    /// A number that is not whole, out of a tree.
    pub(super) fn fraction(&self) -> Option<f64> {
        match self {
            Decoder::Tree(Cursor { tree, node }) => finite(tree.digits(*node)?),
            Decoder::Text(_) => None,
        }
    }

    /// An integer of up to 128 bits, exactly.
    pub(super) fn wide<N: FromStr + TryFrom<i128>>(&mut self) -> Option<N> {
        match self {
            Decoder::Tree(Cursor { tree, node }) => tree.digits(*node)?.parse().ok(),
            Decoder::Text(text) => {
                let n = match text.integer()? {
                    Whole::Unsigned(n) => i128::from(n),
                    Whole::Signed(n) => i128::from(n),
                };
                N::try_from(n).ok()
            }
        }
    }

    #[inline]
    pub(super) fn float(&mut self) -> Option<f64> {
        match self {
            Decoder::Tree(_) => self.fraction(),
            Decoder::Text(text) => text.float(),
        }
    }

    pub(super) fn single(&mut self) -> Option<f32> {
        match self {
            Decoder::Tree(Cursor { tree, node }) => {
                let n: f32 = tree.digits(*node)?.parse().ok()?;
                n.is_finite().then_some(n)
            }
            Decoder::Text(text) => text.single(),
        }
    }

    #[inline]
    pub(super) fn boolean(&mut self) -> Option<bool> {
        match self {
            Decoder::Tree(cursor) => cursor.boolean(),
            Decoder::Text(text) => text.boolean(),
        }
    }

    pub(super) fn unit(self, expected: &dyn Expected) -> Result<(), DecodeError> {
        match self {
            Decoder::Tree(&Cursor { tree, node }) if tree.kind(node) == NodeKind::Null => Ok(()),
            Decoder::Tree(&Cursor { tree, node }) => Err(tree.refuse(node, expected)),
            Decoder::Text(text) => text.unit().ok_or_else(|| text.leave()),
        }
    }

    /// A string, where it stands as it is in what lives as long as the source.
    #[inline]
    pub(super) fn text(&mut self) -> Option<&'de str> {
        match self {
            Decoder::Tree(cursor) => cursor.string(),
            Decoder::Text(text) => text.string(),
        }
    }

    /// The string that was read last, where it had escapes.
    pub(super) fn unescaped(&mut self) -> Option<&str> {
        match self {
            Decoder::Tree(_) => None,
            Decoder::Text(text) => text.take_unescaped(),
        }
    }

    /// The name of a field or a variant.
    #[inline]
    pub(super) fn name(&mut self) -> Option<&'de str> {
        match self {
            Decoder::Tree(cursor) => cursor.string(),
            Decoder::Text(text) => text.key,
        }
    }

    /// The text whose bytes are asked for; `None` where a list of numbers is meant.
    pub(super) fn bytes(&self) -> Option<(&'de str, NodeId)> {
        match *self {
            Decoder::Tree(&Cursor { tree, node }) if tree.is_text(node) => {
                Some((tree.text(node), node))
            }
            _ => None,
        }
    }

    /// Whether there is an optional value, which is then what is read.
    #[inline]
    pub(super) fn option(&mut self) -> Option<bool> {
        match self {
            Decoder::Tree(Cursor { tree, node }) => Some(tree.kind(*node) != NodeKind::Null),
            Decoder::Text(text) => text.option(),
        }
    }

    pub(super) fn token(&self) -> Token<'de> {
        let Cursor { tree, node } = match self {
            Decoder::Tree(cursor) => **cursor,
            // Only a string is one that types of other crates ask for in this way.
            Decoder::Text(_) => return Token::Text,
        };
        match tree.kind(node) {
            NodeKind::Null => Token::Null,
            NodeKind::False => Token::Bool(false),
            NodeKind::True => Token::Bool(true),
            NodeKind::Number => Token::Number,
            NodeKind::Exact => Token::Exact(tree.text(node)),
            NodeKind::String | NodeKind::Key => Token::Text,
            NodeKind::List => Token::List,
            NodeKind::Object => Token::Object,
        }
    }

    /// The source text of a value.
    pub(super) fn raw(self) -> Result<&'de str, DecodeError> {
        match self {
            Decoder::Tree(&Cursor { tree, node }) => Ok(&tree.source[tree.span(node)]),
            Decoder::Text(text) => Err(text.leave()),
        }
    }

    pub(super) fn ignore(self) -> Result<(), DecodeError> {
        match self {
            Decoder::Tree(..) => Ok(()),
            Decoder::Text(text) => Err(text.leave()),
        }
    }

    #[cold]
    pub(super) fn refuse(self, expected: &dyn Expected) -> DecodeError {
        match self {
            Decoder::Tree(Cursor { tree, node }) => tree.refuse(*node, expected),
            Decoder::Text(text) => text.leave(),
        }
    }

    #[cold]
    pub(super) fn refuse_number(self, expected: &dyn Expected) -> DecodeError {
        match self {
            Decoder::Tree(Cursor { tree, node }) if tree.digits(*node).is_some() => {
                DecodeError::custom("number out of range").at(*node)
            }
            _ => self.refuse(expected),
        }
    }
}

impl<'de> Cursor<'de, 'de> {
    fn whole(&self) -> Option<Whole> {
        let digits = self.tree.digits(self.node)?;
        if let Ok(n) = digits.parse() {
            return Some(Whole::Unsigned(n));
        }
        // Zero with a sign is a float, as in `serde_json`.
        let n = digits.parse().ok()?;
        (n != 0).then_some(Whole::Signed(n))
    }

    fn boolean(&self) -> Option<bool> {
        match (self.tree.kind(self.node), self.tree.text(self.node)) {
            (NodeKind::True, _) | (NodeKind::Key, "true") => Some(true),
            (NodeKind::False, _) | (NodeKind::Key, "false") => Some(false),
            _ => None,
        }
    }

    fn string(&self) -> Option<&'de str> {
        let text = self.tree.is_text(self.node);
        text.then(|| self.tree.text(self.node))
    }
}

impl Text<'_> {
    /// Gives up: the tree decides then.
    #[cold]
    pub(super) fn leave(&mut self) -> DecodeError {
        self.fail();
        DecodeError::custom("not read in one pass").at(NONE)
    }
}

fn finite(text: &str) -> Option<f64> {
    let n: f64 = short_decimal(text).or_else(|| text.parse().ok())?;
    n.is_finite().then_some(n)
}
