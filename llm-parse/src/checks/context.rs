//! What a check may know of the run.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::attempt::Attempt;
use crate::price::{Allowance, Cost};
use crate::prompt::Prompt;
use crate::time::Instant;

/// What a check may know of the run whose answer it judges, and where it says what it spent.
#[derive(Debug)]
pub struct CheckContext<'r> {
    prompt: &'r Prompt,
    /// When the check began, and how much time it had then.
    limit: Option<(Instant, Duration)>,
    allowance: Allowance,
    asked: Mutex<Vec<Attempt>>,
}

impl<'r> CheckContext<'r> {
    /// The context of a check that you run yourself.
    pub fn new(prompt: &'r Prompt) -> Self {
        CheckContext {
            prompt,
            limit: None,
            allowance: Allowance::default(),
            asked: Mutex::default(),
        }
    }

    pub(crate) fn within(
        prompt: &'r Prompt,
        limit: Option<Duration>,
        allowance: Allowance,
    ) -> Self {
        CheckContext {
            limit: limit.map(|limit| (Instant::now(), limit)),
            allowance,
            ..CheckContext::new(prompt)
        }
    }

    /// What was asked.
    pub fn prompt(&self) -> &Prompt {
        self.prompt
    }

    /// How much time is left before the deadline of the run, where it has one.
    pub fn remaining(&self) -> Option<Duration> {
        let (started, limit) = self.limit?;
        Some(limit.saturating_sub(started.elapsed()))
    }

    /// How many tokens are left of the run's budget, where it has one; what was recorded is taken off.
    pub fn remaining_tokens(&self) -> Option<u64> {
        self.allowance().tokens
    }

    /// How much money is left of the run's budget, where it has one; what was recorded is taken off.
    pub fn remaining_money(&self) -> Option<f64> {
        self.allowance().money.map(Cost::amount)
    }

    /// What may still be spent.
    pub(crate) fn allowance(&self) -> Allowance {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.allowance.clone().less(&asked)
    }

    /// Adds a request that the check made to a model to the run's ledger and usage.
    pub fn record(&self, attempt: Attempt) {
        let asked = self.asked.lock();
        asked.unwrap_or_else(PoisonError::into_inner).push(attempt);
    }

    /// The requests that were recorded.
    pub fn into_recorded(self) -> Vec<Attempt> {
        let asked = self.asked.into_inner();
        asked.unwrap_or_else(PoisonError::into_inner)
    }
}
