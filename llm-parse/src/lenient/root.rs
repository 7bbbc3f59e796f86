//! Where to begin: whether a bracket opens a value at all, and values that are no containers.

use crate::fix::FixKind;

use super::follow::Context;
use super::number::{Word, classify, number_prefix};
use super::{Lenient, Reading};
use crate::build::position;
use crate::tree::NodeKind;

/// More brackets than this in a row open a value that is too deep anyway.
const RUN: usize = 128;

/// A number or literal that is longer is none.
const WORD: usize = 400;

impl Lenient<'_, '_> {
    /// Whether an opening bracket stands here, if only a full-width one.
    pub(crate) fn opens(&self) -> bool {
        matches!(self.sign(self.at), Some((b'{' | b'[', _)))
    }

    /// Whether what follows the bracket here is what follows it in JSON, rather than prose or a template.
    pub(crate) fn is_plausible(&self) -> bool {
        let mut at = self.at;
        for _ in 0..RUN {
            let Some((sign, len)) = self.sign(at) else {
                return true;
            };
            at = self.skip(at + len);
            match sign {
                b'{' => return self.opens_object(at),
                b'[' => {}
                _ => return false,
            }
            if !matches!(self.sign(at), Some((b'{' | b'[', _))) {
                return self.opens_list(at);
            }
        }
        true
    }

    /// Whether a quote follows the brackets here, as it does in no prose.
    pub(crate) fn opens_text(&self) -> bool {
        let (mut at, mut braces) = (self.at, 0);
        for _ in 0..RUN {
            match self.sign(at) {
                Some((b'{' | b'[', _)) if braces > 0 => return false,
                Some((sign @ (b'{' | b'[' | b','), len)) => {
                    braces += usize::from(sign == b'{');
                    at = self.skip(at + len);
                }
                // A key without quotes, and without a colon.
                Some((byte, _)) if byte.is_ascii_alphanumeric() && braces == 1 => {
                    let rest = &self.bytes[at..];
                    let word = rest
                        .iter()
                        .take(RUN)
                        .position(|b| !b.is_ascii_alphanumeric() && *b != b'_');
                    let value = self.skip(at + word.unwrap_or(0));
                    return self.bytes[at..value].ends_with(b" ")
                        && self.bytes.get(value) == Some(&b'"');
                }
                // `“` begins with 0xe2.
                Some((b'"' | 0xe2, _)) => return true,
                _ => return false,
            }
        }
        false
    }

    /// Whether an object's text goes on at `at`.
    fn opens_object(&self, mut at: usize) -> bool {
        if let Some((b',', len)) = self.sign(at) {
            at = self.skip(at + len);
        }
        match self.sign(at) {
            None | Some((b'}', _)) => true,
            _ if self.key_at(at) => true,
            _ if self.quote_at(at).is_some() => self.key_without_colon_at(at),
            _ => self.text[at..]
                .bytes()
                .take(65)
                .all(|b| b.is_ascii_alphanumeric()),
        }
    }

    /// Whether a list's text goes on at `at`.
    fn opens_list(&self, mut at: usize) -> bool {
        if let Some((b',', len)) = self.sign(at) {
            at = self.skip(at + len);
        }
        match self.sign(at) {
            None | Some((b']', _)) => true,
            _ if self.quote_at(at).is_some() => self.string_ends_well(at),
            _ => self.plain_item_at(at),
        }
    }

    /// Reads the region as a scalar: a string in quotes, a number, a literal. Words are none.
    pub(crate) fn scalar_root(mut self) -> Option<Reading> {
        let root = position(self.out.tree.nodes.len());
        let start = self.at;
        let end = self.bytes.len();
        if self.text[start..].starts_with("```") {
            return None;
        }
        if self.quote_at(start).is_some() {
            let open = !self.string(Context::Root);
            if self.is_quotation(open) {
                return None;
            }
            self.out.tree.node_mut(root).open = open;
            return Some(Reading {
                root,
                end,
                open,
                given_up: false,
            });
        }
        let head = self.bytes[start..].iter().take(WORD);
        let word_end = start + head.take_while(|byte| !byte.is_ascii_whitespace()).count();
        let word = self.text.get(start..word_end)?;
        if self.skip(word_end) < end {
            return None;
        }
        let cut = number_prefix(word).filter(|len| *len > 0 && *len < word.len());
        let whole = !matches!(classify(word), Word::Text);
        if whole {
            self.word(start, word_end);
            self.at = word_end;
            self.blank();
        } else {
            let (a, b) = (position(start), position(start + cut?));
            self.scalar(NodeKind::Number, false, start..word_end, a, b);
            self.out.tree.node_mut(root).open = true;
        }
        Some(Reading {
            root,
            end,
            open: !whole,
            given_up: false,
        })
    }

    /// Whether the quotes at the beginning and the end are not of one string: `"a" or "b"`.
    fn is_quotation(&self, open: bool) -> bool {
        let root = self.last_node();
        let mut inner = self.fixes.iter().rev().take_while(|fix| fix.node == root);
        let Some(fix) = inner.find(|fix| fix.kind == FixKind::InnerQuote) else {
            return false;
        };
        let quote = self.bytes[self.out.tree.span(fix.node).start];
        let inside = &self.bytes[fix.start as usize..self.bytes.len() - 1];
        let odd = inside
            .iter()
            .fold(false, |odd, byte| odd ^ (*byte == quote));
        let before = self.bytes[fix.start as usize - 1];
        open || (!odd && !before.is_ascii_whitespace() && !before.is_ascii_punctuation())
    }
}
