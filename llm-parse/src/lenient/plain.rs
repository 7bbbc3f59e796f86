//! Repairs that have one reading only, so that they are also made without a tree.

use std::ops::Range;

use crate::disclaimer::names_another;
use crate::fix::FixKind;
use crate::tree::NodeKind;

use super::blank::comment_end;
use super::more::stands_for_more;
use super::number::{Word, classify};

/// What a repair is, and what it is called.
pub(crate) type Repair = (FixKind, &'static str);

pub(crate) const TRAILING_COMMA: Repair = (
    FixKind::ExtraComma,
    "dropped a comma before a closing bracket",
);
pub(crate) const MISSING_COMMA: Repair = (FixKind::MissingComma, "added a comma");
pub(crate) const OTHER_QUOTES: Repair = (FixKind::Quotes, "replaced the quotes by `\"`");
pub(crate) const BARE_KEY: Repair = (FixKind::UnquotedKey, "added quotes to a key");
pub(crate) const RAW_CONTROL: Repair = (
    FixKind::RawControl,
    "kept a raw line break or control character in a string",
);
const COMMENT: Repair = (FixKind::Comment, "skipped a comment");
pub(super) const MORE: Repair = (FixKind::Skipped, "skipped a comment that stands for more");

/// The comment at `at`: where it ends, and what it is to skip it.
pub(crate) fn comment(text: &str, at: usize) -> Option<(usize, Repair)> {
    let end = comment_end(text.as_bytes(), at)?;
    let more = stands_for_more(&text[at..end]);
    Some((end, if more { MORE } else { COMMENT }))
}

/// Whether the comment of this range gives another value for the scalar before it: `10 /* or 11 */`.
pub(crate) fn offers_another(text: &str, comment: Range<usize>) -> bool {
    let before = text[..comment.start].trim_end_matches([' ', '\t', ',']);
    let scalar = before.ends_with(|c: char| c.is_alphanumeric() || "\"'”’.".contains(c));
    let said = text[comment].trim_matches(|c: char| c.is_whitespace() || "/*#".contains(c));
    scalar && names_another(said, true)
}

/// The literal of JSON that a word of another language says.
pub(crate) fn other_literal(word: &str) -> Option<(NodeKind, Repair)> {
    match classify(word) {
        Word::Literal(kind) => Some((kind, read_as(kind))),
        _ => None,
    }
}

/// What it is to read a word as a literal.
pub(super) fn read_as(kind: NodeKind) -> Repair {
    let detail = match kind {
        NodeKind::True => "read it as `true`",
        NodeKind::False => "read it as `false`",
        _ => "read it as `null`",
    };
    (FixKind::Literal, detail)
}
