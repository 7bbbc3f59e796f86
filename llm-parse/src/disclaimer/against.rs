//! What the sentences near a value say against it, in rows of words.
//!
//! # Design
//!
//! A value is disowned in few ways, and each in many words: it is made up, wrong, of something else, to be changed, or
//! there was no text. So a row is a sequence of classes of words, and what says nothing may stand between two of them.
//! The words of the type and the value are classes as well: `The total is 11` is against a value without an 11.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::classes::{CLASSES, UNSPACED};
use super::rows::{BEFORE, BEHIND, BESIDE, LEADING, LIST, LIST_LEADING};
use super::{Own, ends};
use crate::candidate::ceil;

/// How much of the text on each side of a value is heard.
const NEAR: usize = 400;

/// How many words `..` is at most.
const GAP: usize = 4;

/// The sentence near a value that says that it is not the answer; `before` ends right before the value.
pub(super) fn against<'t>(
    before: &'t str,
    after: &'t str,
    own: Option<&dyn Own>,
) -> Option<&'t str> {
    let unspaced = |sentence: &str| UNSPACED.iter().any(|said| sentence.contains(said));
    let mut alike = behind(after).chain(before_it(before).map(|(sentence, _)| sentence));
    let said = AGAINST.first(before, after, own);
    said.or_else(|| alike.find(|sentence| !sentence.is_ascii() && unspaced(sentence)))
}

/// The sentence near a list that says that it is not whole.
pub(crate) fn partial<'t>(
    before: &'t str,
    after: &'t str,
    own: Option<&dyn Own>,
) -> Option<&'t str> {
    PARTIAL.first(before, after, own)
}

/// The rows that sentences are held against, by where they stand.
struct Table {
    behind: Vec<Row>,
    before: Vec<Row>,
    leading: Vec<Row>,
}

static AGAINST: LazyLock<Table> = LazyLock::new(|| Table {
    behind: rows(&[BESIDE, BEHIND]),
    before: rows(&[BESIDE, BEFORE]),
    leading: rows(&[BESIDE, BEFORE, LEADING]),
});

static PARTIAL: LazyLock<Table> = LazyLock::new(|| Table {
    behind: rows(&[LIST]),
    before: Vec::new(),
    leading: rows(&[LIST_LEADING]),
});

impl Table {
    /// The first sentence near a value that is one of the rows: those behind it, then those before it.
    fn first<'t>(&self, before: &'t str, after: &'t str, own: Option<&dyn Own>) -> Option<&'t str> {
        let rows = |leads| if leads { &self.leading } else { &self.before };
        let ahead = before_it(before).map(|(sentence, leads)| (sentence, rows(leads)));
        let mut heard = behind(after)
            .map(|sentence| (sentence, &self.behind))
            .chain(ahead)
            .filter(|(_, rows)| !rows.is_empty());
        let said = heard.find(|(sentence, rows)| {
            let tokens = tokens(sentence, own);
            rows.iter().any(|row| row.is_said(&tokens))
        });
        said.map(|(sentence, _)| sentence)
    }
}

/// The sentences behind a value, up to the next one.
fn behind(after: &str) -> impl Iterator<Item = &str> {
    let near = &after[..ceil(after, NEAR)];
    let near = &near[..near.find(['{', '[']).unwrap_or(near.len())];
    near.lines().flat_map(sentences)
}

/// The last two sentences before a value, and whether it is the one that leads into it.
fn before_it(before: &str) -> impl Iterator<Item = (&str, bool)> {
    let near = &before[ceil(before, before.len().saturating_sub(NEAR))..];
    let near = &near[near.rfind(['}', ']']).map_or(0, |at| at + 1)..];
    let lines = near
        .lines()
        .filter(|line| line.contains(char::is_alphanumeric));
    let fence = |line: &&str| !line.trim_start().starts_with("```");
    let mut said: Vec<&str> = lines.filter(fence).flat_map(sentences).collect();
    let kept = said.split_off(said.len().saturating_sub(2));
    kept.into_iter().rev().enumerate().map(|(at, sentence)| {
        (
            sentence,
            at == 0 && !sentence.ends_with(['.', '!', '?', ';']),
        )
    })
}

