//! Limits in words, for outlines and for schemas that cannot say them otherwise.

use crate::limits::Limits;
use crate::rules::{Literal, Number, one_of};
use crate::shape::{Kind, StringForm};

/// `5 to 120 characters`, `at least 1 item`.
pub(crate) fn length(min: usize, max: Option<usize>, kind: &Kind) -> Option<String> {
    let (one, many) = match kind {
        Kind::List(_) | Kind::Tuple(_) => ("item", "items"),
        Kind::Map(_) => ("entry", "entries"),
        _ => ("character", "characters"),
    };
    let unit = |n| if n == 1 { one } else { many };
    match (min, max) {
        (0, None) => None,
        (min, None) => Some(format!("at least {min} {}", unit(min))),
        (0, Some(max)) => Some(format!("at most {max} {}", unit(max))),
        (min, Some(max)) if min == max => Some(format!("exactly {min} {}", unit(min))),
        (min, Some(max)) => Some(format!("{min} to {max} {many}")),
    }
}

/// `1 to 5`, `at least 1`.
pub(crate) fn range(min: Option<Number>, max: Option<Number>) -> Option<String> {
    match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (Some(min), Some(max)) if min == max => Some(format!("exactly {min}")),
        (Some(min), Some(max)) => Some(format!("{min} to {max}")),
    }
}

pub(crate) fn multiple_of(of: Number) -> String {
    format!("a multiple of {of}")
}

pub(crate) fn pattern(source: &str) -> String {
    format!("matches {source}")
}

pub(crate) fn not_zero() -> String {
    "not 0".to_owned()
}

pub(crate) fn unique() -> String {
    "no equal items".to_owned()
}

pub(crate) fn literals(allowed: &[&Literal]) -> String {
    one_of(allowed.iter().map(ToString::to_string))
}

/// All limits, but not those that the type itself makes plain.
pub(crate) fn all(limits: &Limits<'_>, kind: &Kind) -> Vec<String> {
    let mut words = Vec::new();
    let (min, max) = telling_bounds(limits.min, limits.max, kind);
    words.extend(range(min, max));
    if limits.leaves_out_zero() {
        words.push(not_zero());
    }
    words.extend(limits.multiples.iter().copied().map(multiple_of));
    match kind {
        Kind::Char => words.push("one character".to_owned()),
        _ => words.extend(length(limits.min_len, limits.max_len, kind)),
    }
    if let Kind::String(StringForm { noun, .. }) = kind
        && !noun.is_empty()
    {
        words.push((*noun).to_owned());
    }
    let own = if let Kind::String(form) = kind {
        form.format
    } else {
        None
    };
    let formats = limits.formats.iter().filter(|format| Some(**format) != own);
    words.extend(formats.map(|format| format.noun().to_owned()));
    words.extend(limits.patterns.iter().map(|source| pattern(source)));
    if limits.unique {
        words.push(unique());
    }
    words
}

/// The bounds without those that only say how wide the integer is in Rust.
pub(crate) fn telling_bounds(
    least: Option<Number>,
    most: Option<Number>,
    kind: &Kind,
) -> (Option<Number>, Option<Number>) {
    const WIDE: u128 = u16::MAX as u128;
    let Kind::Integer { min, max, .. } = kind else {
        return (least, most);
    };
    let bare = |bound: Option<Number>, own: Number, small: bool| {
        bound.filter(|bound| small || *bound != own)
    };
    let small = *min == 0 || min.unsigned_abs() <= WIDE;
    (
        bare(least, Number::Int(*min), small),
        bare(most, Number::from(*max), *max <= WIDE),
    )
}
