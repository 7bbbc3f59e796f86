//! What stands in a reply apart from its prose: fenced blocks, and JSON values.

use std::ops::Range;

use crate::candidate::{Limits, find};
use crate::print::print;
use crate::read::Leniency;

/// A fenced block of a Markdown text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block<'t> {
    /// The first word after the opening fence; empty where there is none.
    pub language: &'t str,
    /// The lines between the fences.
    pub text: &'t str,
    /// Where these lines stand.
    pub span: Range<usize>,
    /// Whether there is a closing fence.
    pub closed: bool,
}

/// The fenced blocks of a text, in order; of one that is not closed, all up to the end of the text.
///
/// A fence is a line of at least three backticks or tildes (as in `CommonMark`, but indented as deep as you like), and is
/// closed by a line of as many or more of them, so a block may have shorter fences in it. Takes time in
/// proportion to the text.
///
/// # Examples
///
/// ```
/// let reply = "Here you are:\n```rust\nfn main() {}\n```\nHave fun!";
/// let blocks = llm_parse::fenced_blocks(reply);
/// assert_eq!(blocks.len(), 1);
/// assert_eq!((blocks[0].language, blocks[0].text), ("rust", "fn main() {}\n"));
/// assert_eq!(&reply[blocks[0].span.clone()], blocks[0].text);
/// ```
pub fn fenced_blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(Fence<'_>, usize)> = None;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let Some(fence) = Fence::of(line) else {
            continue;
        };
        match &open {
            None => open = fence.opens().then_some((fence, end)),
            Some((opener, from)) if fence.closes(opener) => {
                blocks.push(block(text, opener, *from..start, true));
                open = None;
            }
            Some(_) => {}
        }
    }
    if let Some((opener, from)) = open {
        blocks.push(block(text, &opener, from..text.len(), false));
    }
    blocks
}

fn block<'t>(text: &'t str, opener: &Fence<'t>, span: Range<usize>, closed: bool) -> Block<'t> {
    Block {
        language: opener.info.split_whitespace().next().unwrap_or_default(),
        text: &text[span.clone()],
        span,
        closed,
    }
}

struct Fence<'t> {
    sign: char,
    length: usize,
    info: &'t str,
}

impl<'t> Fence<'t> {
    fn of(line: &'t str) -> Option<Fence<'t>> {
        let line = line.trim();
        let sign = line
            .chars()
            .next()
            .filter(|sign| matches!(sign, '`' | '~'))?;
        let info = line.trim_start_matches(sign);
        let length = line.len() - info.len();
        (length >= 3).then_some(Fence { sign, length, info })
    }

    /// A line such as ```` ```code``` ```` is no fence.
    fn opens(&self) -> bool {
        self.sign == '~' || !self.info.contains('`')
    }

    fn closes(&self, opener: &Fence<'_>) -> bool {
        self.sign == opener.sign && self.length >= opener.length && self.info.is_empty()
    }
}

/// A JSON value that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonText {
    /// The value as JSON, mended where it had to be; every number has all its digits.
    pub json: String,
    /// Where it stands in the text.
    pub span: Range<usize>,
    /// Whether it is JSON as it stands.
    pub clean: bool,
}

/// The JSON values in a text, the likeliest to be its answer first: what [`parse`](crate::parse) holds against a type.
///
/// They stand in prose, in fences, or after a draft in `<think>` tags; what is inside of one is part of it. What is cut
/// off, or cannot be read without doubt, is left out. Takes time in proportion to the text.
///
/// # Examples
///
/// ```
/// let found = llm_parse::json_values("First {a: 1,} and then [true].");
/// let json: Vec<_> = found.iter().map(|value| value.json.as_str()).collect();
/// assert_eq!(json, [r#"{"a":1}"#, "[true]"]);
/// ```
pub fn json_values(text: &str) -> Vec<JsonText> {
    let limits = Limits {
        leniency: Leniency::Coerce,
        max_depth: 64,
    };
    let found = find(text, &limits);
    let sound = found
        .candidates
        .iter()
        .filter(|candidate| !candidate.open && candidate.faults.is_empty());
    sound
        .map(|candidate| JsonText {
            json: print(&found.tree, candidate.root),
            span: candidate.span.start as usize..candidate.span.end as usize,
            clean: candidate.fixes.is_empty(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_fence_holds_shorter_ones() {
        let text = "````md\n```rust\nfn f() {}\n```\n````\n~~~\nx\n~~~";
        let texts: Vec<_> = fenced_blocks(text).iter().map(|block| block.text).collect();
        assert_eq!(texts, ["```rust\nfn f() {}\n```\n", "x\n"]);
    }

    #[test]
    fn a_fence_that_is_not_closed_reaches_to_the_end() {
        let blocks = fenced_blocks("so:\r\n  ```\r\nlet x;");
        assert_eq!((blocks[0].text, blocks[0].closed), ("let x;", false));
        assert_eq!(fenced_blocks("```code``` and ``` more"), []);
        assert_eq!(fenced_blocks("```")[0].text, "");
    }

    #[test]
    fn values_are_found_behind_drafts_and_in_fences() {
        let text = "<think>{\"a\": 0}</think> So {b: 1} or\n```json\n{\"a\": 2}\n```";
        let found = json_values(text);
        assert_eq!(found[0].json, "{\"a\":2}");
        assert_eq!(found[1].json, "{\"b\":1}");
        assert_eq!(found.len(), 2);
        assert_eq!(&text[found[0].span.clone()], "{\"a\": 2}");
        assert_eq!(json_values("{\"a\": [1, 2"), []);
    }
}
