//! Strings: what opens and closes them, and which quote is the last where inner ones were not escaped.

use std::ops::Range;

use crate::build::position;
use crate::fix::FixKind;
use crate::strict::plain_end;
use crate::tree::NodeKind;
use crate::violation::Code;

use super::blank::is_space;
use super::follow::{Context, Verdict};
use super::{Lenient, OTHER_QUOTES, RAW_CONTROL};

/// A kind of quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quote {
    /// The length of the opening quote.
    pub(super) len: usize,
    /// What closes the string, any of them.
    closers: &'static [&'static str],
}

/// What was seen in a string so far.
#[derive(Default)]
struct Seen {
    escape: bool,
    /// The first raw control character.
    control: Option<usize>,
    /// The first inner quote that was not escaped.
    inner: Option<usize>,
    /// Whether the last inner quote opens a quotation, which is to be closed first.
    opening: bool,
    /// Whether the first inner quote ends something that was never opened: `"a" or "b"`.
    doubtful: bool,
}

const DOUBLE: &[&str] = &["\""];

/// What parts entries and items.
const SEPARATORS: [char; 5] = [',', ';', '，', '；', '、'];

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

    /// Whether a text of several lines has one that begins as a document does: the model may have started over.
    fn starts_over(&self, text: Range<usize>, seen: &Seen) -> bool {
        let mut lines = self.text[text].lines().skip(1).map(str::trim);
        lines.any(|line| {
            let opens = line.starts_with(['{', '[']);
            let rest = line.get(1..).unwrap_or_default().trim_start();
            opens
                && (rest.is_empty() || seen.inner.is_some())
                && !rest.starts_with(char::is_alphanumeric)
        })
    }

    /// Whether a text has a line, before a quote that was not escaped, that begins with a closing bracket: its own closing
    /// quote may be missing.
    fn runs_over(&self, text: Range<usize>, seen: &Seen) -> bool {
        let Some(inner) = seen.inner else {
            return false;
        };
        let before = &self.text[text.start..inner.max(text.start)];
        let after = self.text[inner.min(text.end)..text.end]
            .get(1..)
            .unwrap_or_default();
        let closer = |line: &str| line.trim_start().starts_with(['}', ']']);
        before.lines().skip(1).any(closer)
            || (after
                .trim_start_matches([' ', '\t', '\r'])
                .starts_with('\n')
                && closer(after))
    }

    /// Whether a text has a line that is nothing but brackets and punctuation.
    fn has_bracket_line(text: &str) -> bool {
        let is_structure = |line: &str| {
            !line.is_empty()
                && line.chars().all(|c| "{}[],; \t\r".contains(c))
                && line.contains(['{', '}', '[', ']'])
        };
        text.lines().skip(1).map(str::trim).any(is_structure)
    }

    /// Whether the next entry or item may begin at a quote that is kept as a part of the string that starts at `from`:
    /// `"1" b: "2"` without a comma, `"a, "b"` without a closing quote.
    fn starts_anew(&self, from: usize, hit: &Range<usize>, context: Context) -> bool {
        let next = self.skip(hit.end);
        let key = || next > hit.end && self.quote_at(next).is_none();
        let before = self.text[from..hit.start].trim_end_matches(is_space);
        let after_comma = || before.ends_with(SEPARATORS);
        let broken = || self.text[from + before.len()..hit.start].contains('\n');
        if context != Context::Key && Self::ends_with_key(before) {
            return true;
        }
        match context {
            Context::Entry if key() => {
                let value = self.value_after_key(next);
                value.is_some_and(|value| self.quote_at(value).is_some() || self.digit_at(value))
            }
            Context::Entry => self
                .value_after_key(hit.start)
                .is_some_and(|value| after_comma() || self.starts_value(value)),
            Context::Item => {
                (after_comma() || broken())
                    && (self.is_item(hit.start) || self.value_after_key(hit.start).is_some())
            }
            Context::Key | Context::Root => false,
        }
    }

    /// Whether a text ends with what may be the next key: `a, b:`, `a,“b”:`.
    fn ends_with_key(before: &str) -> bool {
        const LONGEST: usize = 64;
        let Some(rest) = before.strip_suffix([':', '：', '=']) else {
            return false;
        };
        let rest = rest.trim_end_matches(is_space);
        let quoted = rest.strip_suffix(['”', '"', '\'', '’']);
        let rest = quoted.unwrap_or(rest);
        let mut from = rest.len().saturating_sub(LONGEST);
        while !rest.is_char_boundary(from) {
            from += 1;
        }
        let part = |c: char| c.is_alphanumeric() || "_$-".contains(c);
        let rest = rest[from..].trim_end_matches(part);
        let rest = rest.trim_end_matches(['“', '"', '\'', '‘']);
        rest.trim_end_matches([' ', '\t'])
            .ends_with([',', '，', ';', '{', '\n'])
    }

    /// Whether a string at `at` is followed by the end of its list or by a further string.
    fn is_item(&self, at: usize) -> bool {
        let quote = self.quote_at(at);
        let Some(end) = quote.and_then(|quote| self.simple_end(at, quote)) else {
            return false;
        };
        let next = self.skip(end);
        match self.sign(next) {
            Some((b']' | b'}', _)) => true,
            Some((b',', _)) => self
                .after_separators(next)
                .is_some_and(|next| self.quote_at(next).is_some()),
            _ => false,
        }
    }

    fn digit_at(&self, at: usize) -> bool {
        self.bytes
            .get(at)
            .is_some_and(|byte| byte.is_ascii_digit() || b"-[{".contains(byte))
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

    /// Whether an inner quote stands where a quotation begins: `said "hi`.
    fn opens_quotation(&self, hit: &Range<usize>) -> bool {
        let before = self.text[..hit.start].chars().next_back();
        let after = self.text[hit.end..].chars().next();
        before.is_some_and(|c| c.is_whitespace() || "([{<,:;=/-–—>\"'“„".contains(c))
            && after.is_some_and(|c| !c.is_whitespace() && !",.;:!?)]}\"".contains(c))
    }

    /// Whether an inner quote ends a word, and nothing between it and `from` begins a quotation.
    fn ends_alternative(&self, from: usize, hit: &Range<usize>) -> bool {
        let before = &self.text[from..hit.start];
        let after = self.text[hit.end..].chars().next();
        let sign = self.sign(self.skip(hit.end)).map(|sign| sign.0);
        let word = before.ends_with(char::is_alphabetic);
        let ends = !before.is_empty()
            && matches!(sign, Some(b',' | b';'))
            && !before.ends_with(char::is_numeric);
        let count = |signs: &[char]| before.matches(signs).count();
        (ends || (word && after.is_some_and(|c| c.is_whitespace() || ",|/".contains(c))))
            && count(&['„', '“', '«', '‚', '‘']) <= count(&['”', '»', '’'])
    }

    /// Adds a string or key: `span` with its quotes, `text` without.
    fn closed(&mut self, span: Range<usize>, text: Range<usize>, context: Context, seen: &Seen) {
        self.at = span.end;
        let text = self.in_triple_quotes(&span, text);
        self.add_text(span.clone(), text, context, seen);
        let opening = span.start..self.char_end(span.start);
        match self.quote_at(span.start) {
            Some(Quote { len: 1, closers }) if closers == DOUBLE => {}
            // `""a""` may be the quotation `"a"` as well.
            Some(Quote {
                len: 2,
                closers: ["\"\""],
            }) if context != Context::Key => self.ambiguous(span),
            _ => self.fix_last(OTHER_QUOTES.0, opening, OTHER_QUOTES.1),
        }
    }

    /// A fence used as quotes: its own line breaks and language are no part of the text.
    fn in_triple_quotes(&self, span: &Range<usize>, text: Range<usize>) -> Range<usize> {
        if !self.text[span.clone()].starts_with("```") {
            return text;
        }
        let body = &self.text[text.clone()];
        match body.split_once('\n') {
            Some((first, rest)) if first.trim().bytes().all(|b| b.is_ascii_alphanumeric()) => {
                let rest = rest.strip_suffix('\n').unwrap_or(rest);
                let from = text.start + first.len() + 1;
                from..from + rest.len()
            }
            _ => text,
        }
    }

    fn add_text(&mut self, span: Range<usize>, text: Range<usize>, context: Context, seen: &Seen) {
        let kind = match context {
            Context::Key => NodeKind::Key,
            _ => NodeKind::String,
        };
        let whole = span.end > text.end;
        if seen.escape {
            let from = self.out.tree.side.len();
            let fixes = self.fixes.len();
            self.decode(text.start, text.end, whole);
            let to = self.out.tree.side.len();
            self.scalar(kind, true, span, position(from), position(to));
            let node = self.last_node();
            self.fixes[fixes..]
                .iter_mut()
                .for_each(|fix| fix.node = node);
        } else {
            self.scalar(kind, false, span, position(text.start), position(text.end));
        }
        if let Some(at) = seen.control.filter(|at| *at < text.end) {
            self.fix_last(RAW_CONTROL.0, at..at + 1, RAW_CONTROL.1);
        }
        if let Some(at) = seen.inner.filter(|at| *at < text.end) {
            let detail = "kept a quote in a string that was not escaped";
            let end = self.char_end(at);
            self.fix_last(FixKind::InnerQuote, at..end, detail);
        }
    }

    /// The text ends inside a string that was opened at `opening`.
    fn unclosed(&mut self, opening: Range<usize>, context: Context, seen: &Seen) -> bool {
        let end = self.before_closing_fence(opening.end);
        self.at = self.bytes.len();
        if context != Context::Key {
            self.add_text(opening.start..end, opening.end..end, context, seen);
            self.open_scalar = true;
        }
        false
    }

    /// The end of the text, less a fence that closes it.
    fn before_closing_fence(&self, from: usize) -> usize {
        let text = self.text[from..].trim_end();
        match text.strip_suffix("```") {
            Some(text) if self.fenced && text.ends_with('\n') => from + text.trim_end().len(),
            _ => self.bytes.len(),
        }
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

    fn unquoted_end(
        &mut self,
        start: usize,
        text: Range<usize>,
        context: Context,
        seen: &Seen,
    ) -> bool {
        let end = text.end;
        self.at = end;
        self.add_text(start..end, text, context, seen);
        self.fix_last(FixKind::Quotes, end..end, "added a closing quote");
        // The backslash may be the end of the text: `C:\", "b": 1`.
        let text = &self.text[start..end];
        let structure = text.ends_with(['}', ']'])
            || text.ends_with(SEPARATORS)
            || Self::has_bracket_line(text);
        if seen.inner.is_some() || text.ends_with("\\\"") || structure {
            self.ambiguous(start..end);
        }
        true
    }

    fn ambiguous(&mut self, span: Range<usize>) {
        let expected = "quotes inside a string to be escaped";
        self.fault(Code::Ambiguous, span, expected.into());
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
