//! Reads JSON (RFC 8259) and nothing else: the fast path, taken by every reply that is clean.
//!
//! # Design
//!
//! One pass without recursion, straight into the tree. Text is only looked at, never copied, unless a string has
//! escapes. It takes exactly what `serde_json` takes, except that numbers may be of any size: they stay text.

use std::ops::Range;

use crate::build::{Builder, position};
use crate::tree::{NodeId, NodeKind, Tree};

/// Why a text is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) at: usize,
    pub(crate) cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Something else is expected there.
    Syntax(&'static str),
    /// The text ends inside the value.
    CutOff,
    /// Deeper than the limit.
    Depth,
}

/// Reads the whole source as one value; the tree is left as it was when that fails.
pub(crate) fn parse(tree: &mut Tree<'_>, max_depth: usize) -> Result<NodeId, Failure> {
    tree.nodes.reserve(tree.source.len() / 8 + 4);
    let root = position(tree.nodes.len());
    attempt(tree, 0..tree.source.len(), max_depth, |strict| {
        strict.value()?;
        match strict.peek() {
            None => Ok(root),
            Some(_) => Err(strict.fail(TRAILING)),
        }
    })
}

/// Reads the value at the beginning of the region; it may be followed by anything.
pub(crate) fn parse_prefix(
    tree: &mut Tree<'_>,
    region: Range<usize>,
    max_depth: usize,
) -> Result<(NodeId, usize), Failure> {
    let root = position(tree.nodes.len());
    attempt(tree, region, max_depth, |strict| {
        strict.value()?;
        Ok((root, strict.at))
    })
}

fn attempt<R>(
    tree: &mut Tree<'_>,
    region: Range<usize>,
    max_depth: usize,
    read: impl FnOnce(&mut Strict<'_, '_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let (nodes, side) = (tree.nodes.len(), tree.side.len());
    let text = &tree.source[..region.end];
    let result = read(&mut Strict {
        text,
        bytes: text.as_bytes(),
        at: region.start,
        max_depth,
        out: Builder {
            tree,
            frames: Vec::with_capacity(16),
        },
    });
    if result.is_err() {
        tree.nodes.truncate(nodes);
        tree.side.truncate(side);
    }
    result
}

/// What is expected after a whole value.
pub(crate) const TRAILING: &str = "the end of the text";

struct Strict<'p, 't> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    max_depth: usize,
    out: Builder<'p, 't>,
}

impl Strict<'_, '_> {
    fn value(&mut self) -> Result<(), Failure> {
        loop {
            self.opening()?;
            while let Some(top) = self.out.frames.last() {
                let object = top.object;
                match self.peek() {
                    Some(b',') => {
                        self.at += 1;
                        if object {
                            self.key()?;
                        }
                        break;
                    }
                    Some(b'}') if object => self.close(),
                    Some(b']') if !object => self.close(),
                    _ if object => return Err(self.fail("`,` or `}`")),
                    _ => return Err(self.fail("`,` or `]`")),
                }
            }
            if self.out.frames.is_empty() {
                return Ok(());
            }
        }
    }

    /// Reads a scalar, or the opening of a container up to its first value; an empty container is closed.
    fn opening(&mut self) -> Result<(), Failure> {
        loop {
            match self.peek() {
                Some(b'"') => return self.string(NodeKind::String),
                Some(b'-' | b'0'..=b'9') => return self.number(),
                Some(b'{') => {
                    self.open(true)?;
                    if self.peek() == Some(b'}') {
                        self.close();
                        return Ok(());
                    }
                    self.key()?;
                }
                Some(b'[') => {
                    self.open(false)?;
                    if self.peek() == Some(b']') {
                        self.close();
                        return Ok(());
                    }
                }
                Some(b't') => return self.literal("true", NodeKind::True),
                Some(b'f') => return self.literal("false", NodeKind::False),
                Some(b'n') => return self.literal("null", NodeKind::Null),
                _ => return Err(self.fail("a value")),
            }
        }
    }

    fn open(&mut self, object: bool) -> Result<(), Failure> {
        if self.out.frames.len() >= self.max_depth {
            return Err(Failure {
                at: self.at,
                cause: Cause::Depth,
            });
        }
        self.out.open(object, self.at);
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) {
        self.at += 1;
        self.out.close(self.at);
    }

    fn key(&mut self) -> Result<(), Failure> {
        if self.peek() != Some(b'"') {
            return Err(self.fail("a key in quotes"));
        }
        self.string(NodeKind::Key)?;
        if self.peek() != Some(b':') {
            return Err(self.fail("`:`"));
        }
        self.at += 1;
        Ok(())
    }

    fn literal(&mut self, word: &'static str, kind: NodeKind) -> Result<(), Failure> {
        let rest = &self.bytes[self.at..];
        let end = self.at + word.len();
        if !rest.starts_with(word.as_bytes()) {
            self.at += rest
                .iter()
                .zip(word.bytes())
                .take_while(|(a, b)| **a == *b)
                .count();
            return Err(self.fail(word));
        }
        self.out.attach(kind, false, self.at..end, 0, 0);
        self.at = end;
        Ok(())
    }

