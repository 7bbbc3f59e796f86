//! Names for what was asked: keys and tags that a model puts round a value that was to stand alone.

use super::classes::begun_by;
use super::forms::names_variant;
use crate::align::{fold, is_outer_key, words_of};
use crate::shape::View;

/// What a text is judged by, besides what an answer is called.
const ASPECTS: [&str; 22] = [
    "severity",
    "priority",
    "urgency",
    "importance",
    "impact",
    "risk",
    "sentiment",
    "tone",
    "mood",
    "emotion",
    "polarity",
    "stance",
    "topic",
    "intent",
    "language",
    "currency",
    "department",
    "team",
    "genre",
    "style",
    "quality",
    "state",
];

/// Whether a name is one for what was asked: `severity`, `ticket_priority`, `finalAnswer`. One of which no more is known, as
/// `confidence` or `previous_severity`, may be one for something else.
pub(super) fn is_asked(view: View<'_>, name: &str) -> bool {
    let words = words_of(name);
    let own = words_of(&view.shape.name);
    let is = |class: &str, word: &str| begun_by(&[word]).any(|(begun, _)| begun == class);
    let is_noun = |word: &str| {
        let answer = is_outer_key(word) || is("noun", word);
        answer || ASPECTS.contains(&word) || own.iter().any(|own| own == word)
    };
    let is_kind = |word: &str| is("kind", word);
    let Some((last, before)) = words.split_last() else {
        return false;
    };
    is_noun(last)
        && before.iter().all(|word| is_noun(word) || is_kind(word))
        && !names_variant(view, &fold(name))
}

/// What stands in a tag that is named for what was asked: `<severity>high</severity>`.
pub(super) fn in_asked_tag<'t>(view: View<'_>, text: &'t str) -> Option<&'t str> {
    let (name, rest) = text.strip_prefix('<')?.split_once('>')?;
    let (inner, closing) = rest.rsplit_once("</")?;
    let closed = closing.strip_suffix('>') == Some(name);
    (closed && !inner.contains('<') && is_asked(view, name)).then(|| inner.trim())
}
