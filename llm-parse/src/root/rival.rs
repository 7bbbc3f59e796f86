//! Another value of the type beside the one that was taken: whether the text says which of the two is the answer.

use std::ops::Range;

use super::Search;
use super::forms::{is_list_type, is_map, stands_first};
use crate::candidate::{Candidate, Found, Place};
use crate::cue::Cue;

impl Search<'_, '_> {
    /// Another value that would be one of the type, where no word says that it is not the answer.
    pub(super) fn rival(&self, found: &mut Found<'_>, taken: &Candidate) -> Option<Range<u32>> {
        if is_list_type(self.view) || is_map(self.view) || self.runs_on(found, taken) {
            return None;
        }
        let is_rival = |found: &Found<'_>, other: &Candidate| {
            found.tree.kind(other.root) == found.tree.kind(taken.root)
                && !other.aside
                && !other.open
                && !is_settled(found, taken, other)
        };
        self.first_other(found, taken, is_rival, |search, found, root| {
            search.fits(found, root, search.view)
        })
    }

    /// Whether a value that stands first is followed by what a weak model rambles up to its limit of tokens.
    fn runs_on(&self, found: &Found<'_>, taken: &Candidate) -> bool {
        let is_cut = self.reader.cut_off || found.candidates.iter().any(|other| other.open);
        is_cut && stands_first(found, taken)
    }
}

/// Whether the text says which of two values is the answer, or sets them side by side: then it is the first one.
fn is_settled(found: &Found<'_>, taken: &Candidate, other: &Candidate) -> bool {
    let code = |candidate: &Candidate| candidate.place == Place::OtherFence;
    if other.cue == Cue::Beyond || (code(other) && !code(taken)) {
        return true;
    }
    let source = found.tree.source;
    let is_quoted = |candidate: &Candidate| {
        let before = source.get(..candidate.span.start as usize);
        let line = before.unwrap_or_default().lines().next_back();
        line.is_some_and(|line| line.trim() == ">")
    };
    if is_quoted(taken) != is_quoted(other) {
        return false;
    }
    if other.span.start < taken.span.start {
        return taken.cue < other.cue || taken.place < other.place || found.is_denied(other);
    }
    let between = source.get(taken.span.end as usize..other.span.start as usize);
    let between = between.unwrap_or_default();
    let denied = found.is_denied(other) || is_called_another(between, other.cue);
    denied || (other.cue == taken.cue && other.place == taken.place && says_nothing(between))
}

/// Whether few words call the value behind them an example, or what was there before.
fn is_called_another(between: &str, cue: Cue) -> bool {
    const FEW: usize = 4;
    let line = between.trim().lines().next_back().unwrap_or_default();
    cue == Cue::Example && line.split_whitespace().count() <= FEW
}

/// Whether nothing but what sets values apart stands between two: `---`, `2.`, fences, `Note:`.
fn says_nothing(between: &str) -> bool {
    let apart = |c: char| c.is_whitespace() || c.is_ascii_digit() || ",;.)`-–—_=*#|•".contains(c);
    between
        .split(apart)
        .all(|word| matches!(word, "" | "json" | "Note:"))
}

/// A value that the text gives as an alternative to the one that was taken: `{..} or {..}`.
pub(super) fn alternative(found: &Found<'_>, taken: &Candidate) -> Option<Range<u32>> {
    let others = found.candidates.iter().map(|other| &other.span);
    let next = others.filter(|other| other.start >= taken.span.end);
    let next = next.min_by_key(|other| other.start)?;
    let between = taken.span.end as usize..next.start as usize;
    let between = found.tree.source.get(between)?;
    let words: Vec<&str> = between.split_whitespace().collect();
    let option = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        ["option", "alternative"]
            .iter()
            .any(|one| word.eq_ignore_ascii_case(one))
    };
    let offered = words.len() <= 3 && words.iter().any(option);
    (offered || says_or(between)).then(|| next.clone())
}

/// Whether a text between two values makes them alternatives.
pub(super) fn says_or(between: &str) -> bool {
    let fence = between.trim().trim_start_matches("```");
    let fence = fence.rsplit_once("```").map_or(fence, |(before, _)| before);
    let word = fence.trim_matches(|c: char| !c.is_alphanumeric());
    ["or", "alternatively", "oder", "ou"]
        .iter()
        .any(|or| word.eq_ignore_ascii_case(or))
}
