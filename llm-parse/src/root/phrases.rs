//! The sentences in which a model gives its answer, as a table; what is none of them gives no answer.
//!
//! # Design
//!
//! No list of words that deny ever ends: `I decline to approve`, `high is ruled out`, `twice 4`. So the table says what
//! may stand round a value, and each word and sign of the value's own clause must be in it: what nobody thought of costs
//! another attempt and is never a wrong value. A sentence of another language is none of these either.
//!
//! A row is a sequence of classes of words; `?` takes one or none of a class, `*` up to three.

use std::sync::LazyLock;

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
#[derive(Clone, Copy)]
pub(super) enum Lead {
    /// Any sentences.
    Any,
    /// `Sure!` and the like.
    Polite,
    /// Whole sentences, where the value is the last line.
    Lines,
}

/// What may stand before the value in its clause, what before that clause, and what follows the value.
const ANSWERS: [(&[&str], Lead, &str); 5] = [
    (&NAMED, Lead::Any, END),
    (&FIRST, Lead::Polite, END),
    (&OWNS, Lead::Any, NOUN),
    (&CHOSEN, Lead::Polite, CHOICE),
    (&LAST, Lead::Lines, END),
];

/// What stands before a clause that is only polite.
const POLITE: &str = "so?";

/// What leads to the answer in its own clause: `So, ..`, `Based on the text, ..`, `Answer: it is ..`.
const LEADS: [&str; 4] = ["", "so ,? so? ,?", "given ,", "the? kind* noun :"];

/// A row as its steps.
pub(super) type Row = Vec<Step>;

/// Words of one class.
pub(super) struct Step {
    pub(super) class: &'static str,
    /// Whether there may be none.
    pub(super) optional: bool,
    pub(super) most: usize,
}

/// How an answer is said: the rows before the value, what may stand before its clause, and the row behind the value.
pub(super) struct Answer {
    pub(super) rows: Vec<Row>,
    pub(super) lead: Lead,
    pub(super) end: Row,
}

/// All that an answer is said with.
pub(super) struct Table {
    pub(super) answers: Vec<Answer>,
    pub(super) leads: Vec<Row>,
    pub(super) polite: Row,
}

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    answers: ANSWERS.iter().map(answer).collect(),
    leads: LEADS.map(row).into(),
    polite: row(POLITE),
});

fn answer((rows, lead, end): &(&[&'static str], Lead, &'static str)) -> Answer {
    Answer {
        rows: rows.iter().map(|text| row(text)).collect(),
        lead: *lead,
        end: row(end),
    }
}

fn row(text: &'static str) -> Row {
    let steps = text.split_whitespace().map(|step| {
        let class = step.trim_end_matches(['?', '*']);
        Step {
            class,
            optional: class.len() < step.len(),
            most: if step.ends_with('*') { 3 } else { 1 },
        }
    });
    steps.collect()
}
