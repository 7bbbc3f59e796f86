//! The text beside and between values, cut into what may be items: lines, and what stands between commas in them.

use std::ops::Range;

use crate::candidate::Found;
use crate::cue::Cue;
use crate::lenient::{Marker, marker};

/// A text without values in it, beside or between those of a list.
pub(super) struct Gap {
    pub(super) span: Range<usize>,
    /// Whether parts of the list stand on both sides.
    pub(super) inner: bool,
    /// Whether a value stands directly before it, and behind it.
    pub(super) touched: (bool, bool),
}

/// A part of a line, and whether it shares its place with a value.
pub(super) struct Segment {
    pub(super) span: Range<usize>,
    pub(super) touched: bool,
}

/// The texts beside and between some candidates, up to what answers another question.
pub(super) fn gaps(found: &Found<'_>, parts: &[usize]) -> Vec<Gap> {
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
pub(super) fn lines(source: &str, gap: &Gap) -> Vec<(Range<usize>, (bool, bool))> {
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

pub(super) fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// Where a line begins behind the sign of an item; a heading has nothing that could be one.
pub(super) fn unmarked(source: &str, line: &Range<usize>, touched: bool) -> Option<usize> {
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
pub(super) fn led(source: &str, line: Range<usize>, led: bool) -> usize {
    let text = &source[line.clone()];
    let before = text.split('"').next().unwrap_or_default();
    let colon = before.rfind(": ").filter(|_| led);
    line.start + colon.map_or(0, |colon| colon + 2)
}

/// What stands between commas and `and` in a line, without those that are empty.
pub(super) fn segments(source: &str, line: Range<usize>, touched: (bool, bool)) -> Vec<Segment> {
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
