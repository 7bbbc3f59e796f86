//! The text on each side of a value, and what it says against it.

use super::{Candidate, Found, Place};
use crate::disclaimer::{Own, behind, denial, disclaimer};

impl Found<'_> {
    /// What is said beside a value against its being the answer, or is nothing that is said beside one.
    pub(crate) fn disclaimer(&self, candidate: &Candidate, own: &dyn Own) -> Option<&str> {
        let (before, after) = self.beside(candidate);
        // Of values in a row only the first is led into by what stands before it.
        let first = candidate.lead.end == candidate.span.start;
        disclaimer(before, if first { before } else { "" }, after, Some(own))
    }

    /// Whether it is said that a value is not the answer.
    pub(crate) fn is_denied(&self, candidate: &Candidate) -> bool {
        let (before, after) = self.beside(candidate);
        denial(before, after).is_some()
    }

    /// The text on each side of a value that may be about it.
    fn beside(&self, candidate: &Candidate) -> (&str, &str) {
        let source = self.tree.source;
        let text = |from: usize, to: usize| source.get(from..to).unwrap_or_default();
        let lead = candidate.lead.start as usize..candidate.lead.end as usize;
        // What finds fault with the value before says nothing of this one.
        let of_before =
            lead.start > self.answer.start && behind(text(lead.start, self.answer.end)).is_some();
        let before = if of_before {
            ""
        } else {
            prose_before(text(lead.start, lead.end), candidate.place)
        };
        (before, text(candidate.span.end as usize, self.answer.end))
    }
}

/// The text before a value that is not in a fence which ended before it.
pub(crate) fn prose_before(text: &str, place: Place) -> &str {
    let own_fence = match place {
        Place::Whole | Place::Prose => text.len(),
        _ => text.rfind("```").unwrap_or(text.len()),
    };
    let from = text[..own_fence].rfind("```").map_or(0, |fence| fence + 3);
    &text[from..own_fence]
}
