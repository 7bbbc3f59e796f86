//! The sentences in which a model gives its answer, as a table; what is none of them gives no answer.
//!
//! # Design
//!
//! No list of words that deny ever ends: `I decline to approve`, `high is ruled out`, `twice 4`. So the table says what
//! may stand round a value, and each word and sign of the value's own clause must be in it: what nobody thought of costs
//! another attempt and is never a wrong value. A sentence of another language is none of these either.
//!
//! A row is a sequence of classes of words; `?` takes one or none of a class, `*` up to three.

use std::ops::Range;

use super::classes::{TURNS, phrases};

/// The words that say by the name of what was asked, or of the choice, that the value is the answer.
const NAMED: [&str; 7] = [
    // Final answer: X. Sentiment -> X
    "the? kind* noun noun? about? :",
    // The sentiment of this review is clearly X.
    "the? kind* noun noun? about? is sure* :? the? kind? noun?",
    // I would say X.
    "i would? choose :? the? kind? noun?",
    // I would classify the review as X. I'd give it a 4.
    "i would? sort object as :? the? kind? noun?",
    "i would? sort it the?",
    // It should be classified as: X
    "object is sure* sorted as? :? the? kind? noun?",
    // It falls under X.
    "object belongs the? kind? noun?",
];

/// The words that say so only of what is said first; behind other sentences they may be about something else.
const FIRST: [&str; 4] = [
    // X. Very X!
    "sure*",
    // This is clearly a X.
    "it is sure* the? kind? noun?",
    // The ticket is X. The total cost is X.
    "the kind* thing thing? about? is sure* the? kind? noun?",
    // We should X.
    "i should",
];

/// It expresses a X sentiment.
const OWNS: [&str; 1] = ["object has sure* the?"];

/// X is the correct answer. The label X is the right one.
const CHOSEN: [&str; 2] = ["", "the other"];

/// The last line of a text is X and nothing else.
const LAST: [&str; 1] = [""];

/// What may follow the value in its clause.
const END: &str = "noun? unit? for? here?";
const NOUN: &str = "noun for? here?";
const CHOICE: &str = "is the kind* choice about? here?";

/// What may stand before the clause of the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// Any sentences.
    Any,
    /// `Sure!` and the like.
    Polite,
    /// Whole sentences, where the value is the last line.
    Lines,
}

/// What may stand before the value in its clause, what before that clause, and what follows the value.
const ROWS: [(&[&str], Lead, &str); 5] = [
    (&NAMED, Lead::Any, END),
    (&FIRST, Lead::Polite, END),
    (&OWNS, Lead::Any, NOUN),
    (&CHOSEN, Lead::Polite, CHOICE),
    (&LAST, Lead::Lines, END),
];

/// What leads to the answer in its own clause: `So, ..`, `Based on the text, ..`, `Answer: it is ..`.
const LEADS: [&str; 4] = ["", "so ,? so? ,?", "given ,", "the? kind* noun :"];

/// What ends a clause before the next one.
const STOPS: [&str; 5] = [".", "!", "?", ";", "\n"];

/// The words and signs of a text, and what is known of the value that is looked for.
pub(super) struct Speech<'s> {
    pub(super) parts: Vec<&'s str>,
    /// The words of the type's name, which are those for what was asked.
    pub(super) own: Vec<String>,
    pub(super) number: bool,
}

