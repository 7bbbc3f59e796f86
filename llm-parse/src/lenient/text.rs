//! The texts of strings, once it is known where they end.

use std::ops::Range;

use super::follow::Context;
use super::quote::{DOUBLE, Quote, SEPARATORS, Seen};
use super::{Lenient, OTHER_QUOTES, RAW_CONTROL};
use crate::build::position;
use crate::fix::FixKind;
use crate::tree::NodeKind;
use crate::violation::Code;

impl Lenient<'_, '_> {
    /// Adds a string or key: `span` with its quotes, `text` without.
    pub(super) fn closed(
        &mut self,
        span: Range<usize>,
        text: Range<usize>,
        context: Context,
        seen: &Seen,
    ) {
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
    pub(super) fn unclosed(
        &mut self,
        opening: Range<usize>,
        context: Context,
        seen: &Seen,
    ) -> bool {
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

    pub(super) fn unquoted_end(
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

    pub(super) fn ambiguous(&mut self, span: Range<usize>) {
        let expected = "quotes inside a string to be escaped";
        self.fault(Code::Ambiguous, span, expected.into());
    }
}
