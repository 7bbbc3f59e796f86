//! Whether a text gives a value as its answer, by the rows of `phrases`.

use std::ops::Range;

use super::classes::begun_by;
use super::phrases::{Lead, Row, Step, TABLE};

/// What ends a clause before the next one.
const STOPS: [&str; 5] = [".", "!", "?", ";", "\n"];

/// Phrases with free words behind them: the class of what begins so, the class of the whole, and the most free words.
const OPEN: [(&str, &str, usize); 4] = [
    ("about", "about", 8),
    ("given", "given", 16),
    ("for", "for", 3),
    ("the", "object", 3),
];

/// The words and signs of a text, and what each of them may begin.
pub(super) struct Speech<'s> {
    parts: Vec<&'s str>,
    begun: Vec<Vec<Begun>>,
    number: bool,
}

/// The class of words from a part on, and where they may end.
type Begun = (&'static str, Range<usize>);

impl<'s> Speech<'s> {
    /// The speech in which a value is looked for; `own` are the words of its type's name, which are those for what was
    /// asked.
    pub(super) fn new(parts: Vec<&'s str>, own: &[String], number: bool) -> Self {
        let free: Vec<bool> = (0..parts.len()).map(|at| is_free(&parts[at..])).collect();
        let begun = (0..parts.len()).map(|at| {
            let alone = match parts[at] {
                word if own.iter().any(|own| own == word) => Some("noun"),
                "was" | "were" if number => Some("is"),
                "–" if !number => Some(":"),
                _ => None,
            };
            let alone = alone.into_iter().chain(free[at].then_some("other"));
            let alone = alone.map(|class| (class, at + 1..at + 2));
            let mut begun: Vec<Begun> = alone.collect();
            for (class, len) in begun_by(&parts[at..]) {
                push(class, at + len, &free, &mut begun);
            }
            begun
        });
        Speech {
            begun: begun.collect(),
            parts,
            number,
        }
    }

    /// Whether the value at `at` is what the text gives as its answer.
    pub(super) fn answers(&self, at: Range<usize>) -> bool {
        let (mut end, mut after) = (at.start, at.end);
        if let ([.., "("], [")", ..]) = (&self.parts[..end], &self.parts[after..])
            && !self.number
        {
            (end, after) = (end - 1, after + 1);
        }
        let stop = self.parts[..end].iter().rposition(is_stop);
        let clause = stop.map_or(0, |stop| stop + 1)..end;
        let starts = TABLE.leads.iter();
        let starts = starts.flat_map(|lead| self.reach(lead, &[clause.start], end));
        let starts: Vec<usize> = starts.collect();
        let is_said = |row: &Row| {
            self.reach(row, &starts, end).contains(&end)
                // What stands under a heading is what the heading names.
                || (clause.is_empty() && self.is_heading(row, end))
        };
        // `No answer` is none.
        let polar = matches!(self.parts[at], ["yes" | "no"]);
        TABLE.answers.iter().any(|answer| {
            self.is_led(answer.lead, clause.start, after)
                && answer.rows.iter().any(is_said)
                && if polar {
                    self.ends(after)
                } else {
                    self.ends_with(&answer.end, after)
                }
        })
    }

    /// Whether what stands before the clause of the answer may stand there.
    fn is_led(&self, lead: Lead, start: usize, after: usize) -> bool {
        let before = &self.parts[..start];
        match lead {
            Lead::Any => true,
            Lead::Polite => {
                let begins = before.first().is_none_or(|first| !is_stop(first));
                let mut at = 0;
                begins
                    && before.split(is_stop).all(|said| {
                        let from = at;
                        at += said.len() + 1;
                        self.is(&TABLE.polite, from..from + said.len())
                    })
            }
            Lead::Lines => {
                matches!(before, [.., "." | "!", "\n"]) && self.parts[after..].iter().all(is_stop)
            }
        }
    }

    /// Whether the text up to `end` ends with a line that is the row but for its colon.
    fn is_heading(&self, row: &[Step], end: usize) -> bool {
        let (
            Some((
                Step {
                    class: ":",
                    optional: false,
                    ..
                },
                row,
            )),
            [before @ .., "\n"],
        ) = (row.split_last(), &self.parts[..end])
        else {
            return false;
        };
        let stop = before.iter().rposition(is_stop);
        self.is(row, stop.map_or(0, |stop| stop + 1)..before.len())
    }

    /// Whether what follows the value in its clause is the row, and what follows that takes nothing back.
    fn ends_with(&self, row: &Row, after: usize) -> bool {
        let ends = self.reach(row, &[after], self.parts.len());
        ends.into_iter().any(|end| self.ends(end))
    }

    /// Whether what follows the value is the end of its clause, or gives a reason.
    fn ends(&self, at: usize) -> bool {
        let all = self.parts.len();
        match &self.parts[at..] {
            [] => true,
            ["." | "!" | "\n", ..] => self.goes_on(at + 1),
            [":" | ";" | "–", ..] => self.explains(at + 1..all) || self.is_reason(at + 1..all),
            [",", more @ ..] => {
                let besides = more.len() >= 3 && self.begins("besides", at + 1..all);
                self.is_reason(at + 1..all) || besides
            }
            ["(", more @ ..] => {
                let Some(close) = more.iter().position(|part| *part == ")") else {
                    return false;
                };
                let (inner, close) = (at + 1..at + 1 + close, at + 1 + close);
                self.ends(close + 1) && (self.explains(inner.clone()) || self.is_reason(inner))
            }
            _ => self.is_reason(at..all),
        }
    }

    fn explains(&self, at: Range<usize>) -> bool {
        at.len() >= 3 && self.begins("explains", at)
    }

    fn is_reason(&self, at: Range<usize>) -> bool {
        at.len() >= 2 && self.begins("because", at)
    }

    /// Whether nothing follows the sentence of the value, or what explains it.
    fn goes_on(&self, at: usize) -> bool {
        let is_sign = |part: &&str| matches!(*part, "." | "!" | "\n" | "•" | "–");
        let more = &self.parts[at..];
        more.iter()
            .position(|part| !is_sign(part))
            .is_none_or(|said| {
                let more = at + said..self.parts.len();
                self.begins("explains", more.clone()) || self.begins("because", more)
            })
    }

    fn begins(&self, class: &str, at: Range<usize>) -> bool {
        self.ends_of(class, at.start, at.end).next().is_some()
    }

    fn is(&self, row: &[Step], at: Range<usize>) -> bool {
        self.reach(row, &[at.start], at.end).contains(&at.end)
    }

    /// Where, up to `end`, a row that begins at one of some places may end.
    fn reach(&self, row: &[Step], starts: &[usize], end: usize) -> Vec<usize> {
        let mut ends = starts.to_vec();
        for step in row {
            let mut from = std::mem::take(&mut ends);
            if step.optional {
                ends.clone_from(&from);
            }
            for _ in 0..step.most {
                let further = from
                    .iter()
                    .flat_map(|at| self.ends_of(step.class, *at, end));
                from = further.collect();
                ends.extend_from_slice(&from);
            }
            ends.sort_unstable();
            ends.dedup();
        }
        ends
    }

    /// Where, up to `end`, words of a class may end that begin at `at`.
    fn ends_of(&self, class: &str, at: usize, end: usize) -> impl Iterator<Item = usize> {
        let begun = self.begun.get(at).into_iter().flatten();
        let begun = begun.filter(move |(begun, _)| *begun == class);
        begun.flat_map(move |(_, ends)| ends.start..ends.end.min(end + 1))
    }
}

/// Adds what a phrase that ends at `end` is, alone and with the free words behind it.
fn push(class: &'static str, end: usize, free: &[bool], begun: &mut Vec<Begun>) {
    let open = OPEN.iter().find(|(begins, ..)| *begins == class);
    if let Some((_, whole, most)) = open {
        let words = free[end..].iter().take(*most).take_while(|free| **free);
        begun.push((whole, end + 1..end + 1 + words.count()));
    }
    if open.is_none_or(|(_, whole, _)| *whole != class) {
        begun.push((class, end..end + 1));
    }
    if class == "it" {
        begun.push(("object", end..end + 1));
    }
}

fn is_stop(part: &&str) -> bool {
    STOPS.contains(part)
}

/// Whether the first of the parts may be any word of a description: one that turns what is said round is none.
fn is_free(parts: &[&str]) -> bool {
    let turns = || parts[0].ends_with("n't") || begun_by(parts).any(|(class, _)| class == "turn");
    parts[0].starts_with(char::is_alphanumeric) && !turns()
}
