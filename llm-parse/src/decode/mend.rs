//! What is not JSON but has one reading only: mended on the way, and recorded as over the tree.
//!
//! # Design
//!
//! The tolerant parser looks ahead before it ends a string or a word. What is mended here is what that look always
//! finds to be so; where it might not, this gives up.

use std::ops::Range;
use std::sync::Arc;

use super::text::{Escaped, Text};
use crate::fix::{Fix, FixKind};
use crate::lenient::{
    BARE_KEY, MISSING_COMMA, OTHER_QUOTES, RAW_CONTROL, Repair, TRAILING_COMMA, comment,
    offers_another, other_literal,
};
use crate::path::{Path, Segment};
use crate::tree::NodeKind;

/// The tolerant parser looks no further ahead than over so long a comment or key.
const NEAR: usize = 48;

/// Below so many lists and objects nothing is mended.
const DEEP: usize = 16;

/// A step from a list or object to what is read in it.
#[derive(Clone, Copy)]
pub(super) enum Step<'de> {
    Index(usize),
    Key(&'de str),
}

/// What was mended on the way, and where what is read stands.
pub(super) struct Mended<'de> {
    /// The steps to what is read, the outermost ones of them; the first one leads to the root.
    path: [Step<'de>; DEEP],
    pub(super) fixes: Vec<Fix>,
    /// For each depth the last key that was asked for, shared by all that is found under it.
    names: Vec<(&'de str, Arc<str>)>,
}

impl<'de> Text<'de> {
    /// Goes to the next item or key, over comments and commas; whether there is one.
    #[cold]
    pub(super) fn advance(&mut self, first: bool, closer: u8) -> Option<bool> {
        let end = self.at;
        let next = self.after_comments()?;
        if next == closer {
            return self.ends_plainly(end, closer).then_some(false);
        }
        if first {
            return Some(true);
        }
        if next != b',' {
            self.is_apart(end, next, closer)?;
            self.mended_around(MISSING_COMMA, self.at..self.at)?;
            return Some(true);
        }
        let comma = self.at;
        self.at += 1;
        let more = self.after_comments()? != closer;
        if !more {
            self.mended_around(TRAILING_COMMA, comma..comma + 1)?;
            self.ends_plainly(comma + 1, closer).then_some(())?;
        }
        Some(more)
    }

    /// Whether no comment stands before the end of a list, where it may stand for items.
    fn ends_plainly(&self, from: usize, closer: u8) -> bool {
        let between = self.source.get(from..self.at).unwrap_or_default();
        closer != b']' || between.trim_ascii().is_empty()
    }

    fn after_comments(&mut self) -> Option<u8> {
        let start = self.at;
        let mut next = self.peek()?;
        while matches!(next, b'/' | b'#') {
            let (end, repair) = comment(self.source, self.at)?;
            // A number or word would be taken together with it.
            let apart = !self.source.as_bytes()[self.at - 1].is_ascii_alphanumeric();
            // A value that breaks off may begin again in it.
            let lines = self.source.as_bytes()[self.at..end].contains(&b'\n');
            let doubtful =
                repair.0 == FixKind::Skipped || offers_another(self.source, self.at..end);
            if !apart || lines || doubtful || end - start > 4 * NEAR {
                return None;
            }
            self.mended_around(repair, self.at..end)?;
            self.at = end;
            next = self.peek()?;
        }
        Some(next)
    }

    /// Whether what stands here, without a comma before it, surely is the next item or key after what ends at `end`.
    fn is_apart(&self, end: usize, next: u8, closer: u8) -> Option<()> {
        let between = self.source.get(end..self.at)?.as_bytes();
        let spaced = !between.is_empty() && between.trim_ascii().is_empty();
        let last = *self.source.as_bytes().get(end.checked_sub(1)?)?;
        let apart = match (closer, next) {
            (b'}', b'"') => true,
            (b'}', _) => between.contains(&b'\n'),
            _ => matches!((last, next), (b'"', b'"') | (b'}', b'{') | (b']', b'[')),
        };
        (spaced && apart).then_some(())
    }

    /// Reads a key and the colon, and makes it the step to what follows.
    pub(super) fn key_text(&mut self) -> Option<&'de str> {
        if self.peek()? != b'"' {
            return self.other_key();
        }
        let key = self.plain()?;
        self.expect(b':')?;
        self.step_to(Step::Key(key));
        Some(key)
    }

    #[cold]
    fn other_key(&mut self) -> Option<&'de str> {
        let start = self.at;
        let (key, repair, span) = if self.peek()? == b'\'' {
            (self.in_single_quotes()?, OTHER_QUOTES, start..start + 1)
        } else {
            (self.identifier()?, BARE_KEY, start..self.at)
        };
        self.expect(b':')?;
        self.step_to(Step::Key(key));
        self.mended(repair, span)?;
        Some(key)
    }

    fn identifier(&mut self) -> Option<&'de str> {
        let rest = &self.source.as_bytes()[self.at..];
        let part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        let len = rest.iter().take(NEAR).take_while(part).count();
        let after = rest[len..]
            .iter()
            .find(|byte| !matches!(byte, b' ' | b'\t'));
        if rest.first()?.is_ascii_digit() || len == NEAR || after != Some(&b':') {
            return None;
        }
        let key = self.source.get(self.at..self.at + len)?;
        self.at += len;
        Some(key)
    }

    /// Reads a string that is not in double quotes.
    #[cold]
    pub(super) fn other_string(&mut self) -> Option<Escaped<'de>> {
        let start = self.at;
        let text = self.in_single_quotes()?;
        self.mended(OTHER_QUOTES, start..start + 1)?;
        Some(Escaped::No(text))
    }

    fn in_single_quotes(&mut self) -> Option<&'de str> {
        let rest = self.source.as_bytes()[self.at..].strip_prefix(b"'")?;
        let special = |byte: &u8| matches!(byte, b'\'' | b'\\' | 0..0x20);
        let len = rest.iter().position(special)?;
        // Two quotes may open a string that two quotes close.
        let empty = len == 0;
        let plain_after = rest.get(1).is_some_and(|byte| b",:]} \r\n".contains(byte));
        if rest[len] != b'\'' || (empty && !plain_after) {
            return None;
        }
        let start = self.at + 1;
        self.at = start + len + 1;
        self.source.get(start..start + len)
    }

    /// Records the first raw control character of the string that was read last. A line that begins as a document does
    /// may be one.
    pub(super) fn kept_control(&mut self, at: usize) -> Option<()> {
        let rest = self.source.get(at..self.at)?;
        let mut lines = rest.lines().map(str::trim_start);
        if lines.any(|line| line.starts_with(['{', '['])) {
            return None;
        }
        self.mended(RAW_CONTROL, at..at + 1)
    }

    /// Reads a literal of another language.
    #[cold]
    pub(super) fn other_literal(&mut self) -> Option<NodeKind> {
        self.peek()?;
        let start = self.at;
        let rest = &self.source.as_bytes()[start..];
        let len = rest.iter().take(NEAR);
        let end = start + len.take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (kind, repair) = other_literal(self.source.get(start..end)?)?;
        self.at = end;
        matches!(self.peek()?, b',' | b'}' | b']').then_some(())?;
        self.mended(repair, start..end)?;
        Some(kind)
    }
}

