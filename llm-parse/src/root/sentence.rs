//! A value that a sentence names, where a reply has no JSON: `The answer is 42.`
//!
//! The ranges are those of words that were split off the text, so that no slice by them panics; an index of a word is
//! one that was counted.

use std::ops::Range;

use super::hedge::{is_denied, is_factor, is_rough, is_said, is_weak, is_yes_or_no};
use crate::align::fold;
use crate::shape::{Content, Enum, Kind, View};

/// A longer text is no answer in a sentence.
const LONGEST: usize = 2000;

/// The words of the longest name that is looked for.
const WORDS: usize = 5;

/// A value that a sentence names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The variant's name, or the number as it stands there.
    pub(super) name: String,
    pub(super) span: Range<usize>,
    /// Whether a word beside it says that it is not the value.
    pub(super) denied: bool,
}

/// The different values of a shape that a text names.
pub(super) fn named(view: View<'_>, text: &str) -> Vec<Named> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    match &view.shape.kind {
        Kind::Option(inner) => named(view.at(*inner), text),
        Kind::Newtype(newtype) => named(view.at(newtype.field.shape), text),
        Kind::Bool => {
            let mut named = names(text, &[("true", "true".into()), ("false", "false".into())]);
            let answers = |word: &Range<usize>| is_yes_or_no(&text[word.clone()]);
            let denied = words(text, BETWEEN).iter().any(answers);
            for one in &mut named {
                one.denied |= denied;
            }
            named
        }
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => numbers(text),
        Kind::Enum(kind) => variants(kind, text),
        _ => Vec::new(),
    }
}

/// The variants that a text names. One with content is no value without it, but it makes another one doubtful.
fn variants(kind: &Enum, text: &str) -> Vec<Named> {
    let mut found = names(text, &spellings(kind));
    let is_value = |named: &Named| {
        let own = kind.variants.iter().find(|own| *own.name == *named.name);
        own.is_some_and(|own| matches!(own.content, Content::Unit))
    };
    if !found.iter().any(is_value) {
        found.clear();
    }
    found
}

/// Each name and folded spelling of the variants.
fn spellings(kind: &Enum) -> Vec<(&str, String)> {
    let named = kind.variants.iter();
    let named = named.filter(|variant| !variant.other && !variant.untagged);
    named
        .flat_map(|variant| {
            let others = variant.aliases.iter().chain(variant.spellings.iter());
            std::iter::once(&variant.name)
                .chain(others)
                .map(|spelling| (&*variant.name, fold(spelling)))
        })
        .collect()
}

fn names(text: &str, spellings: &[(&str, String)]) -> Vec<Named> {
    let words = words(text, BETWEEN);
    let mut found: Vec<Named> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let hit = (1..=WORDS.min(words.len() - at)).rev().find_map(|count| {
            let folded: String = words[at..at + count]
                .iter()
                .map(|word| fold(&text[word.clone()]))
                .collect();
            let spelling = spellings
                .iter()
                .find(|(_, spelling)| !folded.is_empty() && *spelling == folded)?;
            Some((count, spelling.0))
        });
        let Some((count, name)) = hit else {
            at += 1;
            continue;
        };
        let span = words[at].start..words[at + count - 1].end;
        if !is_common_word(text, &span)
            && found.iter().all(|named| named.name != name || named.denied)
        {
            found.push(Named {
                name: name.to_owned(),
                denied: is_denied(text, &words, at..at + count)
                    || at
                        .checked_sub(1)
                        .is_some_and(|at| is_weak(&text[words[at].clone()])),
                span,
            });
        }
        at += count;
    }
    found
}

