//! What makes it doubtful where a string ends: what looks like the next key, item or document in it.

use std::ops::Range;

use super::Lenient;
use super::blank::is_space;
use super::follow::Context;
use super::quote::{SEPARATORS, Seen};
use crate::candidate::ceil;

impl Lenient<'_, '_> {
    /// Whether a text of several lines has one that begins as a document does: the model may have started over.
    pub(super) fn starts_over(&self, text: Range<usize>, seen: &Seen) -> bool {
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
    pub(super) fn runs_over(&self, text: Range<usize>, seen: &Seen) -> bool {
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
    pub(super) fn has_bracket_line(text: &str) -> bool {
        let is_structure = |line: &str| {
            !line.is_empty()
                && line.chars().all(|c| "{}[],; \t\r".contains(c))
                && line.contains(['{', '}', '[', ']'])
        };
        text.lines().skip(1).map(str::trim).any(is_structure)
    }

    /// Whether the next entry or item may begin at a quote that is kept as a part of the string that starts at `from`:
    /// `"1" b: "2"` without a comma, `"a, "b"` without a closing quote.
    pub(super) fn starts_anew(&self, from: usize, hit: &Range<usize>, context: Context) -> bool {
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
        let from = ceil(rest, rest.len().saturating_sub(LONGEST));
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

    /// Whether an inner quote stands where a quotation begins: `said "hi`.
    pub(super) fn opens_quotation(&self, hit: &Range<usize>) -> bool {
        let before = self.text[..hit.start].chars().next_back();
        let after = self.text[hit.end..].chars().next();
        before.is_some_and(|c| c.is_whitespace() || "([{<,:;=/-–—>\"'“„".contains(c))
            && after.is_some_and(|c| !c.is_whitespace() && !",.;:!?)]}\"".contains(c))
    }

    /// Whether an inner quote ends a word, and nothing between it and `from` begins a quotation.
    pub(super) fn ends_alternative(&self, from: usize, hit: &Range<usize>) -> bool {
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
}
