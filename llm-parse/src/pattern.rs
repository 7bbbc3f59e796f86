//! Regular expressions, which are mostly a row of characters of given classes: `^[A-Z]{2}-\d{4,}$`.
//!
//! # Design
//!
//! Such a row is matched from left to right, without an automaton and without building one. That is exact where no
//! character that one step took could have been taken by the next: a step whose length is open shares no character with
//! those that may come right after it.

mod portable;

use regex::Regex;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look};

pub(crate) use portable::portable;

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Matcher(Form);

#[derive(Clone, Debug)]
enum Form {
    Row(Row),
    Any(Regex),
}

impl Matcher {
    /// Compiles an expression of the `regex` crate's syntax.
    pub(crate) fn new(source: &str) -> Option<Matcher> {
        let hir = regex_syntax::parse(source).ok()?;
        let form = match Row::of(&hir) {
            Some(row) => Form::Row(row),
            None => Form::Any(Regex::new(source).ok()?),
        };
        Some(Matcher(form))
    }

    /// Whether the expression matches somewhere in the text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        match &self.0 {
            Form::Row(row) => row.is_match(text),
            Form::Any(regex) => regex.is_match(text),
        }
    }
}

/// Characters of given classes, from the beginning of the text on.
#[derive(Clone, Debug)]
struct Row {
    steps: Vec<Step>,
    /// Whether the text ends there.
    to_end: bool,
}

/// So many characters of a class.
#[derive(Clone, Debug)]
struct Step {
    class: ClassUnicode,
    /// Which ASCII characters the class has.
    ascii: [bool; 128],
    min: u32,
    max: u32,
}

impl Row {
    fn of(hir: &Hir) -> Option<Row> {
        let HirKind::Concat(parts) = hir.kind() else {
            return None;
        };
        let (first, mut parts) = parts.split_first()?;
        if *first.kind() != HirKind::Look(Look::Start) {
            return None;
        }
        let end = parts.split_last();
        let end = end.filter(|(last, _)| *last.kind() == HirKind::Look(Look::End));
        if let Some((_, before)) = end {
            parts = before;
        }
        let mut steps = Vec::new();
        for part in parts {
            push(part, &mut steps)?;
        }
        is_exact(&steps).then_some(Row {
            steps,
            to_end: end.is_some(),
        })
    }

    fn is_match(&self, text: &str) -> bool {
        let mut at = 0;
        for step in &self.steps {
            let mut count = 0;
            while count < step.max
                && let Some(end) = step.take(text, at)
            {
                at = end;
                count += 1;
            }
            if count < step.min {
                return false;
            }
        }
        !self.to_end || at == text.len()
    }
}

/// Adds the steps of a part; `None` where it is something else.
fn push(part: &Hir, steps: &mut Vec<Step>) -> Option<()> {
    match part.kind() {
        HirKind::Literal(literal) => {
            let text = str::from_utf8(&literal.0).ok()?;
            steps.extend(text.chars().map(|c| Step::new(only(c), 1, 1)));
        }
        HirKind::Class(Class::Unicode(class)) => steps.push(Step::new(class.clone(), 1, 1)),
        HirKind::Repetition(repeated) => {
            let class = match repeated.sub.kind() {
                HirKind::Class(Class::Unicode(class)) => class.clone(),
                HirKind::Literal(literal) => {
                    let mut chars = str::from_utf8(&literal.0).ok()?.chars();
                    chars
                        .next()
                        .filter(|_| chars.as_str().is_empty())
                        .map(only)?
                }
                _ => return None,
            };
            let max = repeated.max.unwrap_or(u32::MAX);
            steps.push(Step::new(class, repeated.min, max));
        }
        HirKind::Capture(capture) => match capture.sub.kind() {
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| push(part, steps))?,
            _ => push(&capture.sub, steps)?,
        },
        _ => return None,
    }
    Some(())
}

fn only(c: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(c, c)])
}

/// Whether no step can take what a later one needs.
fn is_exact(steps: &[Step]) -> bool {
    steps.iter().enumerate().all(|(index, step)| {
        let mut apart = true;
        if step.min != step.max {
            for next in &steps[index + 1..] {
                let mut both = step.class.clone();
                both.intersect(&next.class);
                apart &= both.ranges().is_empty();
                if next.min > 0 {
                    break;
                }
            }
        }
        apart
    })
}

impl Step {
    fn new(class: ClassUnicode, min: u32, max: u32) -> Step {
        let mut step = Step {
            class,
            ascii: [false; 128],
            min,
            max,
        };
        for c in '\0'..='\x7f' {
            step.ascii[c as usize] = step.ranges_hold(c);
        }
        step
    }

    /// Where the character at `at` ends, where there is one and the class has it.
    #[inline]
    fn take(&self, text: &str, at: usize) -> Option<usize> {
        let byte = *text.as_bytes().get(at)?;
        match self.ascii.get(usize::from(byte)) {
            Some(held) => held.then_some(at + 1),
            None => self.take_wide(text, at),
        }
    }

    fn take_wide(&self, text: &str, at: usize) -> Option<usize> {
        let c = text.get(at..)?.chars().next()?;
        self.ranges_hold(c).then_some(at + c.len_utf8())
    }

    fn ranges_hold(&self, c: char) -> bool {
        let ranges = self.class.ranges();
        let after = ranges.partition_point(|range| range.end() < c);
        ranges.get(after).is_some_and(|range| range.start() <= c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&str; 14] = [
        "^[A-Z]{2}-[0-9]{4,}$",
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        "^[a-z0-9]+(-x)$",
        "^a?b*c+$",
        "^a?ba",
        "^$",
        "^x{2,3}",
        "^[^0-9a]{1,2}1?$",
        "^é{2}[à-ü]*z$",
        "^aa?$",
        "^.{2,4}$",
        "^(?i)ab-[0-9]?$",
        "^a{0}b$",
        "^[a-c]{3}$",
    ];

    /// What is no row, or where a step may have to give back.
    const OTHERS: [&str; 8] = [
        "a+b",
        "^a*a$",
        "^a*b?a$",
        "^(ab)+$",
        "^a|b$",
        "^(a|bc)$",
        "^a+\\b-$",
        "^[ab]{1,2}b$",
    ];

    fn row(source: &str) -> Option<Row> {
        Row::of(&regex_syntax::parse(source).ok()?)
    }

    /// All texts of up to five of a few characters.
    fn texts() -> Vec<String> {
        let mut texts = vec![String::new()];
        let mut from = 0;
        for _ in 0..5 {
            let to = texts.len();
            for at in from..to {
                for c in ['a', 'b', 'A', '-', '1', 'é', 'x'] {
                    texts.push(format!("{}{c}", texts[at]));
                }
            }
            from = to;
        }
        texts.extend(
            [
                "AB-1234",
                "AB-12345",
                "AB-123",
                "2026-11-30",
                "éézz",
                "abc-x",
                "\n\n",
            ]
            .map(String::from),
        );
        texts
    }

    #[test]
    fn a_row_matches_what_the_expression_matches() {
        let texts = texts();
        for source in ROWS {
            let (Some(row), Ok(regex)) = (row(source), Regex::new(source)) else {
                assert!(source == "^$", "{source} is no row");
                continue;
            };
            for text in &texts {
                assert_eq!(
                    row.is_match(text),
                    regex.is_match(text),
                    "{source} on {text:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_row_is_left_to_the_automaton() {
        for source in OTHERS {
            assert!(row(source).is_none(), "{source}");
            assert!(Matcher::new(source).is_some(), "{source}");
        }
    }
}
