//! The text of a string whose end is known: its escapes decoded, the bad ones mended.

use crate::fix::FixKind;
use crate::strict;
use crate::violation::Code;

use super::Lenient;

impl Lenient<'_, '_> {
    /// Decodes `from..to` into the second buffer; `whole` says that the string was closed.
    pub(super) fn decode(&mut self, from: usize, to: usize, whole: bool) {
        let mut at = from;
        let (mut letters, mut kept) = (false, None);
        let literal = self.has_other_letters(from, to);
        while at < to {
            let rest = &self.bytes[at..to];
            let plain = rest.iter().position(|byte| *byte == b'\\');
            let escape = at + plain.unwrap_or(rest.len());
            self.out.tree.side.push_str(&self.text[at..escape]);
            if escape >= to {
                break;
            }
            let letter = self
                .bytes
                .get(escape + 1)
                .is_some_and(u8::is_ascii_alphabetic);
            at = match strict::escape(&self.bytes[..to], escape) {
                Some((c, len)) => {
                    self.out.tree.side.push(c);
                    letters |= letter;
                    escape + len
                }
                None if !whole && unfinished(&self.bytes[escape..to]) => return,
                None => {
                    let end = self.mend(escape, to, literal);
                    if letter && end == escape + 1 {
                        kept = kept.or(Some(escape));
                    }
                    end
                }
            };
        }
        // In `C:\Program Files\new` the second backslash is no escape either.
        if let Some(kept) = kept.filter(|_| letters) {
            let expected = "a backslash in a string to be escaped";
            self.fault(Code::Ambiguous, kept..kept + 2, expected.into());
        }
    }

    /// Whether a backslash stands before a letter that JSON does not escape, so that backslashes mean themselves: `\d+\.`.
    fn has_other_letters(&self, from: usize, to: usize) -> bool {
        let mut escaped = false;
        self.bytes[from..to].iter().any(|byte| {
            let other = escaped && byte.is_ascii_alphabetic() && !b"bfnrtux".contains(byte);
            escaped = *byte == b'\\' && !escaped;
            other
        })
    }

    /// Mends the escape at `at` and gives its end; `literal` says that backslashes mean themselves.
    fn mend(&mut self, at: usize, to: usize, literal: bool) -> usize {
        let next = self.text[at + 1..to].chars().next();
        let (text, end, detail) = match next {
            Some('u') if strict::hex4(&self.bytes[..to], at + 2).is_some() => {
                ("\u{fffd}", at + 6, "replaced a lone surrogate by U+FFFD")
            }
            Some('x') => return self.mend_hex(at, to),
            Some('u')
                if self.text[at + 2..to]
                    .starts_with(|c: char| c == '{' || c.is_ascii_hexdigit()) =>
            {
                return self.mend_unicode(at, to);
            }
            Some('\'' | '`') => ("", at + 1, "dropped a backslash before a quote"),
            Some('\n') => ("", at + 2, "joined a line that a backslash broke"),
            Some('\r') => {
                let crlf = usize::from(self.bytes.get(at + 2) == Some(&b'\n'));
                ("", at + 2 + crlf, "joined a line that a backslash broke")
            }
            Some(c) if c.is_ascii_punctuation() && !literal => {
                ("", at + 1, "dropped a backslash before a sign")
            }
            _ => ("\\", at + 1, "kept a backslash that begins no escape"),
        };
        self.fix(FixKind::Escape, at..end, detail);
        self.out.tree.side.push_str(text);
        end.min(to)
    }
}

impl Lenient<'_, '_> {
    /// Mends `\u{1F600}`; a `\u` without a number says no character.
    fn mend_unicode(&mut self, at: usize, to: usize) -> usize {
        let rest = &self.text[at + 2..to];
        let hex = rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
            .map_or("", |(hex, _)| hex);
        let code = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
        let Some(c) = code else {
            let expected = "four hexadecimal digits after \\u";
            self.fault(Code::Syntax, at..at + 2, expected.into());
            return at + 2;
        };
        let end = at + 4 + hex.len();
        let detail = "mended an escape that JSON does not have";
        self.fix(FixKind::Escape, at..end, detail);
        self.out.tree.side.push(c);
        end
    }

    /// Mends `\x41`.
    fn mend_hex(&mut self, at: usize, to: usize) -> usize {
        let hex = self.text[..to].get(at + 2..at + 4);
        let code = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (c, end) = code.map_or(('\\', at + 1), |code| (char::from(code), at + 4));
        self.fix(
            FixKind::Escape,
            at..end,
            "mended an escape that JSON does not have",
        );
        self.out.tree.side.push(c);
        end
    }
}

/// Whether the text may have ended inside this escape.
fn unfinished(escape: &[u8]) -> bool {
    match escape {
        [b'\\'] => true,
        [b'\\', b'u', hex @ ..] if hex.len() < 4 => hex.iter().all(u8::is_ascii_hexdigit),
        // The first half of a surrogate pair.
        [
            b'\\',
            b'u',
            b'd' | b'D',
            b'8' | b'9' | b'a'..=b'b' | b'A'..=b'B',
            _,
            _,
            rest @ ..,
        ] => b"\\u".starts_with(rest) || (rest.starts_with(b"\\u") && rest.len() < 6),
        _ => false,
    }
}
