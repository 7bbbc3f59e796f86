//! Items without brackets beside the objects that a list is made of: `"start"`, `- stop`, `4`.
//!
//! # Design
//!
//! A line, or what stands between commas in it, is an item where all of the line is items. A line that is one only in
//! part, or a word on its own between two values that is no item, makes the list doubtful; other lines are prose.

use std::ops::Range;

use super::Search;
use super::bare::push_text;
use super::forms::{is_scalar, names_variant, takes_nothing};
use crate::align::Aligner;
use crate::build::position;
use crate::candidate::{Found, Place, RawFix};
use crate::cue::Cue;
use crate::fix::FixKind;
use crate::lenient::{Marker, marker};
use crate::shape::{Content, Kind, Tagging, View};
use crate::strict;
use crate::tree::{NodeId, NodeKind};

/// What stands beside the values of a list.
#[derive(Default)]
pub(super) struct Loose {
    pub(super) items: Vec<NodeId>,
    /// Lines that may be items.
    pub(super) doubts: Vec<Range<usize>>,
    pub(super) fixes: Vec<RawFix>,
}

/// A text without values in it, beside or between those of a list.
struct Gap {
    span: Range<usize>,
    /// Whether parts of the list stand on both sides.
    inner: bool,
    /// Whether a value stands directly before it, and behind it.
    touched: (bool, bool),
}

/// A part of a line, and whether it shares its place with a value.
struct Segment {
    span: Range<usize>,
    touched: bool,
}

impl Search<'_, '_> {
    /// What stands beside some candidates, which are given as in the text.
    pub(super) fn loose(&self, found: &mut Found<'_>, parts: &[usize], item: View<'_>) -> Loose {
        let mut reader = Lines {
            search: self,
            item,
            scalar: takes_scalar(item),
            alone: parts.len() == 1,
            loose: Loose::default(),
        };
        let root = found.candidates[parts[0]].root;
        // An object that is no item may hold the list.
        let bare = reader.scalar || takes_nothing(item);
        if reader.alone && !(bare && reader.fits(found, root)) {
            return reader.loose;
        }
        let fenced = matches!(
            found.candidates[parts[0]].place,
            Place::JsonFence | Place::Fence | Place::OtherFence
        );
        let gaps = gaps(found, parts);
        let before = gaps.first().map_or(0, |gap| gap.span.start);
        let before = found.tree.source[found.answer.start.min(before)..before].lines();
        let mut open = before.filter(|line| is_fence(line.trim())).count() % 2 == 1;
        for gap in gaps {
            for (line, touched) in lines(found.tree.source, &gap) {
                if is_fence(found.tree.source[line.clone()].trim()) {
                    open = !open;
                } else {
                    reader.line(found, line, touched, gap.inner, open == fenced);
                }
            }
        }
        reader.loose
    }
}

struct Lines<'a, 'r, 's, 'v> {
    search: &'a Search<'r, 's>,
    item: View<'v>,
    /// Whether an item may be a word or a number.
    scalar: bool,
    /// Whether there is only one object.
    alone: bool,
    loose: Loose,
}

impl Lines<'_, '_, '_, '_> {
    fn line(
        &mut self,
        found: &mut Found<'_>,
        line: Range<usize>,
        touched: (bool, bool),
        inner: bool,
        at_home: bool,
    ) {
        let source = found.tree.source;
        let Some(start) = unmarked(source, &line, touched.0) else {
            return;
        };
        let said = led(source, start..line.end, touched.1)..line.end;
        let segments = segments(source, said.clone(), touched);
        let (mut items, mut other) = (Vec::new(), !at_home);
        for segment in &segments {
            match self.item(found, segment.span.clone(), inner) {
                Some(item) => {
                    other |= segment.touched;
                    items.push(item);
                }
                None => other = true,
            }
        }
        // A sentence may name what is no item of the list: `I used stop, as you asked`.
        let beside = touched == (false, false) && !inner && items.len() < segments.len();
        let is_word = |text: &str| {
            text.chars()
                .all(|c| c.is_alphanumeric() || "_-".contains(c))
        };
        let word = || segments.len() == 1 && is_word(&source[segments[0].span.clone()]);
        if !other {
            self.loose.items.append(&mut items);
        } else if (!items.is_empty() && !beside) || (inner && self.scalar && at_home && word()) {
            self.loose.doubts.push(said);
        }
    }

    /// A part of a line as an item.
    fn item(&mut self, found: &mut Found<'_>, span: Range<usize>, inner: bool) -> Option<NodeId> {
        let text = &found.tree.source[span.clone()];
        if let Some(root) = json(found, span.clone()) {
            let number = found.tree.kind(root) == NodeKind::Number;
            let surely = !number && (inner || (self.scalar && !self.alone));
            let taken = surely || ((self.scalar || !number) && self.fits(found, root));
            return taken.then_some(root);
        }
        let plain = |c: char| c.is_alphanumeric() || "_- ".contains(c);
        let word = text.trim_matches(['`', '\'']).trim_end_matches('.');
        if !self.scalar || !word.chars().all(plain) || !names_variant(self.item, word) {
            return None;
        }
        let start = span.start + (word.as_ptr() as usize - text.as_ptr() as usize);
        let root = push_text(found, start, start + word.len());
        if !self.fits(found, root) {
            return None;
        }
        self.loose.fixes.push(RawFix {
            kind: FixKind::Extracted,
            start: position(start),
            end: position(start + word.len()),
            node: root,
            detail: "read a part of the text as an item",
        });
        Some(root)
    }