    fn number(&mut self) -> Result<(), Failure> {
        let end = json_number(self.bytes, self.at).map_err(|at| {
            self.at = at;
            self.fail("a digit")
        })?;
        let (a, b) = (position(self.at), position(end));
        self.out.attach(NodeKind::Number, false, self.at..end, a, b);
        self.at = end;
        Ok(())
    }

    #[inline]
    fn string(&mut self, kind: NodeKind) -> Result<(), Failure> {
        let start = self.at;
        let end = plain_end(self.bytes, start + 1);
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            let (a, b) = (position(start + 1), position(end));
            self.out.attach(kind, false, start..self.at, a, b);
            return Ok(());
        }
        self.string_with_escapes(kind, start, end)
    }

    /// Reads a string that is no range of the text; `plain` is where its plain beginning ends.
    fn string_with_escapes(
        &mut self,
        kind: NodeKind,
        start: usize,
        plain: usize,
    ) -> Result<(), Failure> {
        let from = self.out.tree.side.len();
        self.at = start + 1;
        self.decode(plain)?;
        let to = self.out.tree.side.len();
        self.out
            .attach(kind, true, start..self.at, position(from), position(to));
        Ok(())
    }

    /// Decodes a string that has escapes into the second buffer; `plain` is where its plain beginning ends.
    fn decode(&mut self, mut plain: usize) -> Result<(), Failure> {
        loop {
            self.out.tree.side.push_str(&self.text[self.at..plain]);
            self.at = plain;
            match self.bytes.get(plain) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => match escape(self.bytes, plain) {
                    Some((c, len)) => {
                        self.out.tree.side.push(c);
                        self.at += len;
                    }
                    None if !self.bytes[plain..].contains(&b'"') => {
                        self.at = self.bytes.len();
                        return Err(self.fail("an escape"));
                    }
                    None => return Err(self.fail("an escape")),
                },
                _ => return Err(self.fail("no control character in a string")),
            }
            plain = plain_end(self.bytes, self.at);
        }
    }

    /// The next byte that is no white space.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            Some(..=b' ') => self.after_space(),
            other => other.copied(),
        }
    }

    fn after_space(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    #[cold]
    fn fail(&self, expected: &'static str) -> Failure {
        let cause = if self.at >= self.bytes.len() {
            Cause::CutOff
        } else {
            Cause::Syntax(expected)
        };
        Failure { at: self.at, cause }
    }
}

/// Where the JSON number that starts at `at` ends, or where a digit is missing.
pub(crate) fn json_number(bytes: &[u8], mut at: usize) -> Result<usize, usize> {
    at += usize::from(bytes.get(at) == Some(&b'-'));
    if bytes.get(at) == Some(&b'0') {
        at += 1;
        if bytes.get(at).is_some_and(u8::is_ascii_digit) {
            return Err(at);
        }
    } else {
        at = digits(bytes, at)?;
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = digits(bytes, at)?;
    }
    Ok(at)
}

#[inline]
fn digits(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut at = from;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    if at == from { Err(from) } else { Ok(at) }
}

/// The first `"`, `\` or control character from `at` on, or the end; eight bytes at a time.
#[allow(
    clippy::inline_always,
    reason = "most strings are so short that a call costs more than the search"
)]
#[inline(always)]
pub(crate) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let (chunks, _) = bytes.get(at..).unwrap_or_default().as_chunks();
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        // The high bit of each byte that is wanted; bytes above the first one may be set wrongly. With its second bit
        // flipped, `"` comes right after the control characters.
        let quote_or_control = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
        let backslash = (word ^ (ONES * 0x5c)).wrapping_sub(ONES);
        let hit = (quote_or_control | backslash) & !word & HIGH;
        if hit != 0 {
            return at + (hit.trailing_zeros() / 8) as usize;
        }
        at += chunk.len();
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let plain = rest
        .iter()
        .take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20));
    at + plain.count()
}

/// The character that the escape at `at` stands for, and the escape's length.
pub(crate) fn escape(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let simple = match bytes.get(at + 1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(bytes, at),
        _ => return None,
    };
    Some((simple, 2))
}

fn unicode_escape(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let unit = hex4(bytes, at + 2)?;
    if !(0xd800..0xdc00).contains(&unit) {
        return Some((char::from_u32(unit)?, 6));
    }
    let low = match bytes.get(at + 6..at + 8) {
        Some(b"\\u") => hex4(bytes, at + 8)?,
        _ => return None,
    };
    if !(0xdc00..0xe000).contains(&low) {
        return None;
    }
    let c = char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00))?;
    Some((c, 12))
}

/// The value of four hexadecimal digits.
pub(crate) fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 4)?;
    digits.iter().try_fold(0, |value, byte| {
        Some(value * 16 + char::from(*byte).to_digit(16)?)
    })
}