impl Speech<'_> {
    /// Whether the value at `at` is what the text gives as its answer.
    pub(super) fn answers(&self, at: Range<usize>) -> bool {
        let (mut before, mut after) = (&self.parts[..at.start], &self.parts[at.end..]);
        if let ([outer @ .., "("], [")", rest @ ..]) = (before, after)
            && !self.number
        {
            (before, after) = (outer, rest);
        }
        let stop = before.iter().rposition(is_stop);
        let (lead, clause) = before.split_at(stop.map_or(0, |stop| stop + 1));
        ROWS.iter().any(|(rows, allowed, end)| {
            self.is_led(*allowed, lead, after)
                && rows.iter().any(|row| self.is_said(row, lead, clause))
                && self.ends_with(end, after)
        })
    }

    /// Whether what stands before the clause of the answer may stand there.
    fn is_led(&self, allowed: Lead, lead: &[&str], after: &[&str]) -> bool {
        match allowed {
            Lead::Any => true,
            Lead::Polite => {
                let begins = lead.first().is_none_or(|first| !is_stop(first));
                begins && lead.split(is_stop).all(|said| self.is("so?", said))
            }
            Lead::Lines => matches!(lead, [.., "." | "!", "\n"]) && after.iter().all(is_stop),
        }
    }

    /// Whether the words before the value in its clause are those of a row.
    fn is_said(&self, row: &str, lead: &[&str], clause: &[&str]) -> bool {
        let starts = LEADS.iter().flat_map(|lead| self.reach(lead, clause));
        let mut clauses = starts.map(|start| &clause[start..]);
        clauses.any(|clause| self.is(row, clause))
            // What stands under a heading is what the heading names.
            || (clause.is_empty() && row.ends_with(" :") && self.is_heading(row, lead))
    }

    /// Whether the text ends with a line that is the row but for its colon.
    fn is_heading(&self, row: &str, text: &[&str]) -> bool {
        let [before @ .., "\n"] = text else {
            return false;
        };
        let line = before.rsplit(is_stop).next().unwrap_or_default();
        self.is(row, &[line, &[":"]].concat())
    }

    /// Whether what follows the value in its clause is the row, and what follows that takes nothing back.
    fn ends_with(&self, row: &str, after: &[&str]) -> bool {
        let mut ends = self.reach(row, after).into_iter();
        ends.any(|end| self.ends(&after[end..]))
    }

    /// Whether what follows the value is the end of its clause, or gives a reason.
    fn ends(&self, rest: &[&str]) -> bool {
        let explains = |more: &[&str]| more.len() >= 3 && self.starts("explains", more);
        let reason = |more: &[&str]| more.len() >= 2 && self.starts("because", more);
        match rest {
            [] => true,
            ["." | "!" | "\n", more @ ..] => self.goes_on(more),
            [":" | ";" | "–", more @ ..] => explains(more) || reason(more),
            [",", more @ ..] => reason(more) || (more.len() >= 3 && self.starts("besides", more)),
            ["(", more @ ..] => {
                let close = more.iter().position(|part| *part == ")");
                let (inner, behind) = more.split_at(close.unwrap_or(more.len()));
                let closed = behind
                    .split_first()
                    .is_some_and(|(_, behind)| self.ends(behind));
                closed && (explains(inner) || reason(inner))
            }
            more => reason(more),
        }
    }

    /// Whether nothing follows the sentence of the value, or what explains it.
    fn goes_on(&self, more: &[&str]) -> bool {
        let is_sign = |part: &&str| matches!(*part, "." | "!" | "\n" | "•" | "–");
        let said = more.iter().position(|part| !is_sign(part));
        said.is_none_or(|said| {
            self.starts("explains", &more[said..]) || self.starts("because", &more[said..])
        })
    }

    fn starts(&self, class: &str, parts: &[&str]) -> bool {
        !self.lengths(class, parts).is_empty()
    }

    fn is(&self, row: &str, parts: &[&str]) -> bool {
        self.reach(row, parts).contains(&parts.len())
    }

    /// Where a row that begins with the parts may end in them.
    fn reach(&self, row: &str, parts: &[&str]) -> Vec<usize> {
        let mut ends = vec![0];
        for class in row.split_whitespace() {
            let name = class.trim_end_matches(['?', '*']);
            let most = if class.ends_with('*') { 3 } else { 1 };
            let mut from = std::mem::take(&mut ends);
            if name.len() < class.len() {
                ends.clone_from(&from);
            }
            for _ in 0..most {
                let further = from.iter().flat_map(|at| {
                    let lengths = self.lengths(name, &parts[*at..]);
                    lengths.into_iter().map(move |len| at + len)
                });
                from = further.collect();
                ends.extend_from_slice(&from);
            }
            ends.sort_unstable();
            ends.dedup();
        }
        ends
    }

    /// How many parts from the first one on may be one of a class.
    fn lengths(&self, class: &str, parts: &[&str]) -> Vec<usize> {
        let begins = |class: &str| -> Vec<usize> {
            let said = phrases(class).filter(|phrase| {
                let mut parts = parts.iter();
                phrase.split(' ').all(|word| parts.next() == Some(&word))
            });
            said.map(|phrase| phrase.split(' ').count()).collect()
        };
        let then_free = |class: &str, most: usize| -> Vec<usize> {
            let free = |len: &usize| {
                let free = parts[*len..]
                    .iter()
                    .take(most)
                    .take_while(|part| is_free(part));
                (len + 1..=len + free.count()).collect::<Vec<_>>()
            };
            begins(class).iter().flat_map(free).collect()
        };
        match (class, parts) {
            ("noun", [word, ..]) if self.own.iter().any(|own| own == word) => vec![1],
            ("is", ["was" | "were", ..]) if self.number => vec![1],
            (":", ["–", ..]) if !self.number => vec![1],
            ("other", [word, ..]) if is_free(word) => vec![1],
            ("about", _) => then_free("about", 8),
            ("given", _) => then_free("given", 16),
            ("for", _) => then_free("for", 3),
            ("object", _) => [begins("it"), then_free("the", 3)].concat(),
            _ => begins(class),
        }
    }
}

fn is_stop(part: &&str) -> bool {
    STOPS.contains(part)
}

/// Whether a part may be any word of a description: one that turns what is said round is none.
fn is_free(part: &str) -> bool {
    let turns = || TURNS.split(' ').any(|turn| turn == part) || part.ends_with("n't");
    part.starts_with(char::is_alphanumeric) && !turns()
}