impl<'de> Text<'de> {
    /// Makes this the step from the list or object that is open to what is read.
    #[inline]
    pub(super) fn step_to(&mut self, step: Step<'de>) {
        if let Some(last) = self.mended.path.get_mut(self.depth) {
            *last = step;
        }
    }

    /// Records a repair of the value or key that is read.
    fn mended(&mut self, repair: Repair, span: Range<usize>) -> Option<()> {
        self.mended.record(repair, span, self.depth + 1)
    }

    /// Records a repair of what stands between the items or entries of a list or object.
    fn mended_around(&mut self, repair: Repair, span: Range<usize>) -> Option<()> {
        self.mended.record(repair, span, self.depth)
    }
}

impl Mended<'_> {
    pub(super) fn new() -> Self {
        Mended {
            path: [Step::Index(0); DEEP],
            fixes: Vec::new(),
            names: Vec::new(),
        }
    }

    fn record(&mut self, (kind, detail): Repair, span: Range<usize>, depth: usize) -> Option<()> {
        let steps = self.path.get(1..depth)?.iter().enumerate();
        let segments = steps.map(|(depth, step)| match step {
            Step::Index(index) => Segment::Index(*index),
            Step::Key(key) => Segment::Key(name(&mut self.names, depth, key)),
        });
        let path = Path::from(segments.collect::<Vec<_>>());
        self.fixes.push(Fix::new(path, kind, span, detail));
        Some(())
    }
}

fn name<'de>(names: &mut Vec<(&'de str, Arc<str>)>, depth: usize, key: &'de str) -> Arc<str> {
    if names.len() <= depth {
        names.resize_with(depth + 1, || ("", Arc::default()));
    }
    let (last, name) = &mut names[depth];
    if !std::ptr::eq(*last, key) {
        (*last, *name) = (key, key.into());
    }
    name.clone()
}
