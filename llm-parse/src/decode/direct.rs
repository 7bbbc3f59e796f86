//! The way of clean JSON, and of what is nearly that: from the text into the value in one pass, without a tree.
//!
//! # Design
//!
//! The text is read in step with the shape, and every value held to it before the type's own `Deserialize` sees it. At
//! anything unusual this gives up, and the way over the tree decides all: a value comes from here only where that way
//! gives the same one, with the same fixes, no warning and no violation. Once given up is for good, also where a
//! `Deserialize` takes the refusal lightly.

use super::Decoder;
use super::spot::NO_RULES;
use super::text::Text;
use crate::LlmExtract;
use crate::candidate::Place;
use crate::check::Checker;
use crate::faults;
use crate::fix::{Fix, extracted};
use crate::prose::{Lead, lead};
use crate::read::{Leniency, Reader};
use crate::shape::View;
use crate::tree::NONE;

/// Reads the value that a text says plainly, with what was mended; `None` where it has to be looked at more closely.
pub fn direct<T: LlmExtract>(reader: &Reader, text: &str) -> Option<(T, Vec<Fix>)> {
    let mut text = Text::new(text, reader.max_depth, T::SHAPE);
    // Not moved: that would wait for what was just written.
    let start = begin(reader, &mut text);
    let start = start.as_ref()?;
    let value = T::deserialize(Decoder::Text(&mut text)).ok()?;
    if start.checks || text.defaults {
        let mut checker = Checker::new(text.defaults);
        value.__check(&mut checker, &[]);
        let (violations, warnings) = checker.into_parts();
        if !violations.is_empty() || !warnings.is_empty() {
            return None;
        }
    }
    Some((value, start.fixes(reader, &mut text)?))
}

/// Where the value begins, and whether the type has checks.
struct Start {
    at: usize,
    /// What stands before the value, where anything does.
    lead: Option<Lead>,
    checks: bool,
}

/// Makes the value of a text what is read next.
fn begin(reader: &Reader, text: &mut Text<'_>) -> Option<Start> {
    let source = text.source;
    if reader.cut_off || !reader.direct || source.len() > reader.max_bytes.min(NONE as usize - 1) {
        return None;
    }
    let facts = faults::facts(View::of(text.root));
    if !facts.direct || facts.fault.is_some() {
        return None;
    }
    // A word or a sentence may be meant as it stands.
    let lead = match text.peek()? {
        b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => None,
        _ if reader.leniency == Leniency::Strict => return None,
        _ => Some(lead(source, reader.max_depth)?),
    };
    text.at = lead.map_or(text.at, |lead| lead.at);
    text.enter(text.root, &NO_RULES)?;
    Some(Start {
        at: text.at,
        lead,
        checks: facts.checks,
    })
}

impl Start {
    /// What was mended; `None` where something else in the text may be the answer.
    fn fixes(&self, reader: &Reader, text: &mut Text<'_>) -> Option<Vec<Fix>> {
        if text.has_failed() {
            return None;
        }
        let end = text.at;
        let whole = self.lead.is_none() && text.peek().is_none();
        let mut fixes = std::mem::take(&mut text.mended.fixes);
        if !whole && self.is_inside(reader, text.source, end)? {
            fixes.insert(0, extracted(self.at..end));
        }
        let strict = reader.leniency == Leniency::Strict && !(whole && fixes.is_empty());
        let refused = fixes.iter().any(|fix| reader.refused.has(fix.kind()));
        (!strict && !refused).then_some(fixes)
    }

    /// Whether the value that ends at `end` was taken out of other text, in which nothing else may be the answer.
    fn is_inside(&self, reader: &Reader, source: &str, end: usize) -> Option<bool> {
        let lead = self.lead.or_else(|| lead(source, reader.max_depth))?;
        if lead.at != self.at {
            return None;
        }
        let place = lead.place(source, end, reader.max_depth)?;
        Some(place != Place::Whole && end - self.at < source.trim().len())
    }
}
