//! Texts without JSON: all of the text, a word, a number, or a sentence that names one.

use std::ops::Range;

use super::asked::in_asked_tag;
use super::boxed::unboxed;
use super::forms::{is_scalar, names_variant, takes_nothing};
use super::nearest::{Nearest, cut_off};
use super::sentence::{Named, named};
use super::{Finish, Search};
use crate::align::{Findings, expected, is_word_for_nothing};
use crate::candidate::{Candidate, Found};
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::read::ParseError;
use crate::rules::quote;
use crate::tree::{NONE, Node, NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl Search<'_, '_> {
    /// The whole text as a string, or the string that it is in JSON.
    pub(super) fn whole_text(
        &mut self,
        found: &mut Found<'_>,
        finish: &mut Finish<'_>,
    ) -> Result<Findings, ParseError> {
        let whole = found.candidates.first().filter(|candidate| {
            candidate.fixes.is_empty()
                && !candidate.open
                && found.tree.kind(candidate.root) == NodeKind::String
                && found.tree.source.trim().len() == found.tree.span(candidate.root).len()
        });
        let whole = whole.map(|candidate| candidate.root);
        let source = found.tree.source;
        let draft = Some(0..found.answer.start)
            .filter(|draft| whole.is_none() && !source[draft.clone()].trim().is_empty());
        let text = match draft {
            Some(_) => found.answer.clone(),
            None => 0..source.len(),
        };
        let root = whole.unwrap_or_else(|| push_text(found, text.start, text.end));
        if self.reader.cut_off {
            return Err(cut_off(&found.tree, root));
        }
        let Some(mut findings) = self.attempt(found, root, 0..0, finish) else {
            return Err(self.error(found));
        };
        let left_out = draft.map(|span| {
            Fix::new(
                Path::default(),
                FixKind::Extracted,
                span,
                "left out a draft",
            )
        });
        findings.fixes.extend(left_out);
        Ok(findings)
    }

    /// A text without JSON: a word, a number, a sentence that names one, or a word for nothing.
    pub(super) fn bare(
        &mut self,
        found: &mut Found<'_>,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        const LONGEST: usize = 200;
        let answer = found.answer.clone();
        let source = found.tree.source;
        let whole = source[answer].trim();
        let text = unadorned(whole);
        if text.is_empty() || self.reader.cut_off {
            return None;
        }
        let place = |text: &str| {
            let start = text.as_ptr() as usize - source.as_ptr() as usize;
            start..start + text.len()
        };
        let nothing = takes_nothing(self.view) && is_word_for_nothing(text);
        if nothing && !names_variant(self.view, text) {
            return self.said(found, NodeKind::Null, place(text), finish);
        }
        if !is_scalar(self.view) {
            return None;
        }
        // What is wrong with a value that stands in the text says more than that the text is no word.
        let nearest = self.nearest.take();
        let at = place(whole).start;
        let unboxed = unboxed(whole);
        let plain = unboxed.as_ref().map_or(whole, |unboxed| &unboxed.text);
        let answer = unadorned(plain);
        let answer_at = at + (answer.as_ptr() as usize - plain.as_ptr() as usize);
        let tagged = in_asked_tag(self.view, whole).map(|inner| place(unadorned(inner)));
        let mut words = vec![place(whole), answer_at..answer_at + answer.len()];
        words.extend(tagged);
        words.dedup();
        words.retain(|word| word.len() <= LONGEST);
        let word = words
            .into_iter()
            .find_map(|word| self.said(found, NodeKind::String, word, finish));
        let boxed = |candidate: &Candidate| {
            let span = candidate.span.start as usize..candidate.span.end as usize;
            let place = unboxed.as_ref().map(|unboxed| &unboxed.place);
            place.is_some_and(|place| at + place.start <= span.start && span.end <= at + place.end)
        };
        let tried = match word {
            None if found.candidates.iter().all(boxed) => self.sentence(found, at, plain, finish),
            tried => tried,
        };
        self.nearest = nearest.or(self.nearest.take());
        tried
    }

    /// The one value that a sentence names.
    fn sentence(
        &mut self,
        found: &mut Found<'_>,
        at: usize,
        sentence: &str,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let named = named(self.view, sentence);
        let place = |named: &Named| at + named.span.start..at + named.span.end;
        match &named[..] {
            [] => None,
            [one] if one.answers => self.said(found, NodeKind::String, place(one), finish),
            _ => {
                let all: Vec<String> = named.iter().map(|one| quote(&one.name)).collect();
                let wanted = format!("{} and nothing else", expected(self.view, &[]));
                let seen = match &named[..] {
                    [one] => format!("a text that does not plainly answer {}", quote(&one.name)),
                    _ => format!("a text that names {}", all.join(", ")),
                };
                let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, seen);
                let violations = vec![violation.with_span(Some(at..at + sentence.len()))];
                self.nearest = Some(Nearest::of(Findings {
                    violations,
                    ..Findings::default()
                }));
                None
            }
        }
    }

    /// Tries a part of the text that is no JSON as the value.
    fn said(
        &mut self,
        found: &mut Found<'_>,
        kind: NodeKind,
        span: Range<usize>,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let root = push_text(found, span.start, span.end);
        found.tree.node_mut(root).kind = kind;
        let mut findings = self.attempt(found, root, 0..0, finish)?;
        let (kind, detail) = match kind {
            NodeKind::Null => (FixKind::NullFromText, "read a word for nothing as null"),
            _ => (FixKind::Extracted, "read the text as the value"),
        };
        let fix = Fix::new(Path::default(), kind, span, detail.to_owned());
        findings.fixes.insert(0, fix);
        if !findings.refuse(self.reader.refused) {
            self.nearest.get_or_insert_with(|| Nearest::of(findings));
            return None;
        }
        Some(findings)
    }
}

/// A text without the emphasis or quotes round it, and without what ends a sentence.
fn unadorned(text: &str) -> &str {
    const SIGNS: [char; 4] = ['`', '*', '"', '\''];
    let ends = |c: char| SIGNS.contains(&c) || matches!(c, '.' | '!');
    let inner = text.trim_start_matches(SIGNS);
    let bare = inner.trim_end_matches(ends).trim();
    // `5"` is five inches.
    if inner.len() == text.len() && bare.ends_with(char::is_numeric) {
        return text.trim_end_matches(['.', '!']).trim();
    }
    bare
}

/// A string node of a part of the source.
pub(super) fn push_text(found: &mut Found<'_>, start: usize, end: usize) -> NodeId {
    let (start, end) = (
        u32::try_from(start).unwrap_or(NONE),
        u32::try_from(end).unwrap_or(NONE),
    );
    let node = Node {
        kind: NodeKind::String,
        side: false,
        open: false,
        start,
        end,
        a: start,
        b: end,
        next: NONE,
    };
    found.tree.push(node)
}
