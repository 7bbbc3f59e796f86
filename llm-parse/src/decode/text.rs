//! A text that is read in one pass.
//!
//! Every function gives up with `None` on what is not plain JSON that fits as it stands.

#![allow(
    clippy::inline_always,
    reason = "calls cost more here than what they do"
)]

use super::mend::Mended;
use super::source::Whole;
use super::spot::{NO_RULES, Rules, Spot};
use crate::shape::Shape;
use crate::strict::{escape, plain_end};

/// A text that is read in one pass, in step with its shape.
pub(super) struct Text<'de> {
    pub(super) source: &'de str,
    pub(super) at: usize,
    /// How many lists and objects are open, and how many may be.
    pub(super) depth: usize,
    pub(super) max_depth: usize,
    pub(super) root: &'static Shape,
    /// What is read next, and the rules for it.
    pub(super) spot: Spot,
    pub(super) rules: Rules,
    /// A key, or the name of a variant, that was read and held to its shape; it comes before what is read next.
    pub(super) key: Option<&'de str>,
    /// The keys of the maps that are open.
    pub(super) keys: Vec<&'de str>,
    /// The last string that had escapes, and whether it is the value that was read.
    unescaped: String,
    is_unescaped: bool,
    /// Whether a default stands in for something absent.
    pub(super) defaults: bool,
    pub(super) mended: Mended<'de>,
    failed: bool,
}

/// A string: as it stands in the source, or in the buffer of the last one that had escapes.
pub(super) enum Escaped<'de> {
    No(&'de str),
    Yes,
}

impl<'de> Text<'de> {
    pub(super) fn new(source: &'de str, max_depth: usize, root: &'static Shape) -> Self {
        Text {
            source,
            at: 0,
            depth: 0,
            max_depth,
            root,
            spot: Spot::Value(root),
            rules: &NO_RULES,
            key: None,
            keys: Vec::new(),
            unescaped: String::new(),
            is_unescaped: false,
            defaults: false,
            mended: Mended::new(),
            failed: false,
        }
    }

    pub(super) fn fail(&mut self) {
        self.failed = true;
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// The next byte that is no white space.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.source.as_bytes();
        match bytes.get(self.at) {
            Some(..=b' ') => {
                self.at = self.after_space(self.at);
                bytes.get(self.at).copied()
            }
            other => other.copied(),
        }
    }

    /// The first place from `at` on that is no white space; out of line, so that the many that ask stay small.
    #[inline(never)]
    pub(super) fn after_space(&self, mut at: usize) -> usize {
        let bytes = self.source.as_bytes();
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
            at += 1;
        }
        at
    }

    /// Reads one byte.
    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    #[inline]
    pub(super) fn word(&mut self, word: &str) -> Option<()> {
        self.peek()?;
        let rest = &self.source.as_bytes()[self.at..];
        rest.starts_with(word.as_bytes())
            .then(|| self.at += word.len())
    }

    #[inline]
    pub(super) fn null(&mut self) -> Option<()> {
        self.word("null")
    }

    /// Reads a string without escapes.
    pub(super) fn plain(&mut self) -> Option<&'de str> {
        self.usual_string().or_else(|| match self.any_string()? {
            Escaped::No(text) => Some(text),
            Escaped::Yes => None,
        })
    }

    /// Reads a string that stands as it is between double quotes; where it does not, nothing was read.
    #[inline(always)]
    pub(super) fn usual_string(&mut self) -> Option<&'de str> {
        if self.peek()? != b'"' {
            return None;
        }
        let (bytes, start) = (self.source.as_bytes(), self.at + 1);
        let end = plain_end(bytes, start);
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        let text = self.source.get(start..end)?;
        self.at = end + 1;
        Some(text)
    }

    #[cold]
    pub(super) fn any_string(&mut self) -> Option<Escaped<'de>> {
        match self.peek()? {
            b'"' => self.unescape(self.at + 1),
            _ => self.other_string(),
        }
    }

    /// Reads a string that has escapes or control characters, whose text begins at `at`.
    fn unescape(&mut self, mut at: usize) -> Option<Escaped<'de>> {
        let bytes = self.source.as_bytes();
        let mut plain = plain_end(bytes, at);
        let mut control = None;
        self.unescaped.clear();
        loop {
            self.unescaped.push_str(self.source.get(at..plain)?);
            at = plain;
            match *bytes.get(at)? {
                b'"' => break,
                b'\\' => {
                    let (c, len) = escape(bytes, at)?;
                    self.unescaped.push(c);
                    at += len;
                    plain = plain_end(bytes, at);
                }
                _ => {
                    control.get_or_insert(at);
                    plain = plain_end(bytes, at + 1);
                }
            }
        }
        self.at = at + 1;
        if let Some(control) = control {
            self.kept_control(control)?;
        }
        Some(Escaped::Yes)
    }

    pub(super) fn unescaped(&self) -> &str {
        &self.unescaped
    }

    /// Makes the last string that had escapes the value that was read.
    pub(super) fn put_unescaped(&mut self) {
        self.is_unescaped = true;
    }

    /// The string that was read, where it had escapes.
    pub(super) fn take_unescaped(&mut self) -> Option<&str> {
        std::mem::take(&mut self.is_unescaped).then_some(&*self.unescaped)
    }
}

/// The whole number that a text is.
pub(super) fn whole_text(text: &str) -> Option<Whole> {
    let (number, end) = whole(text.as_bytes(), 0)?;
    (end == text.len()).then_some(number)
}

/// The whole number of 64 bits that stands at a place, and where it ends.
#[inline(always)]
pub(super) fn whole(bytes: &[u8], start: usize) -> Option<(Whole, usize)> {
    /// So many digits are always below 2^64.
    const DIGITS: usize = 19;
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let (mut n, mut at) = (0_u64, first);
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        n = n.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        at += 1;
    }
    let padded = at > first + 1 && bytes[first] == b'0';
    let more = matches!(bytes.get(at), Some(b'.' | b'e' | b'E'));
    if at == first || at - first > DIGITS || padded || more {
        return None;
    }
    let number = match (negative, n) {
        (false, n) => Whole::Unsigned(n),
        // Zero with a sign is a float.
        (true, 0) => return None,
        (true, n) => Whole::Signed(0_i64.checked_sub_unsigned(n)?),
    };
    Some((number, at))
}