fn numbers(text: &str) -> Vec<Named> {
    let words = words(text, "");
    let numbers = words
        .iter()
        .enumerate()
        .filter(|(_, word)| text[(*word).clone()].bytes().any(|b| b.is_ascii_digit()));
    let mut found: Vec<Named> = Vec::new();
    for (at, word) in numbers {
        let name = text[word.clone()].to_owned();
        let beside = words[..at]
            .iter()
            .rev()
            .take(2)
            .chain(words[at + 1..].iter().take(1));
        let denied = is_denied(text, &words, at..at + 1)
            // A bullet, or a minus.
            || text[..word.start].trim() == "-"
            || !is_said(text, &words, at)
            || beside
                .clone()
                .any(|word| is_factor(&text[word.clone()]) || is_rough(&text[word.clone()]));
        if denied || found.iter().all(|named| named.name != name) {
            found.push(Named {
                name,
                denied,
                span: word.clone(),
            });
        }
    }
    found
}

/// What parts the words of a text besides white space.
const BETWEEN: &str = "/|–—";

/// The words of a text, without the punctuation round them.
fn words(text: &str, between: &str) -> Vec<Range<usize>> {
    let punctuation = |c: char| !c.is_alphanumeric() && !"$€£¥₹₩%+-−#".contains(c);
    let parts = text.split(|c: char| c.is_whitespace() || between.contains(c));
    parts
        .filter_map(|part| {
            let word = part.trim_matches(punctuation);
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (!word.is_empty()).then_some(start..start + word.len())
        })
        .collect()
}

/// Whether a name is so short that it may be a word of the sentence, unless it is set apart or the last one.
fn is_common_word(text: &str, span: &Range<usize>) -> bool {
    let word = &text[span.clone()];
    let apart = |c: Option<char>| c.is_some_and(|c| "*`\"'(_“".contains(c));
    let last = !text[span.end..].chars().any(char::is_alphanumeric);
    let is_code = word.bytes().any(|b| b.is_ascii_digit());
    word.chars().count() <= 2 && !is_code && !last && !apart(text[..span.start].chars().next_back())
}

#[cfg(test)]
mod tests {
    use super::{Named, names, numbers};

    fn summary(found: &[Named]) -> Vec<(&str, bool)> {
        found
            .iter()
            .map(|named| (named.name.as_str(), named.denied))
            .collect()
    }

    #[test]
    fn names_are_whole_words_in_any_case() {
        let spellings = [
            ("InProgress", "inprogress".to_owned()),
            ("Bug", "bug".into()),
            ("B", "b".into()),
            ("B2", "b2".into()),
        ];
        for (text, found) in [
            ("It is in progress.", vec![("InProgress", false)]),
            (
                "This is a **bug**: the debugger fails.",
                vec![("Bug", false)],
            ),
            ("It is not a bug.", vec![("Bug", true)]),
            ("It could be a bug.", vec![("Bug", true)]),
            (
                "A bug, or in-progress.",
                vec![("Bug", false), ("InProgress", false)],
            ),
            ("Bugs everywhere", vec![]),
            ("B is the plan", vec![]),
            ("B2 or a bug", vec![("B2", false), ("Bug", false)]),
            ("The answer is B.", vec![("B", false)]),
        ] {
            assert_eq!(summary(&names(text, &spellings)), found, "{text}");
        }
    }

    #[test]
    fn each_word_with_a_digit_is_a_number() {
        for (text, found) in [
            ("The answer is 42.", vec![("42", false)]),
            ("It is **$1,234.50**!", vec![("$1,234.50", false)]),
            ("Roughly **$1,234.50**!", vec![("$1,234.50", true)]),
            ("about 42", vec![("42", true)]),
            ("It is 42 or so", vec![("42", true)]),
            ("More than 5 items", vec![("5", true)]),
            ("The 3rd of 7", vec![("3rd", true), ("7", false)]),
            ("1/2", vec![("1/2", false)]),
            ("minus 5", vec![("5", true)]),
            ("3 million people", vec![("3", true)]),
            ("1. First, we consider it", vec![("1", true)]),
            ("42 is the answer", vec![("42", false)]),
            ("See page 12; nothing", vec![("12", true)]),
            ("Is it 5?", vec![("5", true)]),
            ("Es ist nicht 5", vec![("5", true)]),
            ("Ce n'est pas 5", vec![("5", true)]),
            ("它不是 5", vec![("5", true)]),
        ] {
            assert_eq!(summary(&numbers(text)), found, "{text}");
        }
    }
}
