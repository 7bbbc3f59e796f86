//! A value that a sentence names, where a reply has no JSON: `The answer is 42.`

use std::ops::Range;

use super::parts::{Part, parts};
use super::speech::Speech;
use crate::align::{fold, words_of};
use crate::shape::{Content, Enum, Kind, View};

/// A longer text is no answer in a sentence.
const LONGEST: usize = 2000;

/// The words of the longest name that is looked for.
const WORDS: usize = 5;

/// What is a bool in a text, besides what reads as one.
const BOOLS: [&str; 4] = ["true", "false", "yes", "no"];

/// A value that a text names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The variant's name, or the number as it stands there.
    pub(super) name: String,
    pub(super) span: Range<usize>,
    /// Whether the text gives it as the answer.
    pub(super) answers: bool,
}

/// The different values of a shape that a text names.
pub(super) fn named(view: View<'_>, text: &str) -> Vec<Named> {
    /// Deeper wrappers are those of a type that holds itself.
    const DEEPEST: usize = 16;
    if text.len() > LONGEST {
        return Vec::new();
    }
    let views = std::iter::successors(Some(view), |view| inside(*view)).take(DEEPEST);
    let views: Vec<View<'_>> = views.collect();
    let Some(view) = views.last() else {
        return Vec::new();
    };
    let parts = parts(text);
    let (places, number) = match &view.shape.kind {
        Kind::Bool => {
            let bools = BOOLS.map(|name| (name, name.to_owned()));
            (names(text, &parts, &bools), false)
        }
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => {
            (numbers(text, &parts), true)
        }
        Kind::Enum(kind) => (variants(kind, text, &parts), false),
        _ => return Vec::new(),
    };
    if places.is_empty() {
        return Vec::new();
    }
    let own = views.iter().flat_map(|view| words_of(&view.shape.name));
    let own: Vec<String> = own.collect();
    let said = parts.iter().map(|part| part.said.as_str());
    let speech = Speech::new(said.collect(), &own, number);
    let mut named: Vec<Named> = Vec::new();
    for Place { name, at } in places {
        let known = named.iter().position(|one| one.name == name);
        if known.is_some_and(|known| named[known].answers) {
            continue;
        }
        let one = Named {
            name: name.to_owned(),
            span: parts[at.start].span.start..parts[at.end - 1].span.end,
            answers: speech.answers(at),
        };
        match known {
            Some(known) if one.answers => named[known] = one,
            Some(_) => {}
            None => named.push(one),
        }
    }
    named
}

/// What a shape that is no value of its own is round.
pub(super) fn inside(view: View<'_>) -> Option<View<'_>> {
    match &view.shape.kind {
        Kind::Option(inner) => Some(view.at(*inner)),
        Kind::Newtype(newtype) => Some(view.at(newtype.field.shape)),
        _ => None,
    }
}

/// A value among the parts of a text.
struct Place<'t> {
    name: &'t str,
    at: Range<usize>,
}

/// The variants that a text names. One with content is no value without it, but it makes another one doubtful.
fn variants<'t>(kind: &'t Enum, text: &str, parts: &[Part]) -> Vec<Place<'t>> {
    let found = names(text, parts, &spellings(kind));
    let is_value = |place: &Place<'_>| {
        let own = kind.variants.iter().find(|own| *own.name == *place.name);
        own.is_some_and(|own| matches!(own.content, Content::Unit))
    };
    if found.iter().any(is_value) {
        found
    } else {
        Vec::new()
    }
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

fn names<'t>(text: &str, parts: &[Part], spellings: &[(&'t str, String)]) -> Vec<Place<'t>> {
    let words = parts.iter().map(|part| {
        let word = Some(&text[part.span.clone()]).filter(|_| part.is_word());
        word.map(fold).unwrap_or_default()
    });
    let folded: Vec<String> = words.collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let Some((name, end)) = name_at(text, &parts[at..], &folded[at..], spellings) else {
            at += 1;
            continue;
        };
        let (place, span) = (
            at..at + end,
            parts[at].span.start..parts[at + end - 1].span.end,
        );
        at = place.end;
        if !is_common_word(text, &span, name) {
            found.push(Place { name, at: place });
        }
    }
    found
}

/// The longest name that parts begin with, and where it ends; `folded` are their words, and nothing for a sign.
fn name_at<'t>(
    text: &str,
    parts: &[Part],
    folded: &[String],
    spellings: &[(&'t str, String)],
) -> Option<(&'t str, usize)> {
    let first = folded[0].chars().next()?;
    if !spellings
        .iter()
        .any(|(_, spelling)| spelling.starts_with(first))
    {
        return None;
    }
    let ends = (1..=WORDS.min(parts.len())).rev();
    let mut ends = ends.filter(|end| !folded[end - 1].is_empty());
    ends.find_map(|end| {
        let words = &folded[..end];
        let said = if words.iter().any(String::is_empty) {
            fold(&text[parts[0].span.start..parts[end - 1].span.end])
        } else {
            words.concat()
        };
        let known = spellings.iter().find(|(_, spelling)| *spelling == said)?;
        Some((known.0, end))
    })
}

fn numbers<'t>(text: &'t str, parts: &[Part]) -> Vec<Place<'t>> {
    let places = parts.iter().enumerate();
    let numbers = places.filter(|(_, part)| part.said.contains(|c: char| c.is_numeric()));
    numbers
        .map(|(at, part)| Place {
            name: &text[part.span.clone()],
            at: at..at + 1,
        })
        .collect()
}

/// Whether a name is so short that it may be a word of the sentence, unless it is set apart, the last one, or spelled
/// as the name is.
fn is_common_word(text: &str, span: &Range<usize>, name: &str) -> bool {
    let word = &text[span.clone()];
    let apart = |c: Option<char>| c.is_some_and(|c| "*`\"'(_“".contains(c));
    let last = !text[span.end..].chars().any(char::is_alphanumeric);
    let digit = word.chars().any(char::is_numeric);
    let is_code = digit || (word == name && word.chars().any(char::is_uppercase));
    word.chars().count() <= 2 && !is_code && !last && !apart(text[..span.start].chars().next_back())
}