fn sentences(line: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = ends(line).map(|end| end + 1).chain([line.len()]);
    ends.map(move |end| line[std::mem::replace(&mut start, end)..end].trim())
}

/// A word or a sign, and the classes that it is of.
struct Token {
    word: String,
    classes: u64,
}

/// The first two classes of the table.
const FILL: u64 = 1;
const OPENING: u64 = 2;

/// The classes that depend on the value come behind those of the table.
const TYPE: usize = CLASSES.len();
const NAME: usize = TYPE + 1;
const OWN: usize = NAME + 1;
const NEW: usize = OWN + 1;
const STRANGE: usize = NEW + 1;
const SIGN: usize = STRANGE + 1;

static CLASSES_OF: LazyLock<HashMap<&str, u64>> = LazyLock::new(|| {
    let mut classes: HashMap<&str, u64> = HashMap::new();
    for (at, (_, words)) in CLASSES.iter().enumerate() {
        for word in words.split_ascii_whitespace() {
            *classes.entry(word).or_default() |= 1 << at;
        }
    }
    classes
});

fn class(name: &str) -> Option<u64> {
    let dynamic = ["TYPE", "NAME", "OWN", "NEW", "STRANGE", "SIGN"];
    let names = CLASSES.iter().map(|(name, _)| *name).chain(dynamic);
    let at = names.into_iter().position(|one| one == name)?;
    Some(1 << at)
}

fn tokens(sentence: &str, own: Option<&dyn Own>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = sentence;
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        if c.is_alphanumeric() {
            let (word, left) = rest.split_at(word_end(rest));
            rest = left;
            let negated = word == "t" && tokens.last().is_some_and(|last| last.word.ends_with('n'));
            let word = if negated {
                "not".to_owned()
            } else {
                word.to_lowercase()
            };
            tokens.push(token(word, quoted, own));
            quoted = false;
            continue;
        }
        quoted = "\"'“`".contains(c) || (quoted && "*_".contains(c));
        if ",;:()–—-".contains(c) {
            let classes = 1 << SIGN;
            tokens.push(Token {
                word: c.to_string(),
                classes,
            });
        }
        rest = &rest[c.len_utf8()..];
    }
    tokens
}

/// Where a word ends; a number goes on behind signs in it.
fn word_end(text: &str) -> usize {
    let number = text.starts_with(|c: char| c.is_ascii_digit());
    let is_in = |(at, c): (usize, char)| {
        let next = text[at + c.len_utf8()..].chars().next();
        c.is_alphanumeric()
            || (number && ".,-/:".contains(c) && next.is_some_and(|c| c.is_ascii_digit()))
    };
    let end = text.char_indices().find(|place| !is_in(*place));
    end.map_or(text.len(), |(end, _)| end)
}

fn token(word: String, quoted: bool, own: Option<&dyn Own>) -> Token {
    let mut classes = CLASSES_OF.get(word.as_str()).copied().unwrap_or_default();
    let number = word.starts_with(|c: char| c.is_ascii_digit());
    let long = number || word.chars().nth(2).is_some();
    let (is_type, names, has) = match own {
        None => (true, true, None),
        Some(own) if number => (false, false, Some(has_number(&word, own))),
        Some(own) => (own.is_type(&word), own.names(&word), Some(own.has(&word))),
    };
    let is_name = long && (is_type || names);
    let is_value = has.unwrap_or(true) && classes == 0 && (own.is_none() || !is_name);
    let is_new = (number || quoted) && !has.unwrap_or(false);
    let dynamic = [
        (TYPE, long && is_type),
        (NAME, is_name),
        (OWN, long && is_value),
        (NEW, is_new),
        (
            STRANGE,
            long && classes == 0 && !number && !has.unwrap_or(false),
        ),
    ];
    for (class, _) in dynamic.into_iter().filter(|(_, is)| *is) {
        classes |= 1 << class;
    }
    Token { word, classes }
}

