//! Scalars, out of a tree or a text.

use std::str::FromStr;

use serde::de::{Error as _, Expected, Unexpected};

use super::text::{Escaped, Text};
use super::{DecodeError, Decoder};
use crate::rules::short_decimal;
use crate::tree::{NONE, NodeId, NodeKind, Tree};

/// A number as serde's visitors take it.
#[derive(Clone, Copy)]
pub(super) enum Numeric {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

/// A string of the source, or one that has to be copied.
#[derive(Clone, Copy)]
pub(super) enum Quoted<'de, 'p> {
    Borrowed(&'de str),
    Passing(&'p str),
}

/// A value of any type.
pub(super) enum Token<'de, 'p> {
    Null,
    Bool(bool),
    Number(Numeric),
    Exact(&'de str),
    Text(Quoted<'de, 'p>),
    List(Decoder<'de, 'p>),
    Object(Decoder<'de, 'p>),
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
    fn digits(&self, node: NodeId, expected: &dyn Expected) -> Result<&str, DecodeError> {
        match self.kind(node) {
            NodeKind::Number | NodeKind::Exact | NodeKind::Key => Ok(self.text(node)),
            _ => Err(self.refuse(node, expected)),
        }
    }
}

impl<'de, 'p> Decoder<'de, 'p> {
    pub(super) fn number(self, expected: &dyn Expected) -> Result<Numeric, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => {
                numeric(tree.digits(node, expected)?).map_err(|error| error.at(node))
            }
            Decoder::Text(text) => text.integer().ok_or_else(|| text.leave()),
        }
    }

    /// An integer of up to 128 bits, exactly.
    pub(super) fn wide<N>(self, expected: &dyn Expected) -> Result<N, DecodeError>
    where
        N: FromStr + TryFrom<i128>,
    {
        match self {
            Decoder::Tree(tree, node) => {
                let digits = tree.digits(node, expected)?;
                digits.parse().map_err(|_| tree.refuse(node, expected))
            }
            Decoder::Text(text) => {
                let n = match text.integer() {
                    Some(Numeric::Unsigned(n)) => Some(i128::from(n)),
                    Some(Numeric::Signed(n)) => Some(i128::from(n)),
                    _ => None,
                };
                n.and_then(|n| N::try_from(n).ok())
                    .ok_or_else(|| text.leave())
            }
        }
    }

    pub(super) fn float(self, expected: &dyn Expected) -> Result<f64, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => {
                finite(tree.digits(node, expected)?).map_err(|error| error.at(node))
            }
            Decoder::Text(text) => text.float().ok_or_else(|| text.leave()),
        }
    }

