//! Values and keys without quotes: literals, numbers, words.

use crate::build::position;
use crate::fix::FixKind;
use crate::strict::json_number;
use crate::tree::NodeKind;
use crate::violation::Code;

use super::Lenient;
use super::blank::is_space;
use super::more::stands_for_more;
use super::number::{Word, classify, number_prefix};
use super::plain::read_as;

impl Lenient<'_, '_> {
    /// Reads a value without quotes; `false` where nothing is there.
    pub(super) fn bare(&mut self, in_list: bool) -> bool {
        let start = self.at;
        if self.number(in_list) || self.literal(in_list) {
            return true;
        }
        let raw = self.bare_end(start, in_list);
        let stray = self.bytes.get(raw.wrapping_sub(1)) == Some(&b'"')
            && raw - 1 > start
            && !self.bytes[start..raw - 1].contains(&b'"');
        let text = self.text[start..raw - usize::from(stray)].trim_end_matches(is_space);
        let end = start + text.len();
        if text.is_empty() {
            return false;
        }
        self.at = raw;
        let cut = raw >= self.bytes.len();
        let number = number_prefix(&self.text[start..end]);
        if stray {
            // A word before a quote is text, also where it looks like a number.
            let (a, b) = (position(start), position(end));
            self.scalar(NodeKind::String, false, start..end, a, b);
            self.fix_last(FixKind::UnquotedText, start..end, "added quotes to text");
        } else if !(cut && self.cut_word(start, end)) {
            self.word(start, end);
            let text = self.out.tree.kind(self.last_node()) == NodeKind::String;
            if text && number.is_some_and(|complete| complete < end - start) {
                self.fault(Code::Syntax, start..end, "a complete number".into());
            }
            self.open_scalar = cut && self.last_is_text();
        }
        let more = in_list && stands_for_more(&self.text[start..end]);
        let bullet = in_list && is_bullet(&self.text[start..end]);
        if more || bullet || self.is_code(start, end) {
            self.fault(Code::Syntax, start..end, "a JSON value".into());
        }
        let text = &self.text[start..end];
        if has_escape(text)
            || (stray && text.contains('\\'))
            || ["{\"", "[\"", "\":", "\" :", "\","]
                .iter()
                .any(|sign| text.contains(sign))
        {
            let expected = "quotes round text with escapes";
            self.fault(Code::Ambiguous, start..end, expected.into());
        } else if is_block(text) || (text.contains(" # ") && self.ends_own_line(end)) {
            let expected = "quotes round text that may be a comment or a block";
            self.fault(Code::Ambiguous, start..end, expected.into());
        } else if !in_list && !stray && (holds_word(text) || assigns(text)) {
            let expected = "quotes round text with a comma, or a value for each key";
            self.fault(Code::Ambiguous, start..end, expected.into());
        }
        if in_list
            && self
                .value_after_key(start)
                .is_some_and(|value| value <= end)
        {
            let expected = "the end of the list before a key";
            self.fault(Code::Ambiguous, start..end, expected.into());
        }
        if !in_list && self.holds_key(start, end) {
            self.fault(
                Code::Ambiguous,
                start..end,
                "quotes round text with a colon, or a comma before the key".into(),
            );
        }
        if stray && self.follows_bare(in_list) {
            let expected = "quotes round the text before this quote";
            self.fault(Code::Ambiguous, raw - 1..raw, expected.into());
        }
        if stray {
            let detail = "dropped a quote after a word that has none before it";
            self.fix(FixKind::Quotes, raw - 1..raw, detail);
        }
        true
    }

    /// Whether the key of the last value, or the item before it, has no quotes: both may be one text.
    fn follows_bare(&self, in_list: bool) -> bool {
        let kind = if in_list {
            NodeKind::String
        } else {
            NodeKind::Key
        };
        let before = self.out.tree.nodes.iter().rev().nth(1);
        before.is_some_and(|node| {
            node.kind == kind && !matches!(self.bytes[node.start as usize], b'"' | b'\'')
        })
    }

    /// Whether text without quotes stands for something left out, or is a call of a programming language: `Date("2026-11-30")`.
    fn is_code(&self, start: usize, end: usize) -> bool {
        let text = &self.text[start..end];
        let call = text.ends_with(')') && text.contains(['"', '\'']);
        let name = text.find('(').map_or("", |at| &text[..at]);
        let name = name.strip_prefix("new ").unwrap_or(name);
        let part = |c: char| c.is_alphanumeric() || "_.".contains(c);
        let dots = text.chars().all(|c| matches!(c, '.' | '…'));
        let more = [
            "etc",
            "etc.",
            "and so on",
            "and so on.",
            "and more",
            "and others",
        ]
        .contains(&text);
        dots || more || (call && !name.is_empty() && name.chars().all(part))
    }

