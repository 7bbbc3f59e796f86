//! Whether an expression matches, for the few texts that stand beside one.

use std::collections::BTreeSet;

use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};
use regex_syntax::is_word_character;

/// Whether the expression matches somewhere in the text; `None` where it is not valid, or asks for what is not known
/// here.
pub(crate) fn matches(source: &str, text: &str) -> Option<bool> {
    let hir = regex_syntax::parse(&super::portable(source)).ok()?;
    let starts = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
    let ends = ends(&hir, text, starts.collect())?;
    Some(!ends.is_empty())
}

type Places = BTreeSet<usize>;

/// Where in the text the expression can end, if it starts at one of the places.
fn ends(hir: &Hir, text: &str, starts: Places) -> Option<Places> {
    match hir.kind() {
        HirKind::Empty => Some(starts),
        HirKind::Literal(literal) => {
            let literal = str::from_utf8(&literal.0).ok()?;
            let after = |at: usize| {
                let rest = text.get(at..)?;
                rest.starts_with(literal).then_some(at + literal.len())
            };
            Some(starts.into_iter().filter_map(after).collect())
        }
        HirKind::Class(class) => {
            let after = |at: usize| {
                let c = text.get(at..)?.chars().next()?;
                holds(class, c).then_some(at + c.len_utf8())
            };
            Some(starts.into_iter().filter_map(after).collect())
        }
        HirKind::Look(look) => {
            let look = looks(*look)?;
            Some(starts.into_iter().filter(|at| look(text, *at)).collect())
        }
        HirKind::Repetition(repeated) => repeat(repeated, text, starts),
        HirKind::Capture(capture) => ends(&capture.sub, text, starts),
        HirKind::Concat(parts) => parts
            .iter()
            .try_fold(starts, |starts, part| ends(part, text, starts)),
        HirKind::Alternation(choices) => {
            let each = choices.iter().map(|one| ends(one, text, starts.clone()));
            let each: Vec<Places> = each.collect::<Option<_>>()?;
            Some(each.into_iter().flatten().collect())
        }
    }
}

fn repeat(repeated: &Repetition, text: &str, starts: Places) -> Option<Places> {
    let mut last = starts;
    for _ in 0..repeated.min {
        let next = ends(&repeated.sub, text, last.clone())?;
        if next == last {
            break;
        }
        last = next;
    }
    let (mut all, mut left) = (last.clone(), repeated.max.map(|max| max - repeated.min));
    while left != Some(0) && !last.is_empty() {
        let next = ends(&repeated.sub, text, last)?;
        last = next.difference(&all).copied().collect();
        all.extend(&last);
        left = left.map(|left| left - 1);
    }
    Some(all)
}

fn holds(class: &Class, c: char) -> bool {
    match class {
        Class::Unicode(class) => class
            .iter()
            .any(|range| (range.start()..=range.end()).contains(&c)),
        Class::Bytes(class) => class.iter().any(|range| {
            u8::try_from(c)
                .is_ok_and(|c| c.is_ascii() && (range.start()..=range.end()).contains(&c))
        }),
    }
}

fn looks(look: Look) -> Option<fn(&str, usize) -> bool> {
    match look {
        Look::Start => Some(|_, at| at == 0),
        Look::End => Some(|text, at| at == text.len()),
        Look::WordUnicode => Some(is_boundary),
        Look::WordUnicodeNegate => Some(|text, at| !is_boundary(text, at)),
        _ => None,
    }
}

fn is_boundary(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let after = text.get(at..).and_then(|text| text.chars().next());
    before.is_some_and(is_word_character) != after.is_some_and(is_word_character)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn an_expression_matches_what_it_says() {
        for (source, yes, no) in [
            (r"^[A-Z]{2,}-\d+$", "OPS-7", "O-7"),
            ("a|bc", "xbcx", "xbx"),
            ("^(ab?)*$", "aaba", "abb"),
            (r"\bword\b", "a word.", "swords"),
            ("^(a*)*$", "aaa", "b"),
            ("^.{2,3}$", "äö", "abcd"),
            (r"^\w+$", "a_1", "ä"),
            ("^x{0}y$", "y", "xy"),
            ("^(?:a{2}){2,}$", "aaaaaa", "aaaaa"),
            (r"^[^\d]$", "x", "5"),
        ] {
            assert_eq!(matches(source, yes), Some(true), "{source} {yes}");
            assert_eq!(matches(source, no), Some(false), "{source} {no}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_judged() {
        assert_eq!(matches("(?m)^a$", "a"), None);
        assert_eq!(matches("(", "a"), None);
    }

    #[test]
    fn a_large_count_ends() {
        assert_eq!(matches("^(a{1000}){1000}$", "aaa"), Some(false));
        assert_eq!(matches("^(a?){1000000}$", "aaa"), Some(true));
    }
}
