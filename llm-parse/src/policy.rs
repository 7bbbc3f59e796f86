//! What an extraction may do and spend, and which strategy comes next.

use std::time::Duration;

use crate::attempt::{Attempt, Outcome};
use crate::backoff::Backoff;
use crate::client::{Mode, Parameters};
use crate::read::{Leniency, Reader};
use crate::strategy::Strategy;

/// What an extraction may do and spend. [`Extractor`](crate::Extractor) has the same settings.
#[derive(Clone, Debug)]
#[must_use]
pub struct Policy {
    pub(crate) max_attempts: u32,
    pub(crate) ladder: Vec<Strategy>,
    pub(crate) mode: Mode,
    pub(crate) backoff: Backoff,
    pub(crate) deadline: Option<Duration>,
    pub(crate) token_budget: Option<u64>,
    pub(crate) reader: Reader,
    pub(crate) system: Option<String>,
    pub(crate) parameters: Parameters,
}

impl Default for Policy {
    fn default() -> Self {
        Policy::new()
    }
}

impl Policy {
    /// The defaults: 4 attempts with the ladder `Reask`, `StrictFormat`, `StrictFormat`; no deadline and no budget.
    pub fn new() -> Self {
        Policy {
            max_attempts: 4,
            ladder: vec![
                Strategy::Reask,
                Strategy::StrictFormat,
                Strategy::StrictFormat,
            ],
            mode: Mode::Auto,
            backoff: Backoff::new(),
            deadline: None,
            token_budget: None,
            reader: Reader::new(),
            system: None,
            parameters: Parameters::default(),
        }
    }

    /// Sets how many answers each client may give, from 1. Requests that failed on their way do not count.
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts;
        self
    }

    /// Sets the ladder: the strategy of the second attempt, of the third, and so on; the last one is repeated.
    pub fn strategies(mut self, ladder: impl IntoIterator<Item = Strategy>) -> Self {
        self.ladder = ladder.into_iter().collect();
        self
    }

    /// Sets how the model is made to answer with a value.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// Sets how transport faults are retried.
    pub fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// Bounds the time from the first request to the value, waits included.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Bounds the tokens of all attempts together. A reply that goes over it is still read; nothing is sent after it.
    pub fn token_budget(mut self, tokens: u64) -> Self {
        self.token_budget = Some(tokens);
        self
    }

    /// Sets how far reading goes to make sense of a reply.
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.reader = self.reader.leniency(leniency);
        self
    }

    /// Replaces the settings of the reader.
    pub fn reader(mut self, reader: Reader) -> Self {
        self.reader = reader;
        self
    }

    /// Sets instructions of your own, sent before those that ask for the value.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.system = Some(text.into());
        self
    }

    /// Replaces the parameters of every request.
    pub fn parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = parameters;
        self
    }

    /// What is wrong with the settings.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        if self.max_attempts == 0 {
            return Some("`max_attempts` is 0; set it to at least 1");
        }
        if self.max_attempts > 1 && self.ladder.is_empty() {
            return Some("the list of strategies is empty; name one, or set `max_attempts` to 1");
        }
        if self.token_budget == Some(0) {
            return Some("`token_budget` is 0; set it to what an answer may cost, or leave it out");
        }
        if self.backoff.tries == 0 {
            return Some("the backoff has 0 tries; set them to at least 1");
        }
        None
    }

    /// The rung of the ladder that answers the last failed attempt, from the given one up.
    ///
    /// A conversation that shows the failed answer is of no use where there is none to show, or only the head of one,
    /// and where the model gave the same answer again in spite of it.
    pub(crate) fn rung(&self, from: usize, last: &Attempt, repeated: bool) -> usize {
        let useless = |strategy: &Strategy| {
            *strategy == Strategy::Reask
                && (matches!(last.outcome(), Outcome::CutOff | Outcome::Empty)
                    || (repeated && last.strategy() == Some(Strategy::Reask)))
        };
        let from = from.min(self.ladder.len().saturating_sub(1));
        self.ladder[from..]
            .iter()
            .position(|strategy| !useless(strategy))
            .map_or(from, |skipped| from + skipped)
    }
}
