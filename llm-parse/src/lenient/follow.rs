//! Looks ahead: whether what follows a quote shows that it ends its string.
//!
//! # Design
//!
//! In JSON a string is followed by the end of its container, or by a comma and a further entry or item, or by the end
//! of the text. A quote that is followed by anything else is part of the string. Each look goes no further than to the
//! next two quotes or a few hundred bytes, so that all of them together take linear time.

use super::Lenient;
use super::number::{Word, classify};

/// What a string is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    Key,
    /// The value of an object's entry.
    Entry,
    /// An item of a list.
    Item,
    /// The whole text.
    Root,
}

/// Whether a quote ends its string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Yes,
    No,
    /// It may, but just as well be a part of it.
    Unsure,
}

use Verdict::{No, Unsure, Yes};

/// How long a key without quotes may be to be seen as one.
const WORD: usize = 64;

impl Lenient<'_, '_> {
    /// Whether the quote that ends at `end` ends its string; `opening`: a quotation in it is still open.
    pub(super) fn closes(&self, end: usize, context: Context, opening: bool) -> Verdict {
        let next = self.skip(end);
        let Some((sign, len)) = self.sign(next) else {
            return Yes;
        };
        match (context, sign) {
            (Context::Root, _) => No,
            (Context::Key, b':' | b'=' | b',' | b'}') => Yes,
            (Context::Key, _) => yes(next > end && self.starts_value(next)),
            (_, b'}' | b']') if !self.may_close(sign) => {
                yes(self.skip(next + len) >= self.bytes.len())
            }
            (_, b'}' | b']') => self.closed_well(next + len, opening),
            (_, b')') => yes(self.in_parens()),
            (_, b'+') => yes(self.quote_at(self.skip(next + 1)).is_some()),
            (_, b'`' | b'<') if self.fence_at(next) || self.tag_at(next) => Yes,
            (_, b'<') => No,
            (_, b'`') if self.quote_at(next).is_none() => No,
            (Context::Entry, b',' | b';') => self.entry_follows(next + len, opening),
            (Context::Entry, b'{') => yes(self.parent_is_list() && !opening),
            (Context::Entry, _) => {
                let broken = self.text[end..next].contains('\n');
                let quoted = self.quote_at(next).is_some();
                let apart = next > end || (!opening && self.value_after_key(next).is_some());
                let key = self.key_at(next);
                let continued = broken && quoted && !opening && self.string_ends_well(next);
                yes((key && (broken || (quoted && apart))) || (!key && continued))
            }
            (Context::Item, b',' | b';') => self.item_follows(next + len, opening),
            (Context::Item, b'{' | b'[' | b':') => yes(!opening),
            (Context::Item, _) if self.quote_at(next).is_some() => {
                let whole = next > end || self.is_whole_string(next);
                yes(!opening && whole && self.string_ends_well(next))
            }
            (Context::Item, _) => yes(!opening && next > end && self.plain_item_at(next)),
        }
    }

    /// Whether a container is open that the closing bracket may end.
    fn may_close(&self, sign: u8) -> bool {
        if sign == b'}' {
            self.in_object()
        } else {
            self.in_list()
        }
    }

    /// Whether the closing bracket before `at` is one: nothing but structure follows it.
    fn closed_well(&self, at: usize, opening: bool) -> Verdict {
        let next = self.skip(at);
        let Some((sign, _)) = self.sign(next) else {
            return Yes;
        };
        if self.out.frames.len() <= 1 && !opening {
            // A bracket in quotes: `press "}" to close`.
            let start = (self.out.frames.first()).map(|root| self.out.tree.span(root.node).start);
            return yes(!self.quoted_on(start.unwrap_or(0), at));
        }
        let structure = matches!(sign, b'}' | b']' | b')' | b',' | b';');
        let broken = self.text[at..next].contains('\n');
        yes((structure && self.out.frames.len() > 1)
            || broken
            || self.fence_at(next)
            || self.tag_at(next)
            || (!opening && (matches!(sign, b'{' | b'[') || self.quote_at(next).is_some())))
    }

    /// Whether a value from `start` to `end` has a quote right after it, but none before it.
    pub(super) fn quoted_on(&self, start: usize, end: usize) -> bool {
        let quote = |at: usize| matches!(self.bytes.get(at), Some(b'"' | b'\'' | b'`'));
        quote(end) && !quote(start.wrapping_sub(1))
    }

    /// Whether an entry follows the comma before `at`.
    fn entry_follows(&self, at: usize, opening: bool) -> Verdict {
        let next = self.skip(at);
        let Some((sign, _)) = self.sign(next) else {
            return Yes;
        };
        match sign {
            b'}' | b']' | b',' => Yes,
            b'.' => yes(self.text[next..].starts_with("...")),
            b'{' => yes(self.parent_is_list()),
            b'`' if self.fence_at(next) => Yes,
            _ if self.quote_at(next).is_none() => yes(!opening && self.key_at(next)),
            _ if self.key_at(next) => sure(!opening),
            _ => yes(!opening && self.key_without_colon_at(next)),
        }
    }