    fn fits(&self, found: &mut Found<'_>, root: NodeId) -> bool {
        let reader = self.search.reader;
        let mut aligner = Aligner::new(found, reader.leniency, reader.max_depth);
        let sound = aligner.value(root, self.item, &[]);
        aligner.undo().violations.is_empty() && sound
    }
}

/// Whether an item of this shape may be written as a word, a number or a string.
pub(super) fn takes_scalar(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Any | Kind::Opaque(_) => true,
        Kind::Option(inner) => takes_scalar(view.at(*inner)),
        Kind::Newtype(newtype) => takes_scalar(view.at(newtype.field.shape)),
        Kind::Enum(kind) => kind.variants.iter().any(|variant| match &variant.content {
            Content::Unit => true,
            Content::Newtype(field) => {
                let bare = variant.untagged || matches!(kind.tagging, Tagging::Untagged);
                bare && takes_scalar(view.at(field.shape))
            }
            _ => false,
        }),
        _ => is_scalar(view),
    }
}

/// The texts beside and between some candidates, up to what answers another question.
fn gaps(found: &Found<'_>, parts: &[usize]) -> Vec<Gap> {
    let span = |at: usize| {
        let span = &found.candidates[at].span;
        span.start as usize..span.end as usize
    };
    let (first, last) = (span(parts[0]), span(parts[parts.len() - 1]));
    let mut all: Vec<usize> = (0..found.candidates.len()).collect();
    all.sort_unstable_by_key(|at| span(*at).start);
    let mut start = found
        .answer
        .start
        .max(found.candidates[parts[0]].lead.start as usize);
    let (mut gaps, mut touched) = (Vec::new(), false);
    for at in all {
        if found.candidates[at].cue == Cue::Beyond {
            return gaps;
        }
        let value = span(at);
        if value.start >= first.start && start <= value.start {
            gaps.push(Gap {
                span: start..value.start,
                inner: start >= first.end && value.start <= last.start,
                touched: (touched, true),
            });
        }
        (start, touched) = (start.max(value.end), true);
    }
    gaps.push(Gap {
        span: start..found.answer.end.max(start),
        inner: false,
        touched: (touched, false),
    });
    gaps
}

/// The lines of a gap, and whether a value stands before and behind each in its line.
fn lines(source: &str, gap: &Gap) -> Vec<(Range<usize>, (bool, bool))> {
    let mut start = gap.span.start;
    let lines = source[gap.span.clone()].split('\n').map(|line| {
        let span = start..start + line.len();
        let before = gap.touched.0 && start == gap.span.start;
        let behind = gap.touched.1 && span.end == gap.span.end;
        start = span.end + 1;
        (span, (before, behind))
    });
    lines.collect()
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// Where a line begins behind the sign of an item; a heading has nothing that could be one.
fn unmarked(source: &str, line: &Range<usize>, touched: bool) -> Option<usize> {
    let text = source[line.clone()].trim_start();
    let start = line.end - text.len();
    let sign = match marker(text).filter(|_| !touched) {
        None => 0,
        Some(Marker::Bullet('#')) => return None,
        Some(Marker::Bullet(bullet)) => text.len() - text.trim_start_matches(bullet).len(),
        Some(Marker::Number(_)) => text.find(['.', ')']).map_or(0, |sign| sign + 1),
    };
    Some(start + sign)
}

/// Where what may be items begins in a line that leads to a value: behind the colon in `Here they are: "start", {..}`.
fn led(source: &str, line: Range<usize>, led: bool) -> usize {
    let text = &source[line.clone()];
    let before = text.split('"').next().unwrap_or_default();
    let colon = before.rfind(": ").filter(|_| led);
    line.start + colon.map_or(0, |colon| colon + 2)
}

/// What stands between commas and `and` in a line, without those that are empty.
fn segments(source: &str, line: Range<usize>, touched: (bool, bool)) -> Vec<Segment> {
    let (mut quoted, mut escaped) = (false, false);
    let pieces = source[line.clone()].split(|c: char| {
        let quote = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        quoted ^= quote;
        !quoted && matches!(c, ',' | ';')
    });
    let pieces: Vec<&str> = pieces.collect();
    let (mut start, count) = (line.start, pieces.len());
    let mut segments = Vec::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        let (mut text, mut before) = (piece.trim(), touched.0 && at == 0);
        let mut behind = touched.1 && at + 1 == count;
        for word in ["and ", "then "] {
            if let Some(rest) = text.strip_prefix(word) {
                (text, before) = (rest.trim_start(), false);
            }
        }
        for word in [" and", " then"] {
            if let Some(rest) = text.strip_suffix(word) {
                (text, behind) = (rest.trim_end(), false);
            }
        }
        let from = start + (text.as_ptr() as usize - piece.as_ptr() as usize);
        if !matches!(text, "" | "and" | "then") {
            segments.push(Segment {
                span: from..from + text.len(),
                touched: before || behind,
            });
        }
        start += piece.len() + 1;
    }
    segments
}

/// A string, number or word of JSON that takes all of a range.
fn json(found: &mut Found<'_>, span: Range<usize>) -> Option<NodeId> {
    let first = *found.tree.source.as_bytes().get(span.start)?;
    if !matches!(first, b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') {
        return None;
    }
    let (root, end) = strict::parse_prefix(&mut found.tree, span.clone(), found.max_depth).ok()?;
    if end != span.end {
        found.tree.nodes.truncate(root as usize);
        return None;
    }
    Some(root)
}
