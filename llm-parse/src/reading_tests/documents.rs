//! Documents out of a seed.

use serde_json::Value;

/// Makes documents out of a seed.
pub(super) struct Documents(pub(super) u64);

impl Documents {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap()
    }

    pub(super) fn string(&mut self) -> String {
        const PARTS: &[&str] = &[
            "a",
            "key",
            " ",
            ", ",
            "\"",
            "\\",
            "{",
            "}",
            "[",
            "]",
            ":",
            "//",
            "/*",
            "#",
            "```",
            "\n",
            "'",
            "é",
            "“",
            "”",
            "，",
            "\u{a0}",
            "\u{200b}",
            "😀",
            "<think>",
            "</think>",
            "\t",
            "null",
            "1",
            "...",
            "\u{1}",
            "https://a.b/c",
            "\", \"b\": ",
            "\"}",
            "`",
            ";",
            "=",
            "(",
            ")",
            "\\n",
            "\\u00e9",
        ];
        let length = self.below(6);
        (0..length)
            .map(|_| PARTS[self.below(PARTS.len())])
            .collect()
    }

    pub(super) fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => Value::Bool(self.below(2) == 0),
            2 => self.below(1_000_000).into(),
            3 => format!("-{}.25e-1", self.below(1000))
                .parse()
                .map_or(Value::Null, Value::Number),
            4 | 5 => self.string().into(),
            6 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let entries = (0..self.below(4)).map(|_| (self.string(), self.value(depth - 1)));
                Value::Object(entries.collect())
            }
        }
    }

    pub(super) fn container(&mut self) -> Value {
        let list = self.below(3) == 0;
        let items = (0..=self.below(3)).map(|_| (self.string(), self.value(3)));
        if list {
            items.map(|(_, value)| value).collect()
        } else {
            Value::Object(items.collect())
        }
    }

    /// Takes a piece out, doubles one, or puts in a sign.
    pub(super) fn mutate(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let at = self.below(chars.len() + 1);
            let to = (at + self.below(4)).min(chars.len());
            match self.below(3) {
                0 => drop(chars.drain(at..to)),
                1 => {
                    let piece = chars[at..to].to_vec();
                    chars.splice(at..at, piece);
                }
                _ => {
                    let signs = [
                        '"', '\'', '{', '}', '[', ']', ',', ':', '\\', '`', '\n', '“', '：', '<',
                        '/',
                    ];
                    chars.insert(at, signs[self.below(signs.len())]);
                }
            }
        }
        chars.into_iter().collect()
    }
}
