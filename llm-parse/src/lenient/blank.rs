//! What stands between values: white space, comments, and signs that stand for JSON's punctuation.

use std::ops::Range;

use crate::fix::FixKind;
use crate::violation::Code;

use super::plain::MORE;
use super::{Lenient, comment, offers_another};

/// How far a look ahead reads over comments, so that many of them cost linear time.
const AHEAD: usize = 512;

/// A sign of structure: the ASCII byte that it stands for, and its length.
pub(super) type Sign = (u8, usize);

impl Lenient<'_, '_> {
    /// Skips white space and comments, recording what is not JSON; the sign that follows.
    pub(super) fn blank(&mut self) -> Option<Sign> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'/' | b'#' => match comment(self.text, self.at) {
                    Some((end, repair)) => {
                        let item = self.stands_for_items(self.at..end);
                        let (kind, detail) = if item { MORE } else { repair };
                        self.fix(kind, self.at..end, detail);
                        self.mind_quote(self.at..end);
                        if offers_another(self.text, self.at..end) {
                            let expected = "one value, and no other one in a comment";
                            self.fault(Code::Ambiguous, self.at..end, expected.into());
                        }
                        self.at = end;
                    }
                    None => return Some((byte, 1)),
                },
                0x21..0x7f => return Some((byte, 1)),
                _ => match space_end(self.text, self.at) {
                    Some(end) => {
                        let detail = "skipped a character that JSON does not count as white space";
                        self.fix(FixKind::Character, self.at..end, detail);
                        self.at = end;
                    }
                    None => return Some(sign(self.bytes, self.at)),
                },
            }
        }
    }

    /// Whether a comment stands where the last items of a list would: between a comma and the end, or in a list without
    /// items. One behind an item is on that item, also behind its comma; one above an item heads it.
    fn stands_for_items(&self, comment: Range<usize>) -> bool {
        const ENDS: [&str; 6] = ["end", "no", "none", "nothing", "empty", "done"];
        let awaits = |object: bool, count| !object && (self.comma.is_some() || count == 0);
        let top = self.out.frames.last();
        if !top.is_some_and(|top| awaits(top.object, top.count))
            || !matches!(self.sign(self.skip(comment.end)), Some((b']', _)))
        {
            return false;
        }
        let before = self.text[..comment.start].trim_end_matches([' ', '\t']);
        let behind = self.text[comment.end..].trim_start_matches([' ', '\t']);
        let alone = before.ends_with(['\n', '\r']);
        let in_line = before.ends_with([',', '[']) && behind.starts_with(']');
        let said = self.text[comment].to_lowercase();
        let first = said
            .split(|c: char| !c.is_alphanumeric())
            .find(|word| !word.is_empty());
        (alone || in_line) && !first.is_some_and(|first| ENDS.contains(&first))
    }

    /// Reports a comment that ends with a quote: it may be a text whose first quote is missing.
    fn mind_quote(&mut self, comment: Range<usize>) {
        let text = self.text[comment.clone()].trim_end();
        let text = text.strip_suffix(',').unwrap_or(text);
        if text.ends_with('"') && text.matches('"').count() % 2 == 1 {
            let expected = "quotes round text that looks like a comment";
            self.fault(Code::Ambiguous, comment, expected.into());
        }
    }

    /// Where the white space and comments from `at` on end, without recording them.
    pub(super) fn skip(&self, mut at: usize) -> usize {
        let limit = at.saturating_add(AHEAD);
        while let Some(byte) = self.bytes.get(at) {
            at = match byte {
                b' ' | b'\n' | b'\r' | b'\t' => at + 1,
                b'/' | b'#' => {
                    let window = &self.bytes[..self.bytes.len().min(limit.max(at))];
                    match comment_end(window, at) {
                        Some(end) if end < window.len() || end == self.bytes.len() => end,
                        _ => return at,
                    }
                }
                0x21..0x7f => return at,
                _ => match space_end(self.text, at) {
                    Some(end) => end,
                    None => return at,
                },
            };
        }
        at
    }

    /// Where the white space from `at` on ends.
    pub(super) fn spaces(&self, at: usize) -> usize {
        let ascii = self.bytes[at..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        let at = at + ascii;
        space_end(self.text, at).unwrap_or(at)
    }

    /// The sign at `at`.
    pub(super) fn sign(&self, at: usize) -> Option<Sign> {
        (at < self.bytes.len()).then(|| sign(self.bytes, at))
    }

    /// Steps over a sign, and records it where JSON has another.
    pub(super) fn take(&mut self, sign: Sign) {
        if sign.1 > 1 {
            let detail = "read a full-width sign as the ASCII one";
            self.fix(FixKind::Character, self.at..self.at + sign.1, detail);
        }
        self.at += sign.1;
    }
}

/// Where the run of further white space and of characters without width ends.
pub(crate) fn space_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let end = rest
        .find(|c: char| c.is_ascii_graphic() || !is_space(c))
        .unwrap_or(rest.len());
    (end > 0).then_some(at + end)
}

pub(super) fn is_space(c: char) -> bool {
    let unseen = matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}'
    );
    c.is_whitespace() || c.is_control() || unseen
}

/// Where the comment at `at` ends; one that is not closed ends with the text.
pub(super) fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"/*") {
        let close = rest[2..].windows(2).position(|pair| pair == b"*/");
        return Some(close.map_or(bytes.len(), |close| at + close + 4));
    }
    let line = rest.starts_with(b"//") || rest.starts_with(b"#");
    line.then(|| {
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        at + end.unwrap_or(rest.len())
    })
}

/// The sign at `at`, full-width ones as ASCII; other characters are themselves, by their first byte.
fn sign(bytes: &[u8], at: usize) -> Sign {
    let byte = bytes[at];
    if byte < 0x80 {
        return (byte, 1);
    }
    let ascii = match bytes.get(at..at + 3) {
        Some([0xef, 0xbc, 0x8c] | [0xe3, 0x80, 0x81]) => b',',
        Some([0xef, 0xbc, 0x9a]) => b':',
        Some([0xef, 0xbc, 0x9b]) => b';',
        Some([0xef, 0xbd, 0x9b]) => b'{',
        Some([0xef, 0xbd, 0x9d]) => b'}',
        Some([0xe3, 0x80, 0x90] | [0xef, 0xbc, 0xbb]) => b'[',
        Some([0xe3, 0x80, 0x91] | [0xef, 0xbc, 0xbd]) => b']',
        _ => return (byte, 1),
    };
    (ascii, 3)
}
