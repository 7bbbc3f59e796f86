//! What a model thinks before it answers: tags and channels that are no part of the answer.

use super::Walk;
use crate::violation::Code;

impl Walk<'_, '_> {
    /// Skips a draft, if one begins or ends here; what stands before the end of one is none of the answer either.
    pub(super) fn tag(&mut self) -> bool {
        if let Some(end) = draft_end(self.bytes, self.at) {
            self.found.forget();
            self.fence = None;
            self.dropped = None;
            self.begin(end);
            return true;
        }
        let Some(name) = tag_name(self.bytes, self.at, 1) else {
            return false;
        };
        // The tag is only spoken of.
        if self.at > 0 && matches!(self.bytes[self.at - 1], b'`' | b'"' | b'\'') {
            return false;
        }
        let from = self.at;
        match find_draft_end(self.bytes, from, name) {
            Some(end) if from == self.start => self.begin(end),
            Some(end) => self.at = end,
            None => {
                let expected = "an answer after the reasoning";
                self.found.refuse(Code::CutOff, from..self.end, expected);
                self.at = self.end;
            }
        }
        true
    }
}

/// Tags round what a model thinks before it answers: `<think>`, `</think>`, `[THINK]`, `[/THINK]`.
const DRAFTS: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "reasoning",
    "reflection",
    "scratchpad",
    "analysis",
    "seed:think",
];

/// What begins the answer where drafts stand in a channel of their own.
const FINAL: &[u8] = b"<|channel|>final<|message|>";

/// Where the tag at `at` ends, if it is one that ends a draft.
pub(crate) fn draft_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..at + 2)? {
        b"</" | b"[/" => tag_name(bytes, at, 2).map(|name| at + 2 + name.len() + 1),
        b"<|" => bytes[at..].starts_with(FINAL).then_some(at + FINAL.len()),
        _ => None,
    }
}

/// The name of the draft's tag at `at`, which begins `skip` bytes after it.
fn tag_name(bytes: &[u8], at: usize, skip: usize) -> Option<&'static str> {
    let (close, names) = match bytes[at] {
        b'<' => (b'>', DRAFTS),
        // `[analysis]` may be a list of one word.
        _ => (b']', &DRAFTS[..1]),
    };
    let rest = bytes.get(at + skip..)?;
    names.iter().copied().find(|name| {
        let tag = rest.get(..name.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()))
            && rest.get(name.len()) == Some(&close)
    })
}

fn find_draft_end(bytes: &[u8], from: usize, name: &str) -> Option<usize> {
    let tags = (from..bytes.len()).filter(|at| bytes[*at] == bytes[from]);
    tags.filter(|at| tag_name(bytes, *at, 2) == Some(name))
        .find_map(|at| draft_end(bytes, at))
}