/// Whether a number stands in the value, however it is written: `1,250.00` for `1250`.
fn has_number(word: &str, own: &dyn Own) -> bool {
    let trimmed = match word.split_once('.') {
        Some(_) => word.trim_end_matches('0').trim_end_matches('.'),
        None => word,
    };
    let merged: String = trimmed.chars().filter(|c| *c != ',').collect();
    let alike = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .all(|part| own.has(part))
    };
    alike(trimmed) || alike(&merged)
}

enum Step {
    /// A word of one of some classes.
    Of(u64),
    Word(&'static str),
    Gap,
    Start,
    End,
}

struct Row {
    steps: Vec<Step>,
    /// Each of which takes it back.
    excuses: Vec<Vec<Step>>,
}

fn rows(tables: &[&'static [(&'static str, &'static str)]]) -> Vec<Row> {
    let lines = tables.iter().flat_map(|table| table.iter());
    let rows = lines.map(|(said, excuses)| Row {
        steps: steps(said),
        excuses: excuses
            .split(" / ")
            .filter(|excuse| !excuse.is_empty())
            .map(steps)
            .collect(),
    });
    rows.collect()
}

fn steps(row: &'static str) -> Vec<Step> {
    let steps = row.split(' ').map(|step| match step {
        ".." => Step::Gap,
        "^" => Step::Start,
        "$" => Step::End,
        _ => {
            let classes = step.split('|').map(class);
            let classes = classes.collect::<Option<Vec<u64>>>();
            classes.map_or(Step::Word(step), |some| Step::Of(some.iter().sum()))
        }
    });
    steps.collect()
}

impl Row {
    fn is_said(&self, tokens: &[Token]) -> bool {
        is_in(&self.steps, tokens) && !self.excuses.iter().any(|excuse| is_in(excuse, tokens))
    }
}

fn is_in(steps: &[Step], tokens: &[Token]) -> bool {
    (0..=tokens.len()).any(|at| follow(steps, tokens, at, true))
}

/// Whether the steps are there from `at` on; `first` where nothing may be passed over.
fn follow(steps: &[Step], tokens: &[Token], at: usize, first: bool) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return true;
    };
    let token = tokens.get(at);
    let is_taken = match step {
        Step::Start => {
            let opening = |token: &Token| token.classes & (FILL | OPENING) != 0 || token.is_sign();
            return tokens[..at].iter().all(opening) && follow(rest, tokens, at, true);
        }
        Step::Gap => {
            let open = |gap: &usize| !tokens[at..at + gap].iter().any(Token::is_sign);
            let mut gaps = (0..=GAP.min(tokens.len() - at)).take_while(open);
            return gaps.any(|gap| follow(rest, tokens, at + gap, true));
        }
        Step::End => token.is_none_or(Token::is_sign),
        Step::Of(classes) => token.is_some_and(|token| token.classes & classes != 0),
        Step::Word(word) => token.is_some_and(|token| token.word == *word),
    };
    let passed = !first && token.is_some_and(|token| token.classes & FILL != 0);
    (is_taken && follow(rest, tokens, at + 1, false))
        || (passed && follow(steps, tokens, at + 1, false))
}

impl Token {
    fn is_sign(&self) -> bool {
        self.classes & (1 << SIGN) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::{AGAINST, PARTIAL, Step};

    #[test]
    fn what_is_written_as_a_class_is_one() {
        let tables = [&*AGAINST, &PARTIAL].into_iter();
        let rows = tables.flat_map(|table| [&table.behind, &table.before, &table.leading]);
        for row in rows.flatten() {
            for step in row.excuses.iter().flatten().chain(&row.steps) {
                assert!(!matches!(step, Step::Word(word) if word.contains(char::is_uppercase)));
            }
        }
    }
}
