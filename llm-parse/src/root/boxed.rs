//! The answer in a box of LaTeX: `\boxed{42}`.

use std::ops::Range;

const BOX: &str = "\\boxed{";
const TEXT: &str = "\\text{";

/// The signs round a formula.
const FORMULA: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// A text with white space instead of its box and the signs of a formula round that; every byte stays in its place.
pub(super) struct Unboxed {
    pub(super) text: String,
    /// Where the box stands.
    pub(super) place: Range<usize>,
}

/// The text without its only box, where that holds a plain value.
pub(super) fn unboxed(text: &str) -> Option<Unboxed> {
    let (before, inner) = text.split_once(BOX)?;
    let (content, braces) = match inner.strip_prefix(TEXT) {
        Some(content) => (content, "}}"),
        None => (inner, "}"),
    };
    let opened = BOX.len() + inner.len() - content.len();
    let (content, after) = content.split_once(braces)?;
    if content.contains(['{', '}', '\\']) || after.contains(BOX) {
        return None;
    }
    let formula = FORMULA
        .iter()
        .find(|(opens, closes)| before.ends_with(opens) && after.starts_with(closes));
    let (opens, closes) = formula.map_or((0, 0), |(opens, closes)| (opens.len(), closes.len()));
    let (head, tail) = (&before[..before.len() - opens], &after[closes..]);
    let left = " ".repeat(opens + opened);
    let right = " ".repeat(braces.len() + closes);
    Some(Unboxed {
        text: [head, &left, content, &right, tail].concat(),
        place: head.len()..text.len() - tail.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::unboxed;

    #[test]
    fn a_box_becomes_white_space() {
        for (text, plain) in [
            (r"\boxed{42}", "42"),
            (r"$\boxed{42}$.", "42         ."),
            (r"$$\boxed{\text{high}}$$", "high"),
            (r"so \[\boxed{-1.5}\]", "so          -1.5"),
        ] {
            let unboxed = unboxed(text)
                .map(|unboxed| unboxed.text)
                .unwrap_or_default();
            assert_eq!(unboxed.len(), text.len());
            assert_eq!(
                unboxed.split_whitespace().collect::<Vec<_>>(),
                plain.split_whitespace().collect::<Vec<_>>()
            );
        }
        for text in [
            r"\boxed{\frac{1}{2}}",
            r"\boxed{1} or \boxed{2}",
            r"\boxed{42",
            "{42}",
        ] {
            assert!(unboxed(text).is_none(), "{text}");
        }
    }
}
