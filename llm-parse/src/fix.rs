//! What was repaired, coerced, ignored or dropped while reading.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::path::Path;

/// The kind of a [`Fix`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum FixKind {
    /// The value was taken out of the text around it.
    Extracted,
    /// Another value in the text was left out.
    OtherValue,
    /// The model wrote on after the value, up to its limit.
    RanOn,
    /// A comma before a closing bracket, before the first item, or doubled.
    ExtraComma,
    /// A comma between two items was missing.
    MissingComma,
    /// The colon after a key was missing, or another sign stood in its place.
    Colon,
    /// A comment.
    Comment,
    /// Quotes other than `"`.
    Quotes,
    /// A key without quotes.
    UnquotedKey,
    /// A string without quotes.
    UnquotedText,
    /// A literal of another language (`True`, `None`, `undefined`), or an empty slot.
    Literal,
    /// A number in a form that JSON does not have (`+1`, `.5`, `1_000`, `0x1F`).
    NumberForm,
    /// A raw line break, tab or other control character in a string.
    RawControl,
    /// A quote inside a string that was not escaped.
    InnerQuote,
    /// An escape that JSON does not have, or a lone surrogate.
    Escape,
    /// A closing bracket that was missing or of the wrong kind, or one too many.
    Bracket,
    /// A character that stands for white space or punctuation but is neither in JSON (byte-order mark, `，`).
    Character,
    /// Something between two items that is no value (`...`).
    Skipped,
    /// A key that is not declared was ignored.
    UnknownKey,
    /// A key that stood twice with equal values.
    DuplicateKey,
    /// A key in another case or with other separators was taken for a declared one.
    KeySpelling,
    /// The name of a variant in another case, with other separators, or one of its further spellings.
    VariantSpelling,
    /// A number was read from a string.
    NumberFromText,
    /// A whole number was read from one with a fraction of zero or an exponent.
    IntegerFromFloat,
    /// A `bool` was read from a string.
    BoolFromText,
    /// A string was read from a number, or a `bool`, as it stands in the text.
    TextFromScalar,
    /// A list was made of one value.
    Wrapped,
    /// A value was taken out of a list of one.
    Unwrapped,
    /// A value was read from JSON inside a string.
    ParsedText,
    /// `null` for a field with a default was read as absent.
    NullAsAbsent,
    /// The value stood under a key of its own (the type's name, `result`, `properties`).
    OuterKey,
    /// A map was read from a list of keys and values.
    MapFromList,
    /// A variant was written in another tagging than the declared one.
    Tagging,
    /// `null` was read for a word that says so.
    NullFromText,
    /// A call that was right was not made again with the others, and was kept.
    Kept,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FixKinds(u64);

impl FixKinds {
    pub(crate) const NONE: FixKinds = FixKinds(0);

    pub(crate) const fn with(self, kind: FixKind) -> FixKinds {
        FixKinds(self.0 | 1 << kind as u32)
    }

    pub(crate) const fn has(self, kind: FixKind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }
}

/// One thing that was repaired, coerced, ignored or dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    path: Path,
    kind: FixKind,
    span: Range<usize>,
    detail: Cow<'static, str>,
}

impl Fix {
    pub(crate) fn new(
        path: Path,
        kind: FixKind,
        span: Range<usize>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Fix {
        Fix {
            path,
            kind,
            span,
            detail: detail.into(),
        }
    }

    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// Puts the path below another one.
    pub(crate) fn under(mut self, base: &Path) -> Fix {
        self.path = base.join(&self.path);
        self
    }

    /// Counts the span from so many bytes further ahead in the text.
    pub(crate) fn shift(&mut self, by: usize) {
        self.span = self.span.start + by..self.span.end + by;
    }

    /// Gives it another place in the value.
    pub(crate) fn moved(mut self, path: Path) -> Fix {
        self.path = path;
        self
    }

    /// Forgets where in the reply it stands, since it stands in an earlier one.
    pub(crate) fn forget_span(&mut self) {
        self.span = 0..0;
    }

    /// Where in the value.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The kind.
    pub fn kind(&self) -> FixKind {
        self.kind
    }

    /// The bytes of the model's text that this is about; empty for what was mended in an earlier answer that was kept.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// What it is to take the value out of the text around it.
pub(crate) fn extracted(span: Range<usize>) -> Fix {
    let detail = "took the value out of the text around it";
    Fix::new(Path::default(), FixKind::Extracted, span, detail)
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            self.path.write_short(f)?;
            f.write_str(": ")?;
        }
        f.write_str(&self.detail)
    }
}