    /// Whether a word of text without quotes may be the next key, whose comma is missing: `x b: y`.
    fn holds_key(&self, start: usize, end: usize) -> bool {
        let text = &self.text[start..end];
        let mut words = text.split_whitespace().skip(1);
        words.any(|word| {
            let at = start + (word.as_ptr() as usize - text.as_ptr() as usize);
            let value = self.value_after_key(at);
            value.is_some_and(|value| value <= end && self.bytes.get(value) != Some(&b'/'))
        })
    }

    /// A JSON number, where what follows cannot belong to it.
    fn number(&mut self, in_list: bool) -> bool {
        let start = self.at;
        let Ok(end) = json_number(self.bytes, start) else {
            return false;
        };
        if end >= self.bytes.len() {
            self.open_scalar = true;
        } else if !self.ends_word(end, in_list) {
            return false;
        }
        let (a, b) = (position(start), position(end));
        self.scalar(NodeKind::Number, false, start..end, a, b);
        self.at = end;
        true
    }

    /// A JSON literal, where what follows cannot belong to it.
    fn literal(&mut self, in_list: bool) -> bool {
        let rest = &self.bytes[self.at..];
        let (kind, len) = match rest {
            [b't', b'r', b'u', b'e', ..] => (NodeKind::True, 4),
            [b'f', b'a', b'l', b's', b'e', ..] => (NodeKind::False, 5),
            [b'n', b'u', b'l', b'l', ..] => (NodeKind::Null, 4),
            _ => return false,
        };
        let end = self.at + len;
        if end < self.bytes.len() && !self.ends_word(end, in_list) {
            return false;
        }
        self.scalar(kind, false, self.at..end, 0, 0);
        self.at = end;
        true
    }

    /// Whether a number or literal that ends at `end` is followed by something that does not belong to it.
    fn ends_word(&self, end: usize, in_list: bool) -> bool {
        let at = self.skip(end);
        let Some((sign, len)) = self.sign(at) else {
            return true;
        };
        match sign {
            b'}' | b']' | b')' | b';' | b'{' | b'[' => true,
            // `1,000` in an object: a comma that no key follows.
            b',' => in_list || !self.bytes.get(at + len).is_some_and(u8::is_ascii_digit),
            _ if at == end => false,
            _ if self.quote_at(at).is_some() => true,
            b'0'..=b'9' | b'-' | b't' | b'f' | b'n' if in_list => {
                json_number(self.bytes, at).is_ok_and(|end| self.at_delimiter(end))
                    || ["true", "false", "null"].iter().any(|word| {
                        self.text[at..].starts_with(word) && self.at_delimiter(at + word.len())
                    })
            }
            _ => self.fence_at(at) || (!in_list && self.key_at(at)),
        }
    }

