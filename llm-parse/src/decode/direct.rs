//! The way of clean JSON: from the text into the value in one pass, without a tree.
//!
//! # Design
//!
//! The text is read in step with the shape, and every value held to it before the type's own `Deserialize` sees it. At
//! anything unusual this gives up, and the way over the tree decides all: a value comes from here only where that way
//! gives the same one, with no fix, no warning and no violation. Once given up is for good, also where a `Deserialize`
//! takes the refusal lightly.

use super::Decoder;
use super::spot::NO_RULES;
use super::text::Text;
use crate::LlmExtract;
use crate::check::Checker;
use crate::faults;
use crate::read::Reader;
use crate::shape::View;
use crate::tree::NONE;

/// Reads the value that a text of clean JSON is; `None` where it has to be looked at more closely.
pub fn direct<T: LlmExtract>(reader: &Reader, text: &str) -> Option<T> {
    let (mut text, checks) = open(reader, text, View::of(T::SHAPE))?;
    let value = T::deserialize(Decoder::Text(&mut text)).ok()?;
    if !text.is_done() {
        return None;
    }
    if checks || text.defaults {
        let mut checker = Checker::new(text.defaults);
        value.__check(&mut checker, &[]);
        let (violations, warnings) = checker.into_parts();
        if !violations.is_empty() || !warnings.is_empty() {
            return None;
        }
    }
    Some(value)
}

/// The text, ready to be read, and whether the type has checks.
fn open<'de>(reader: &Reader, text: &'de str, view: View<'static>) -> Option<(Text<'de>, bool)> {
    if reader.cut_off || !reader.direct || text.len() > reader.max_bytes.min(NONE as usize - 1) {
        return None;
    }
    let facts = faults::facts(view);
    if !facts.direct || facts.fault.is_some() {
        return None;
    }
    let mut text = Text::new(text, reader.max_depth, view);
    // A word, a fence or a sentence is no clean JSON; and a text may be meant as it stands.
    if !matches!(
        text.peek()?,
        b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'
    ) {
        return None;
    }
    text.enter(view.shape, &NO_RULES)?;
    Some((text, facts.checks))
}
