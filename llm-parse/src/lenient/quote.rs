//! Strings: what opens and closes them, and which quote is the last where inner ones were not escaped.

use std::ops::Range;

use crate::build::position;
use crate::strict::plain_end;
use crate::tree::NodeKind;

use super::Lenient;
use super::blank::is_space;
use super::follow::{Context, Verdict};

/// A kind of quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    /// The length of the opening quote.
    pub(super) len: usize,
    /// What closes the string, any of them.
    pub(super) closers: &'static [&'static str],
}

/// What was seen in a string so far.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) escape: bool,
    /// The first raw control character.
    pub(super) control: Option<usize>,
    /// The first inner quote that was not escaped.
    pub(super) inner: Option<usize>,
    /// Whether the last inner quote opens a quotation, which is to be closed first.
    pub(super) opening: bool,
    /// Whether the first inner quote ends something that was never opened: `"a" or "b"`.
    pub(super) doubtful: bool,
}

pub(super) const DOUBLE: &[&str] = &["\""];

/// What parts entries and items.
pub(super) const SEPARATORS: [char; 5] = [',', ';', '，', '；', '、'];

impl Lenient<'_, '_> {
    /// The quote that opens a string at `at`.
    pub(super) fn quote_at(&self, at: usize) -> Option<Quote> {
        let rest = self.bytes.get(at..)?;
        if rest.first() == Some(&b'"') && rest.get(1) != Some(&b'"') {
            return Some(Quote {
                len: 1,
                closers: DOUBLE,
            });
        }
        if !matches!(
            rest.first()?,
            b'"' | b'\'' | b'`' | 0xc2 | 0xe2 | 0xe3 | 0xef
        ) {
            return None;
        }
        let (len, closers): (usize, &'static [&'static str]) = match rest {
            [b'"', b'"', b'"', ..] => (3, &["\"\"\""]),
            [b'\'', b'\'', b'\'', ..] => (3, &["'''"]),
            [b'`', b'`', b'`', ..] => (3, &["```"]),
            [b'"', b'"', ..] if self.is_doubled(at, b'"') => (2, &["\"\""]),
            [b'\'', b'\'', ..] if self.is_doubled(at, b'\'') => (2, &["''"]),
            [b'"', ..] => (1, DOUBLE),
            [b'\'', ..] => (1, &["'"]),
            [b'`', ..] => (1, &["`"]),
            // “ ” „ ‟
            [0xe2, 0x80, 0x9c..=0x9f, ..] => (3, &["”", "“", "\"", "‟"]),
            // ‘ ’ ‚ ‛
            [0xe2, 0x80, 0x98..=0x9b, ..] => (3, &["’", "‘", "'"]),
            [0xc2, 0xab, ..] => (2, &["»"]),
            // 「 『 ＂
            [0xe3, 0x80, 0x8c, ..] => (3, &["」"]),
            [0xe3, 0x80, 0x8e, ..] => (3, &["』"]),
            [0xef, 0xbc, 0x82, ..] => (3, &["＂"]),
            _ => return None,
        };
        Some(Quote { len, closers })
    }

    /// Whether two quotes open a string that two quotes close: `""a""`.
    fn is_doubled(&self, at: usize, quote: u8) -> bool {
        let text = self.bytes.get(at + 2..).unwrap_or_default();
        let close = text.iter().position(|byte| *byte == quote);
        let word = self.text.get(at + 2..).unwrap_or_default();
        word.starts_with(char::is_alphanumeric)
            && close.is_some_and(|close| text.get(close + 1) == Some(&quote))
    }

    /// Reads the string that starts here; `false` where the text ends inside it.
    pub(super) fn string(&mut self, context: Context) -> bool {
        let Some(quote) = self.quote_at(self.at) else {
            return true;
        };
        if quote.closers == DOUBLE && self.clean_string(context) {
            return true;
        }
        let start = self.at;
        let from = start + quote.len;
        let mut seen = Seen::default();
        let mut at = from;
        loop {
            let Some(hit) = self.next_quote(at, quote, &mut seen) else {
                return self.unclosed(start..from, context, &seen);
            };
            let verdict = self.closes(hit.end, context, seen.opening);
            if verdict != Verdict::No {
                self.closed(start..hit.end, from..hit.start, context, &seen);
                let doubtful = match context {
                    Context::Root => false,
                    Context::Key => seen.inner.is_some(),
                    _ => {
                        let text = from..hit.start;
                        self.starts_over(text.clone(), &seen) || self.runs_over(text, &seen)
                    }
                };
                if doubtful || seen.doubtful || verdict == Verdict::Unsure {
                    self.ambiguous(start..hit.end);
                }
                return true;
            }
            if let Some(end) = self.missing_quote(from, hit.start, context) {
                return self.unquoted_end(start, from..end, context, &seen);
            }
            seen.opening = self.opens_quotation(&hit);
            seen.doubtful |= self.starts_anew(from, &hit, context);
            if seen.inner.is_none() {
                seen.inner = Some(hit.start);
                seen.doubtful |= context != Context::Root && self.ends_alternative(from, &hit);
            }
            // `""` may be one quote, as in CSV and SQL.
            seen.doubtful |= context != Context::Root
                && self.bytes.get(hit.end) == Some(&b'"')
                && self.closes(hit.end + 1, context, false) == Verdict::No;
            at = hit.end;
        }
    }

    /// Reads a string that is JSON and is followed by what follows one in JSON; the usual case, decided at once.
    fn clean_string(&mut self, context: Context) -> bool {
        let start = self.at;
        let end = plain_end(self.bytes, start + 1);
        if self.bytes.get(end) != Some(&b'"') {
            return false;
        }
        let (next, kind) = (self.bytes.get(end + 1), NodeKind::String);
        let (clean, kind) = match (context, next) {
            (Context::Key, Some(b':')) => (true, NodeKind::Key),
            (Context::Entry | Context::Item, Some(b',')) => {
                (self.clean_next(end + 2, context), kind)
            }
            _ => return false,
        };
        if clean {
            self.scalar(
                kind,
                false,
                start..end + 1,
                position(start + 1),
                position(end),
            );
            self.at = end + 1;
        }
        clean
    }

    /// Whether a JSON string stands at `at` as the next key or item.
    fn clean_next(&self, at: usize, context: Context) -> bool {
        let space = self.bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        let at = at + space.count();
        if self.bytes.get(at) != Some(&b'"') {
            return false;
        }
        let end = plain_end(self.bytes, at + 1);
        let after = self.bytes.get(end..end + 2);
        match context {
            Context::Entry => after == Some(b"\":"),
            _ => matches!(after, Some(b"\"," | b"\"]")),
        }
    }

    /// The next quote that might close the string.
    fn next_quote(&self, mut at: usize, quote: Quote, seen: &mut Seen) -> Option<Range<usize>> {
        loop {
            let double = quote.closers == DOUBLE;
            at = if double {
                plain_end(self.bytes, at)
            } else {
                special(self.bytes, at, quote.closers)
            };
            match self.bytes.get(at)? {
                b'\\' => {
                    seen.escape = true;
                    at += 2;
                }
                0..0x20 => {
                    seen.control.get_or_insert(at);
                    at += 1;
                }
                b'"' if double => return Some(at..at + 1),
                _ => {
                    let rest = &self.bytes[at..];
                    let is_closer = |closer: &&&str| rest.starts_with(closer.as_bytes());
                    if let Some(closer) = quote.closers.iter().find(is_closer) {
                        return Some(at..at + closer.len());
                    }
                    at += 1;
                }
            }
        }
    }

    /// Where the string that starts at `at` ends if its next quote closes it.
    pub(super) fn simple_end(&self, at: usize, quote: Quote) -> Option<usize> {
        let hit = self.next_quote(at + quote.len, quote, &mut Seen::default());
        hit.map(|hit| hit.end)
    }

    /// Where a string ends whose closing quote is missing, since the quote at `hit` begins the next key: `"a, "b": 1`.
    fn missing_quote(&self, from: usize, hit: usize, context: Context) -> Option<usize> {
        if context != Context::Entry {
            return None;
        }
        let before = self.text[from..hit].trim_end_matches(is_space);
        let broken = self.text[from + before.len()..hit].contains('\n');
        let text = match before.strip_suffix(SEPARATORS) {
            Some(text) => text.trim_end_matches(is_space),
            None if broken => before,
            None => return None,
        };
        // A key does not begin with what parts entries.
        if matches!(self.bytes.get(hit + 1), Some(b',' | b';' | b' ' | b':')) {
            return None;
        }
        let value = self.value_after_key(hit)?;
        self.starts_value(value).then_some(from + text.len())
    }
}

/// The first byte from `at` on that may begin a closer, an escape or is a control character.
fn special(bytes: &[u8], at: usize, closers: &[&str]) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let hit = rest.iter().position(|byte| {
        matches!(byte, b'\\' | 0..0x20)
            || closers.iter().any(|closer| closer.as_bytes()[0] == *byte)
    });
    at + hit.unwrap_or(rest.len())
}
