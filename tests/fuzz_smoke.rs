//! The fuzz targets on their corpus, and on changes of it that are the same in every run.

#[allow(unreachable_pub, reason = "it is the library of another package")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

/// What is put into the texts: all that reading looks at.
const TOKENS: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    ";",
    "\"",
    "'",
    "`",
    "```",
    "```json\n",
    "\\",
    "\\\"",
    "\\u",
    "\n",
    " ",
    "\"a\": ",
    "\"b\"",
    "null",
    "true",
    "1",
    "-",
    ".",
    "e9",
    "...",
    "//",
    "/*",
    "*/",
    "#",
    "<think>",
    "</think>",
    "“",
    "”",
    "，",
    "：",
    "\u{feff}",
    "é",
];

/// `SplitMix64` (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    /// A part of the bytes, mostly a short one.
    fn range(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        let longest = [4, 16, bytes.len()][self.below(3)];
        start..bytes.len().min(start + self.below(longest + 1))
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = self.range(bytes);
        match self.below(6) {
            0 => drop(bytes.drain(at)),
            1 => bytes[at]
                .iter_mut()
                .for_each(|byte| *byte ^= 1 << self.below(8)),
            2 => {
                let part = bytes[at].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            3 => {
                let part = other[self.range(other)].to_vec();
                bytes.splice(at, part);
            }
            _ => {
                let token = TOKENS[self.below(TOKENS.len())];
                bytes.splice(at.start..at.start, token.bytes());
            }
        }
    }
}

fn smoke(name: &str, target: fn(&[u8]), changes: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(name);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(corpus.len() >= 20, "only {} files", corpus.len());
    let mut random = Random(1);
    let variants = (0..changes).map(|_| {
        let mut bytes = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(4) {
            let other = &corpus[random.below(corpus.len())];
            random.change(&mut bytes, other);
        }
        bytes
    });
    for bytes in corpus.iter().cloned().chain(variants.collect::<Vec<_>>()) {
        let run = std::panic::catch_unwind(|| target(&bytes));
        assert!(run.is_ok(), "{name} fails on b\"{}\"", bytes.escape_ascii());
    }
}

#[test]
fn any_text_is_read_or_refused() {
    smoke("reader", targets::reader, 3000);
}

#[test]
fn values_come_back_as_they_were() {
    smoke("round_trip", targets::round_trip, 3000);
}

#[test]
fn serde_json_agrees() {
    smoke("differential", targets::differential, 3000);
}

#[test]
fn any_text_is_read_by_any_document() {
    smoke("document", targets::document, 3000);
}
