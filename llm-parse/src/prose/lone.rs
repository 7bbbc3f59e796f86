//! The value of a text in which nothing else may be the answer, for the way that reads it without a tree.

use std::ops::Range;

use super::{Fence, Walk, trim};
use crate::candidate::{Found, Place, prose_before};
use crate::disclaimer::{disclaimer, partial};
use crate::lenient::{
    Listed, is_operand, marked_behind, more_behind, part_beside, partial_before, partial_behind,
};

/// Where a value begins that nothing stands before but words, a draft and the opening of a fence.
#[derive(Clone, Copy)]
pub(crate) struct Lead {
    pub(crate) at: usize,
    start: usize,
    fence: Option<Fence>,
}

/// The first bracket of a text that opens a value.
pub(crate) fn lead(text: &str, max_depth: usize) -> Option<Lead> {
    let mut found = Found::new(text, max_depth);
    let mut walk = Walk::new(&mut found);
    walk.begin(0);
    let at = walk.next_opener()?;
    let quoted = text[..at].ends_with('"');
    let plausible = !quoted && walk.reader(at).is_plausible();
    let (start, fence) = (walk.start, walk.fence);
    (plausible && found.is_empty()).then_some(Lead { at, start, fence })
}

impl Lead {
    /// Whether the value that begins here and ends at `end` is all that may be the answer; its place then.
    pub(crate) fn place(self, text: &str, end: usize, max_depth: usize) -> Option<Place> {
        let mut found = Found::new(text, max_depth);
        let mut walk = Walk::new(&mut found);
        walk.at = end;
        (walk.start, walk.fence) = (self.start, self.fence);
        let place = walk.place(self.at, end);
        let cut_short = place == Place::Whole && end < walk.end;
        let before = prose_before(&text[self.start..self.at], place);
        let denied = disclaimer(before, before, &text[end..], None).is_some();
        let code = place == Place::OtherFence;
        // What is left out is told of there, or what it is a part of.
        let behind = &text[end..];
        let more = more_behind(behind).is_some()
            || is_operand(behind)
            || marked_behind(behind).is_some()
            || part_beside(before, behind).is_some()
            || partial_before(before).is_some()
            || partial_behind(behind, &Listed::Root(0)).is_some()
            || partial(before, behind, None).is_some();
        let goes_on = more || walk.goes_on(self.at..end) || walk.next_opener().is_some();
        if cut_short || denied || code || goes_on {
            return None;
        }
        walk.scalar_answer();
        let same = walk.start == self.start;
        (same && found.is_empty()).then_some(place)
    }
}

impl Walk<'_, '_> {
    /// Whether a value that seems to have ended may go on.
    fn goes_on(&mut self, value: Range<usize>) -> bool {
        let region = self.fence.map_or(self.end, |fence| fence.end);
        if value.end > region {
            return true;
        }
        let rest = &self.text[value.end..region];
        let next = &rest[trim(rest, 0..rest.len()).start..];
        rest.starts_with(['"', '\'', '`'])
            || next.starts_with([',', '，', ';', '；', '}', ']'])
            || self.reader(value.end).goes_on(value.start)
    }
}