    pub(super) fn single(self, expected: &dyn Expected) -> Result<f32, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => match tree.digits(node, expected)?.parse::<f32>() {
                Ok(n) if n.is_finite() => Ok(n),
                _ => Err(out_of_range().at(node)),
            },
            Decoder::Text(text) => text.single().ok_or_else(|| text.leave()),
        }
    }

    pub(super) fn boolean(self, expected: &dyn Expected) -> Result<bool, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => match (tree.kind(node), tree.text(node)) {
                (NodeKind::True, _) | (NodeKind::Key, "true") => Ok(true),
                (NodeKind::False, _) | (NodeKind::Key, "false") => Ok(false),
                _ => Err(tree.refuse(node, expected)),
            },
            Decoder::Text(text) => text.boolean().ok_or_else(|| text.leave()),
        }
    }

    pub(super) fn unit(self, expected: &dyn Expected) -> Result<(), DecodeError> {
        match self {
            Decoder::Tree(tree, node) if tree.kind(node) == NodeKind::Null => Ok(()),
            Decoder::Tree(tree, node) => Err(tree.refuse(node, expected)),
            Decoder::Text(text) => text.unit().ok_or_else(|| text.leave()),
        }
    }

    pub(super) fn text(self, expected: &dyn Expected) -> Result<Quoted<'de, 'p>, DecodeError> {
        match self {
            Decoder::Tree(tree, node) if tree.is_text(node) => {
                Ok(Quoted::Borrowed(tree.text(node)))
            }
            Decoder::Tree(tree, node) => Err(tree.refuse(node, expected)),
            Decoder::Text(text) => match text.string() {
                Some(Escaped::No(plain)) => Ok(Quoted::Borrowed(plain)),
                Some(Escaped::Yes) => Ok(Quoted::Passing(text.unescaped())),
                None => Err(text.leave()),
            },
        }
    }

    /// The name of a field or a variant.
    #[inline]
    pub(super) fn name(self, expected: &dyn Expected) -> Result<&'de str, DecodeError> {
        match self {
            Decoder::Text(Text { key: Some(key), .. }) => Ok(key),
            _ => self.other_name(expected),
        }
    }

    fn other_name(self, expected: &dyn Expected) -> Result<&'de str, DecodeError> {
        match self {
            Decoder::Tree(tree, node) if tree.is_text(node) => Ok(tree.text(node)),
            Decoder::Tree(tree, node) => Err(tree.refuse(node, expected)),
            Decoder::Text(text) => Err(text.leave()),
        }
    }

    /// The text whose bytes are asked for; `None` where a list of numbers is meant.
    pub(super) fn bytes(&self) -> Option<(&'de str, NodeId)> {
        match self {
            Decoder::Tree(tree, node) if tree.is_text(*node) => Some((tree.text(*node), *node)),
            _ => None,
        }
    }

    /// What an optional value is read from, where it is not `null`.
    pub(super) fn option(self) -> Result<Option<Self>, DecodeError> {
        match self {
            Decoder::Tree(tree, node) if tree.kind(node) == NodeKind::Null => Ok(None),
            Decoder::Tree(..) => Ok(Some(self)),
            Decoder::Text(text) => match text.option() {
                Some(true) => Ok(Some(Decoder::Text(text))),
                Some(false) => Ok(None),
                None => Err(text.leave()),
            },
        }
    }

    pub(super) fn token(self) -> Result<Token<'de, 'p>, DecodeError> {
        let (tree, node) = match self {
            Decoder::Tree(tree, node) => (tree, node),
            // Only a string is one that types of other crates ask for in this way.
            Decoder::Text(_) => return self.text(&"a string").map(Token::Text),
        };
        Ok(match tree.kind(node) {
            NodeKind::Null => Token::Null,
            NodeKind::False => Token::Bool(false),
            NodeKind::True => Token::Bool(true),
            NodeKind::Number => {
                Token::Number(numeric(tree.text(node)).map_err(|error| error.at(node))?)
            }
            NodeKind::Exact => Token::Exact(tree.text(node)),
            NodeKind::String | NodeKind::Key => Token::Text(Quoted::Borrowed(tree.text(node))),
            NodeKind::List => Token::List(self),
            NodeKind::Object => Token::Object(self),
        })
    }

    /// The source text of a value.
    pub(super) fn raw(self) -> Result<&'de str, DecodeError> {
        match self {
            Decoder::Tree(tree, node) => Ok(&tree.source[tree.span(node)]),
            Decoder::Text(text) => Err(text.leave()),
        }
    }

    pub(super) fn ignore(self) -> Result<(), DecodeError> {
        match self {
            Decoder::Tree(..) => Ok(()),
            Decoder::Text(text) => Err(text.leave()),
        }
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

fn numeric(text: &str) -> Result<Numeric, DecodeError> {
    if let Ok(n) = text.parse() {
        return Ok(Numeric::Unsigned(n));
    }
    match text.parse() {
        // Zero with a sign is a float, as in `serde_json`.
        Ok(n) if n != 0 => Ok(Numeric::Signed(n)),
        _ => finite(text).map(Numeric::Float),
    }
}

fn finite(text: &str) -> Result<f64, DecodeError> {
    match short_decimal(text).or_else(|| text.parse().ok()) {
        Some(n) if n.is_finite() => Ok(n),
        _ => Err(out_of_range()),
    }
}

fn out_of_range() -> DecodeError {
    DecodeError::custom("number out of range")
}
