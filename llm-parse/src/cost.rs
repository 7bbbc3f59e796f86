//! What a reading costs: of several readings of one value, the cheapest is taken.
//!
//! # Design
//!
//! Costs are only compared with each other, and only where a value may be read as several variants of an untagged enum
//! and none takes it as it stands. A reading costs the sum of its repairs; two readings that cost the same and differ
//! are a violation. The dearer a repair, the more it guesses or gives up.
//!
//! Repairs of the syntax have no cost, since only one reading of a text is made. Where two repairs are as likely, they
//! are no repair but a violation (`Code::Ambiguous`). These are the rules:
//!
//! - a closing bracket was added in one place and dropped in another, or left over after the value: it may have moved;
//! - a closing bracket is left over, and a key that is ignored would belong to the value before it;
//! - a list's end and a comma in it were missing, after a text: the text may be a key;
//! - a text runs on over what looks like structure (a line that begins with a bracket, the next key, a further comma),
//!   and one of its quotes is missing or was not escaped;
//! - a comment ends with a quote, or stands between a key and its value without a colon: it may be a text;
//! - a map or any value is wanted, and another object that fits stands beside it, or one before it could not be read;
//! - a struct is wanted, several objects stand in the text, and the one that was read has none of its keys;
//! - a list was read, and objects that would be items stand beside it;
//! - a plus stands between two texts that are numbers: it may be a sum;
//! - a semicolon parts numbers beside a comma: it may part rows, or the comma a fraction.

use crate::fix::{Fix, FixKind};

/// What each repair costs, and why.
const COSTS: [(FixKind, u32, &str); 15] = [
    (FixKind::DuplicateKey, 1, "the same fact twice"),
    (FixKind::NullAsAbsent, 1, "both say that there is nothing"),
    (
        FixKind::IntegerFromFloat,
        1,
        "the same number in other digits",
    ),
    (
        FixKind::KeySpelling,
        2,
        "one key is left for one field, but under another name",
    ),
    (
        FixKind::VariantSpelling,
        2,
        "one name is left for one variant, but in other letters",
    ),
    (
        FixKind::NumberFromText,
        3,
        "another type, and every digit is kept",
    ),
    (
        FixKind::BoolFromText,
        3,
        "another type, and only four words are read so",
    ),
    (FixKind::NullFromText, 4, "a word is taken to mean nothing"),
    (
        FixKind::Tagging,
        4,
        "the same variant and content in another form",
    ),
    (
        FixKind::ParsedText,
        4,
        "another type, but the text is JSON of its own",
    ),
    (
        FixKind::OuterKey,
        5,
        "a key round the value, which may say something",
    ),
    (
        FixKind::TextFromScalar,
        5,
        "a string takes every scalar, so it says little that one fits",
    ),
    (
        FixKind::MapFromList,
        5,
        "another container of the same entries",
    ),
    (
        FixKind::Wrapped,
        6,
        "a list takes every value, so it says little that one fits",
    ),
    (
        FixKind::Unwrapped,
        6,
        "a list of one was written as a list for some reason",
    ),
];

/// A key that is ignored gives up a part of the value, which no other repair does.
const OTHER: u32 = 10;

/// What all these repairs cost together.
pub(crate) fn cost(fixes: &[Fix]) -> u32 {
    let one = |fix: &Fix| {
        let row = COSTS.iter().find(|(kind, _, _)| *kind == fix.kind());
        row.map_or(OTHER, |(_, cost, _)| *cost)
    };
    fixes.iter().map(one).sum()
}
