//! Which strategy answers which failure.
//!
//! # Design
//!
//! A row of the table lists the strategies for one kind of failure, the cheapest first. The first one is taken that can
//! make a request of what there is, and has not been tried in vain: a strategy whose answer was no better than the best
//! before it is not used again, so the same answer, or the same violations, lead at once to the next.

use crate::attempt::Outcome;
use crate::strategy::Strategy;
use Strategy::{Continue, Focus, JsonStrict, Reask, Simplified, StrictFormat};

/// The strategies for each kind of failure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ladder {
    /// One list for all failures: for the second attempt, the third, and so on.
    list: Option<Vec<Strategy>>,
    /// The rows that the user set.
    rows: Vec<(Outcome, Vec<Strategy>)>,
}

/// The strategies for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steps<'l> {
    /// One after the other, whatever came of them; the last one again and again.
    InTurn(&'l [Strategy]),
    /// The first that is of use.
    Cheapest(&'l [Strategy]),
}

impl Ladder {
    pub(crate) fn set_list(&mut self, list: Vec<Strategy>) {
        self.list = Some(list);
    }

    pub(crate) fn set_row(&mut self, outcome: Outcome, row: Vec<Strategy>) {
        self.rows.retain(|(other, _)| *other != outcome);
        self.rows.push((outcome, row));
    }

    /// All strategies that are named by the user.
    pub(crate) fn named(&self) -> impl Iterator<Item = Strategy> + '_ {
        let rows = self.rows.iter().flat_map(|(_, row)| row);
        self.list.iter().flatten().chain(rows).copied()
    }

    /// Whether a list was set that names nothing.
    pub(crate) fn is_empty(&self) -> bool {
        let lists = self.rows.iter().map(|(_, row)| row).chain(&self.list);
        lists.into_iter().any(Vec::is_empty)
    }

    pub(crate) fn steps(&self, outcome: Outcome) -> Steps<'_> {
        let own = self.rows.iter().find(|(other, _)| *other == outcome);
        match (own, &self.list) {
            (Some((_, row)), _) => Steps::Cheapest(row),
            (None, Some(list)) => Steps::InTurn(list),
            (None, None) => Steps::Cheapest(row(outcome)),
        }
    }
}

/// The default table.
fn row(outcome: Outcome) -> &'static [Strategy] {
    match outcome {
        // What is complete is kept, where anything is.
        Outcome::CutOff => &[Continue, StrictFormat, JsonStrict, Simplified],
        // Nothing to show the model.
        Outcome::Empty => &[StrictFormat, JsonStrict, Simplified],
        Outcome::Shape | Outcome::Rule | Outcome::Check => {
            &[Focus, Reask, StrictFormat, JsonStrict, Simplified]
        }
        _ => &[Reask, StrictFormat, JsonStrict, Simplified],
    }
}