    fn at_delimiter(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            None => true,
            Some(byte) => byte.is_ascii_whitespace() || b",]}{[\"".contains(byte),
        }
    }

    /// Where a value without quotes ends.
    fn bare_end(&self, start: usize, in_list: bool) -> usize {
        let (mut round, mut square, mut curly) = (0_u32, 0_u32, 0_u32);
        let mut at = start;
        while let Some((sign, len)) = self.sign(at) {
            let nested = round + square + curly > 0;
            match sign {
                b'(' => round += 1,
                b'[' => square += 1,
                b'{' => curly += 1,
                b')' if round > 0 => round -= 1,
                b']' if square > 0 => square -= 1,
                b'}' if curly > 0 => curly -= 1,
                b'}' | b']' => return at,
                b')' if self.in_parens() => return at,
                b',' | b';' if !nested && (in_list || self.entry_at(at + len)) => return at,
                b'\n' if !nested && (in_list || self.ends_line(at)) => return at,
                // What follows is the same after each of several line breaks.
                b'\n' if !nested => {
                    at = self.spaces(at);
                    continue;
                }
                b'"' if !nested && self.ends_bare(at, in_list) => {
                    let stray = at > start && !self.bytes[at - 1].is_ascii_whitespace();
                    return at + usize::from(stray);
                }
                b'/' if self.comment_at(at) => return at,
                b'`' if self.fence_at(at) => return at,
                b'<' if self.tag_at(at) => return at,
                _ => {}
            }
            at += len;
        }
        at
    }

    /// Whether a comment that is no part of a URL starts here.
    fn comment_at(&self, at: usize) -> bool {
        let spaced = at == 0 || self.bytes[at - 1].is_ascii_whitespace();
        spaced && matches!(self.bytes.get(at + 1), Some(b'/' | b'*'))
    }

    /// Whether after a comma the object goes on or ends, rather than the text before it.
    fn entry_at(&self, at: usize) -> bool {
        let next = self.skip(at);
        match self.sign(next) {
            None | Some((b'}' | b']' | b',' | b'.', _)) => true,
            _ => self.key_at(next) || self.fence_at(next) || self.key_without_colon_at(next),
        }
    }

    /// Whether nothing follows on the line.
    fn ends_own_line(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start_matches([' ', '\t', '\r']);
        rest.starts_with('\n')
    }

    fn ends_line(&self, at: usize) -> bool {
        let next = self.skip(at);
        match self.sign(next) {
            None | Some((b'}' | b']', _)) => true,
            _ => self.key_at(next) || self.fence_at(next) || self.tag_at(next),
        }
    }

    /// Whether a quote in a word begins the next key or item, or is a stray one at the word's end.
    fn ends_bare(&self, at: usize, in_list: bool) -> bool {
        if self.bytes[at - 1].is_ascii_whitespace() {
            return in_list || self.key_at(at);
        }
        let next = self.skip(at + 1);
        match self.sign(next) {
            None | Some((b'}' | b']', _)) => true,
            Some((b',', len)) => in_list || self.entry_at(next + len),
            _ => false,
        }
    }

    fn last_is_text(&self) -> bool {
        let last = self.out.tree.nodes.last();
        last.is_some_and(|node| matches!(node.kind, NodeKind::String | NodeKind::Number))
    }

    /// Reads a word at which the text ends: a number keeps what is complete, a JSON literal is told by its beginning.
    fn cut_word(&mut self, start: usize, end: usize) -> bool {
        let word = &self.text[start..end];
        let literals = [
            ("true", NodeKind::True),
            ("false", NodeKind::False),
            ("null", NodeKind::Null),
        ];
        if let Some((_, kind)) = literals.iter().find(|(full, _)| full.starts_with(word)) {
            self.scalar(*kind, false, start..end, 0, 0);
            self.open_scalar = true;
            return true;
        }
        let Some(number) = number_prefix(word) else {
            return false;
        };
        if number > 0 {
            let (a, b) = (position(start), position(start + number));
            self.scalar(NodeKind::Number, false, start..end, a, b);
            self.open_scalar = true;
        }
        true
    }

    /// Adds the word `start..end` as what it is.
    pub(super) fn word(&mut self, start: usize, end: usize) {
        let text = &self.text[start..end];
        let (a, b) = (position(start), position(end));
        match classify(text) {
            Word::Plain(NodeKind::Number) => {
                self.scalar(NodeKind::Number, false, start..end, a, b);
            }
            Word::Plain(kind) => self.scalar(kind, false, start..end, 0, 0),
            Word::Literal(kind) => {
                self.scalar(kind, false, start..end, 0, 0);
                let (fix, detail) = read_as(kind);
                self.fix_last(fix, start..end, detail);
            }
            Word::Number(number) => {
                let from = position(self.out.tree.side.len());
                self.out.tree.side.push_str(&number);
                let to = position(self.out.tree.side.len());
                self.scalar(NodeKind::Number, true, start..end, from, to);
                self.fix_last(
                    FixKind::NumberForm,
                    start..end,
                    "wrote the number as JSON does",
                );
            }
            Word::NotFinite => {
                self.scalar(NodeKind::String, false, start..end, a, b);
                self.fix_last(FixKind::Literal, start..end, "read it as text");
            }
            Word::Text => {
                self.scalar(NodeKind::String, false, start..end, a, b);
                self.fix_last(FixKind::UnquotedText, start..end, "added quotes to text");
            }
        }
    }
}

/// Whether text without quotes has an escape, as only a string in quotes has: `\n`, `\u001b`.
fn has_escape(text: &str) -> bool {
    text.match_indices('\\').any(|(at, _)| {
        let rest = &text.as_bytes()[at + 1..];
        let code = || {
            rest.get(1..5)
                .is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit))
        };
        match rest.first() {
            Some(b'"' | b'\'' | b'n') => true,
            Some(b'u') => code(),
            _ => false,
        }
    })
}

/// Whether text without quotes is an item of a list in prose: `- a`, `1. a`.
fn is_bullet(text: &str) -> bool {
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    ["- ", "* ", "• "].iter().any(|sign| text.starts_with(sign))
        || numbered.len() < text.len() && numbered.starts_with(". ")
}

/// Whether text without quotes is a block of YAML: `|` or `>`, and lines.
fn is_block(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default().trim_end();
    first.len() < text.len() && ["|", ">", "|-", ">-"].contains(&first)
}

/// Whether a name and `=` stand behind a comma in a text, as another key and its value: `Ada, age=36`.
fn assigns(text: &str) -> bool {
    let mut parts = text.split([',', ';']).skip(1);
    parts.any(|part| {
        let name = part.split_once('=').map_or("", |(name, _)| name.trim());
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

/// Whether a comma in text without quotes is followed by a word that may be a key without a value: `hello, world`.
fn holds_word(text: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let word = |rest: &str| {
        let word = rest.trim();
        let apart = rest.starts_with(char::is_whitespace);
        apart && word.starts_with(char::is_alphabetic) && word.chars().all(part)
    };
    text.split(',').skip(1).any(word)
}
