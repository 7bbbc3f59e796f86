//! Which strategy answers which failure.
//!
//! # Design
//!
//! A row of the table lists the strategies for one kind of failure, the cheapest first. The first one is taken that can
//! make a request of what there is, and has not been tried in vain: a strategy whose answer was no better than the best
//! before it is not used again, so the same answer, or the same violations, lead at once to the next.
//!
//! Where a value is wrong in parts, the shorter of two requests is taken: a patch shows the document, the wrong values
//! alone need the outline. Each may fail twice before the whole value is asked for again, since a second short request
//! costs less than the whole; `benches/README.md` has the measured figures.

use crate::attempt::{Attempt, Outcome};
use crate::strategy::Strategy;
use Strategy::{Continue, Focus, JsonStrict, Patch, Reask, Simplified, StrictFormat};

/// From how many bytes of a document on a patch is cheaper than the whole document again.
const PATCH_FROM: usize = 300;

/// From how many bytes on parts of a document are cheaper than the whole document again.
const FOCUS_FROM: usize = 200;

/// The strategies for every failure of an update: whatever its size, a value that is there is not to be written anew.
pub(crate) const UPDATE: &[Strategy] = &[Patch, Focus, Reask, StrictFormat, JsonStrict, Simplified];

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
    /// The first that is of use and fits the size of the document.
    Fitting(&'l [Strategy]),
}

impl<'l> Steps<'l> {
    pub(crate) fn row(self) -> &'l [Strategy] {
        match self {
            Steps::InTurn(row) | Steps::Cheapest(row) | Steps::Fitting(row) => row,
        }
    }
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
            (None, None) => Steps::Fitting(row(outcome)),
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
            &[Patch, Focus, Reask, StrictFormat, JsonStrict, Simplified]
        }
        _ => &[Reask, StrictFormat, JsonStrict, Simplified],
    }
}

/// Whether a strategy is worth its words for a document of so many bytes.
pub(crate) fn fits(strategy: Strategy, bytes: usize) -> bool {
    match strategy {
        Focus => bytes >= FOCUS_FROM,
        Patch => bytes >= PATCH_FROM,
        _ => true,
    }
}

/// Whether a strategy that was tried in vain is still worth more than the whole value again.
///
/// What asks only for parts costs so little that it has two tries, with another strategy between them. Where the model
/// did not answer in the form that was asked for, it will not the next time.
pub(crate) fn deserves_another(strategy: Strategy, tried: &[Strategy], last: &Attempt) -> bool {
    let in_vain = tried.iter().filter(|other| **other == strategy).count();
    let in_form = matches!(
        last.outcome(),
        Outcome::Shape | Outcome::Rule | Outcome::Check
    ) && !last.is_refused_patch();
    matches!(strategy, Patch | Focus) && in_vain < 2 && last.strategy() != Some(strategy) && in_form
}