    /// Whether an item follows the comma before `at`.
    fn item_follows(&self, at: usize, opening: bool) -> Verdict {
        let next = self.skip(at);
        let Some((sign, _)) = self.sign(next) else {
            return Yes;
        };
        match sign {
            b'}' | b']' | b',' | b'{' | b'[' => Yes,
            b'.' if self.text[next..].starts_with("...") => Yes,
            b'`' if self.fence_at(next) => Yes,
            _ if self.quote_at(next).is_some() => match (self.string_ends_well(next), opening) {
                (_, false) => Yes,
                (true, true) => Unsure,
                (false, true) => No,
            },
            _ if self.plain_item_at(next) => sure(!opening),
            _ => yes(!opening && self.words_at(next)),
        }
    }

    /// Whether the string at `at` is not cut off.
    fn is_whole_string(&self, at: usize) -> bool {
        let quote = self.quote_at(at);
        quote.is_some_and(|quote| self.simple_end(at, quote).is_some())
    }

    /// Whether the string at `at` ends, by its next quote, as strings do in a list.
    pub(super) fn string_ends_well(&self, at: usize) -> bool {
        let Some(quote) = self.quote_at(at) else {
            return false;
        };
        let Some(end) = self.simple_end(at, quote) else {
            return true;
        };
        let next = self.skip(end);
        match self.sign(next) {
            None | Some((b',' | b']' | b'}' | b':' | b';' | b')', _)) => true,
            _ => next > end && (self.quote_at(next).is_some() || self.plain_item_at(next)),
        }
    }

    /// Whether a number or literal stands at `at`, and the end of an item after it.
    pub(super) fn plain_item_at(&self, at: usize) -> bool {
        let rest = &self.bytes[at..self.bytes.len().min(at + WORD)];
        let ends = |byte: &u8| b" \t\r\n,;]}".contains(byte) || !byte.is_ascii();
        let word = rest.iter().position(ends);
        let end = at + word.unwrap_or(rest.len());
        if end >= self.bytes.len() {
            return true;
        }
        let Some(word) = self.text.get(at..end) else {
            return false;
        };
        !matches!(classify(word), Word::Text) && self.ends_item(end)
    }

    fn ends_item(&self, end: usize) -> bool {
        let next = self.skip(end);
        match self.sign(next) {
            None | Some((b',' | b';' | b']' | b'}', _)) => true,
            Some((sign, _)) => {
                self.quote_at(next).is_some()
                    || matches!(sign, b'0'..=b'9' | b't' | b'f' | b'n' | b'{')
            }
        }
    }

    /// Whether words without quotes stand at `at`, up to the end of an item.
    fn words_at(&self, at: usize) -> bool {
        let rest = &self.bytes[at..self.bytes.len().min(at + 2 * WORD)];
        match rest.iter().position(|byte| b",]\"\n".contains(byte)) {
            Some(end) => matches!(rest[end], b',' | b']'),
            None => at + rest.len() == self.bytes.len(),
        }
    }

    /// Whether a key and a colon stand at `at`; a quoted key may be cut off.
    pub(super) fn key_at(&self, at: usize) -> bool {
        match self.quote_at(at) {
            Some(quote) => self.simple_end(at, quote).is_none_or(|end| {
                self.skip(end) >= self.bytes.len() || self.colon_at(end).is_some()
            }),
            None => self.value_after_key(at).is_some(),
        }
    }

    /// Where the value stands that belongs to the key at `at`, if a key and a colon stand there.
    pub(super) fn value_after_key(&self, at: usize) -> Option<usize> {
        let end = if let Some(quote) = self.quote_at(at) {
            self.simple_end(at, quote)?
        } else {
            let rest = &self.bytes[at..self.bytes.len().min(at + WORD)];
            let part = |b: &u8| b.is_ascii_alphanumeric() || *b >= 0x80 || b"_$-".contains(b);
            let word = rest.iter().take_while(|byte| part(byte)).count();
            // One quote of a key may be missing: `name": 1`.
            let quote = usize::from(self.bytes.get(at + word) == Some(&b'"'));
            (word > 0 && self.text.is_char_boundary(at + word)).then_some(at + word + quote)?
        };
        self.colon_at(end)
    }

    /// Where the text after a colon begins, if one stands at `at`, and is not that of a URL; or after the sign that stands
    /// for one after a quoted key.
    fn colon_at(&self, at: usize) -> Option<usize> {
        let colon = self.skip(at);
        let (sign, len) = self.sign(colon)?;
        let rest = &self.bytes[colon..];
        let quoted = self.text[..at].ends_with(['"', '\'', '”', '’', '`']);
        match sign {
            b':' if rest.starts_with(b"://") => None,
            b':' => Some(self.skip(colon + len)),
            b'=' if quoted => Some(self.skip(colon + 1 + usize::from(rest.starts_with(b"=>")))),
            _ => None,
        }
    }

    /// Whether a quoted key stands at `at` and a value follows without a colon.
    pub(super) fn key_without_colon_at(&self, at: usize) -> bool {
        let Some(quote) = self.quote_at(at) else {
            return false;
        };
        let end = self.simple_end(at, quote).unwrap_or(at);
        let value = self.skip(end);
        value > end && self.starts_value(value)
    }

    /// Whether a value stands at `at` that shows itself as one.
    pub(super) fn starts_value(&self, at: usize) -> bool {
        match self.sign(at) {
            None | Some((b'{' | b'[', _)) => true,
            _ => self.quote_at(at).is_some() || self.plain_item_at(at),
        }
    }
}

fn yes(closes: bool) -> Verdict {
    if closes { Yes } else { No }
}

fn sure(sure: bool) -> Verdict {
    if sure { Yes } else { Unsure }
}
