//! A text as words and signs, without the markup round them.

use std::ops::Range;

/// A word, or a sign; a word in lower case, a sign as one of those that mean the same.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) said: String,
    pub(super) span: Range<usize>,
}

impl Part {
    pub(super) fn is_word(&self) -> bool {
        self.said.contains(char::is_alphanumeric)
    }
}

/// What may stand inside a word, between two letters.
const JOINTS: &str = "'’-‐‑._,&@";

/// What belongs to the number or word that it touches.
const BEFORE: &str = "+-−$€£¥₹₩#";
const BEHIND: &str = "+-#%$€£¥₹₩";

/// What only says `here it is`, and what has no width.
const SHOWN: &str = "✅✔👍➡👉\u{fe0f}\u{200b}\u{feff}`“”„«»‘’";

/// The words and signs of a text.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut split = Split {
        text,
        parts: Vec::new(),
        quotes: Vec::new(),
    };
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        at = split.part(at, c);
    }
    split.parts
}

struct Split<'t> {
    text: &'t str,
    parts: Vec<Part>,
    /// The quotes that are open.
    quotes: Vec<char>,
}

impl Split<'_> {
    /// Takes what stands at `at`; where it ends.
    fn part(&mut self, at: usize, c: char) -> usize {
        let rest = &self.text[at..];
        let after = at + c.len_utf8();
        if c != '\n' && c.is_whitespace() {
            return after;
        }
        if let Some(end) = self.word_end(at) {
            self.word(at..end);
            return end;
        }
        if let Some((name, end)) = tag(rest) {
            let closes = rest.starts_with("</");
            if !closes {
                let span = at + 1..at + 1 + name.len();
                let said = name.to_lowercase();
                self.parts.push(Part { said, span });
            }
            self.sign(if closes { "\n" } else { ":" }, at..at + end);
            return at + end;
        }
        let long = [("...", "…"), ("-->", "="), ("->", "="), ("=>", "=")];
        if let Some((written, sign)) = long.iter().find(|(written, _)| rest.starts_with(written)) {
            self.sign(sign, at..at + written.len());
            return at + written.len();
        }
        if let Some(sign) = self.sign_of(at, c) {
            self.sign(&sign, at..after);
        }
        after
    }

    /// Adds a word, as two where it stands for two: `it's`, `I'd`.
    fn word(&mut self, span: Range<usize>) {
        const SHORT: [(&str, &str); 4] = [
            ("'s", "is"),
            ("'d", "would"),
            ("'ll", "will"),
            ("'re", "are"),
        ];
        const LONG: [&str; 7] = ["it", "that", "this", "there", "here", "i", "we"];
        let mut said = self.text[span.clone()].to_lowercase();
        if !said.contains(['\'', '’']) {
            return self.parts.push(Part { said, span });
        }
        said = said.replace('’', "'");
        let short = SHORT
            .iter()
            .find_map(|(short, long)| Some((said.strip_suffix(short)?, long)));
        let short = short.filter(|(word, _)| LONG.contains(word));
        let Some((word, long)) = short else {
            return self.parts.push(Part { said, span });
        };
        let end = span.start + word.len();
        let (word, rest) = (word.to_owned(), end..span.end);
        self.parts.push(Part {
            said: word,
            span: span.start..end,
        });
        self.parts.push(Part {
            said: (*long).to_owned(),
            span: rest,
        });
    }

    /// Where the word ends that begins at `at`.
    fn word_end(&self, at: usize) -> Option<usize> {
        let begins = self.text[at..].trim_start_matches(|c| BEFORE.contains(c));
        let start = self.text.len() - begins.len();
        let joined = start > at && self.text[..at].ends_with(char::is_alphanumeric);
        if joined || !begins.starts_with(char::is_alphanumeric) {
            return None;
        }
        let mut chars = begins.char_indices().peekable();
        let mut end = begins.len();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            let joins = JOINTS.contains(c) && next.is_some_and(char::is_alphanumeric);
            if !(c.is_alphanumeric() || joins) {
                end = at;
                break;
            }
        }
        let behind = begins[end..].trim_start_matches(|c| BEHIND.contains(c));
        let arrow = behind.starts_with('>');
        let end = if arrow {
            end
        } else {
            begins.len() - behind.len()
        };
        Some(start + end)
    }

    /// The sign that a character stands for, unless it is white space or markup.
    fn sign_of(&mut self, at: usize, c: char) -> Option<String> {
        let before = self.text[..at].chars().next_back();
        let next = self.text[at + c.len_utf8()..].chars().next();
        let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let first = || {
            let line = self.text[..at].lines().next_back().unwrap_or_default();
            before == Some('\n') || line.trim_matches([' ', '\t', '#']).is_empty()
        };
        let sign = match c {
            '\n' => '\n',
            c if SHOWN.contains(c) => return None,
            '#' if first() => return None,
            '*' | '-' | '•' if first() && space(next) => '•',
            '*' | '_' if !(space(before) && space(next) || word(before) && word(next)) => {
                return None;
            }
            '"' | '\'' if self.quotes.last() == Some(&c) => {
                self.quotes.pop();
                return None;
            }
            '"' | '\'' if !word(before) => {
                self.quotes.push(c);
                return None;
            }
            '-' | '–' | '—' => '–',
            '→' | '⇒' | '➜' | '➔' => '=',
            '。' => '.',
            '！' => '!',
            '：' => ':',
            '，' => ',',
            other => other,
        };
        Some(sign.to_string())
    }

    /// Adds a sign. Neither a line nor a bullet parts a colon from what follows it, and two ends of a line are one.
    fn sign(&mut self, sign: &str, span: Range<usize>) {
        let last = self.parts.last().map_or("\n", |part| part.said.as_str());
        let nothing = match sign {
            "\n" => matches!(last, "\n" | ":"),
            "•" => last == ":",
            _ => false,
        };
        if !nothing {
            self.parts.push(Part {
                said: sign.to_owned(),
                span,
            });
        }
    }
}

/// The name of the tag at the beginning of a text, and where the tag ends.
fn tag(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('<')?;
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let len = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, behind) = inner.split_at(len);
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic());
    (named && behind.starts_with('>')).then(|| (name, text.len() - behind.len() + 1))
}
