//! Calls that were right, which an answer to what was wrong with the others must not lose.
//!
//! # Design
//!
//! A model that is told what is wrong with one of its calls often makes only that one again. Where it makes as many as were
//! wrong, of the same tools, they take the places of those; where it makes all that were right again, its answer counts as
//! it stands, with whatever else is in it. All other answers are refused, since it cannot be told which call is which.

use serde_json::value::RawValue;

use super::Choices;
use crate::attempt::Attempt;
use crate::feedback::clamp;
use crate::fix::{Fix, FixKind};
use crate::patch::document::Document;
use crate::path::{Path, Segment};
use crate::read::{ParseError, Parsed};
use crate::sent::Terms;
use crate::violation::{Code, Violation};

/// How many characters of a value a refusal quotes.
const QUOTED: usize = 300;

/// A value that a call says, or what is wrong with it.
pub(super) type Item = Result<Parsed<String>, ParseError>;

/// The items of an answer, of which some were right.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The whole list.
    document: String,
    items: Vec<Before>,
    violations: Vec<Violation>,
}

#[derive(Debug)]
struct Before {
    text: String,
    /// The same for equal items; `None` where the item was wrong.
    right: Option<String>,
}

/// An item of the list that is put together.
#[derive(Debug)]
pub(super) enum Place {
    /// One that was right.
    Before(String),
    /// That of this index in the new answer.
    New(usize),
}

impl Kept {
    /// What was right in an answer; `None` where nothing was, or what is wrong is not wrong with single items.
    pub(crate) fn of(last: &Attempt) -> Option<Kept> {
        let document = last.document.clone()?;
        let texts: Vec<&RawValue> = serde_json::from_str(&document).ok()?;
        let of_value = |violation: &&Violation| violation.code() != Code::Patch;
        let violations = last.violations().iter().filter(of_value);
        let wrong = violations.clone().map(|violation| {
            let first = violation.path().segments().first();
            matches!(first, Some(Segment::Index(_)))
                .then(|| first.cloned())
                .flatten()
        });
        let wrong: Vec<Segment> = wrong.collect::<Option<_>>()?;
        let items = texts.into_iter().enumerate().map(|(index, text)| Before {
            text: text.get().to_owned(),
            right: (!wrong.contains(&Segment::Index(index)))
                .then(|| canonical(text.get()))
                .flatten(),
        });
        let kept = Kept {
            items: items.collect(),
            violations: violations.cloned().collect(),
            document,
        };
        let is_right = |item: &Before| item.right.is_some();
        (kept.items.iter().any(is_right) && !kept.violations.is_empty()).then_some(kept)
    }

    /// The list that is made of an answer with these items, whose tools are named where that says something.
    pub(super) fn places(
        &self,
        new: &[Item],
        tools: &[Option<&str>],
        choices: Option<&Choices>,
    ) -> Result<Vec<Place>, ParseError> {
        let texts = new
            .iter()
            .map(|item| item.as_ref().ok().and_then(|read| canonical(&read.value)));
        let (others, missing) = self.compare(texts.collect());
        let Some(missing) = missing else {
            return Ok((0..new.len()).map(Place::New).collect());
        };
        let wrong = || self.items.iter().filter(|item| item.right.is_none());
        let is_of = |item: &Before, tool: Option<&str>| {
            let before = choices.and_then(|choices| choices.call(&item.text, Terms::plain()));
            before
                .zip(tool)
                .is_none_or(|((before, _), tool)| before == tool)
        };
        let mut pairs = wrong().zip(&others);
        let fits = others.len() == wrong().count()
            && pairs.all(|(item, new)| is_of(item, tools.get(*new).copied().flatten()));
        if !fits {
            return Err(self.refused(missing));
        }
        let mut others = others.into_iter();
        let place = |item: &Before| match item.right {
            Some(_) => Some(Place::Before(item.text.clone())),
            None => others.next().map(Place::New),
        };
        Ok(self.items.iter().filter_map(place).collect())
    }

    /// Refuses a list that was not made of calls, where it lacks what was right.
    pub(crate) fn hold(&self, list: &str) -> Result<(), ParseError> {
        let items: Vec<&RawValue> = serde_json::from_str(list).unwrap_or_default();
        let texts = items.into_iter().map(|item| canonical(item.get()));
        match self.compare(texts.collect()) {
            (_, None) => Ok(()),
            (_, Some(missing)) => Err(self.refused(missing)),
        }
    }

    /// The new items that were not there before, and the first one that was right and is left out.
    fn compare(&self, mut new: Vec<Option<String>>) -> (Vec<usize>, Option<&Before>) {
        let mut missing = None;
        let mut again = vec![false; new.len()];
        for item in self.items.iter().filter(|item| item.right.is_some()) {
            match new.iter().position(|text| *text == item.right) {
                Some(found) => {
                    new[found] = None;
                    again[found] = true;
                }
                None => missing = missing.or(Some(item)),
            }
        }
        let others = (0..again.len()).filter(|index| !again[*index]);
        (others.collect(), missing)
    }

    fn refused(&self, missing: &Before) -> ParseError {
        let message = format!(
            "{} was right and is left out: give it again as it is, with all the others",
            clamp(&missing.text, QUOTED)
        );
        let refusal = Violation::new(Path::default(), Code::Patch, "", "").with_message(message);
        let mut violations = vec![refusal];
        violations.extend(self.violations.iter().cloned());
        violations.iter_mut().for_each(Violation::forget_span);
        ParseError {
            partial: Some(self.document.clone()),
            ..ParseError::new(violations)
        }
    }

    /// What is told of an item that was kept.
    pub(super) fn fix(index: usize) -> Fix {
        let path = Path::from(vec![Segment::Index(index)]);
        Fix::new(
            path,
            FixKind::Kept,
            0..0,
            "kept what was right in the answer before",
        )
    }
}

fn canonical(text: &str) -> Option<String> {
    Document::read_any(text)?.canonical()
}

/// The items of a list that was read, each with what belongs to it.
pub(super) fn split(read: Item) -> Vec<Item> {
    let (text, fixes, violations) = match read {
        Ok(read) => (Some(read.value), read.fixes, Vec::new()),
        Err(error) => (error.partial, error.fixes, error.violations),
    };
    let items: Vec<&RawValue> = text
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let count = if violations.is_empty() {
        items.len()
    } else {
        items.len().max(1)
    };
    let at = |path: &Path| match path.segments() {
        [Segment::Index(index), rest @ ..] if *index < count => (*index, Path::from(rest.to_vec())),
        _ => (0, path.clone()),
    };
    let part = |index: usize| {
        let fixes = fixes.iter().filter_map(|fix| {
            let (item, rest) = at(fix.path());
            (item == index).then(|| fix.clone().moved(rest))
        });
        let violations = violations.iter().filter_map(|violation| {
            let (item, rest) = at(violation.path());
            (item == index).then(|| violation.clone().at(rest))
        });
        let (fixes, violations): (Vec<_>, Vec<_>) = (fixes.collect(), violations.collect());
        let text = items.get(index).map(|item| item.get().to_owned());
        match text {
            Some(value) if violations.is_empty() => Ok(Parsed {
                fixes,
                ..Parsed::clean(value)
            }),
            partial => Err(ParseError {
                fixes,
                partial,
                ..ParseError::new(violations)
            }),
        }
    };
    (0..count).map(part).collect()
}
