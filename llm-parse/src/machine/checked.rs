//! What follows the checks of a value that was accepted.

use std::time::Duration;

use super::{Machine, Phase};
use crate::attempt::{Attempt, Outcome};
use crate::checks::{compact, placed};
use crate::error::{Error, ErrorKind, Source};
use crate::violation::{Violation, Violations};

/// How the session takes back what it had accepted.
impl Machine {
    /// The violations for which this value was refused before.
    pub(crate) fn refused_before(&self, text: &str) -> Option<Violations> {
        let text = compact(text);
        let [earlier @ .., _] = self.state.ledger.as_slice() else {
            return None;
        };
        let given = self.state.given.iter();
        let same = given.chain(earlier).find(|attempt| {
            attempt.outcome == Outcome::Check && attempt.document.as_ref() == Some(&text)
        })?;
        Violations::check(same.violations.clone()).err()
    }

    /// Adds to the accepted attempt what checks cost, and to the run the time that they took.
    pub(crate) fn spent_on_checks(&mut self, mut asked: Vec<Attempt>, elapsed: Duration) {
        for attempt in &mut asked {
            let cost = attempt.cost;
            attempt.cost = cost.or_else(|| self.policy.prices.cost_of(attempt));
        }
        self.state.elapsed = self.state.elapsed.saturating_add(elapsed);
        if let Some(attempt) = self.accepted_mut() {
            attempt.checks.extend(asked);
        }
    }

    /// Takes back an answer, whose text is given, for what a check finds wrong in it.
    pub(crate) fn reject(&mut self, violations: &[Violation], text: &str) {
        self.take_back(Outcome::of(violations), text, |attempt| {
            attempt.violations = match attempt.document.as_deref() {
                Some(document) => placed(violations, document),
                None => violations.to_vec(),
            };
        });
        self.refused_answer();
    }

    /// Ends the run, since a check failed, or took too long where there is no error.
    pub(crate) fn give_up_check(&mut self, source: Option<Source>, text: &str) {
        let detail = source
            .as_ref()
            .map_or("a check took too long".to_owned(), ToString::to_string);
        self.take_back(Outcome::Aborted, text, |attempt| {
            attempt.error = Some(detail);
        });
        let is_of_budget = |source: &Source| {
            let error = source.downcast_ref::<Error>();
            error.is_some_and(|error| error.kind() == ErrorKind::Budget)
        };
        let Some(source) = source else {
            return self.fail(ErrorKind::Deadline, "");
        };
        match self.spent().filter(|_| is_of_budget(&source)) {
            Some(spent) => self.fail(ErrorKind::Budget, &spent),
            None => self.abort(source),
        }
    }

    fn take_back(&mut self, outcome: Outcome, text: &str, change: impl FnOnce(&mut Attempt)) {
        let is_text = self.facts.is_text();
        if let Some(attempt) = self.accepted_mut() {
            attempt.outcome = outcome;
            attempt.document = (!is_text).then(|| compact(text));
            change(attempt);
        }
        self.state.phase = Phase::Send;
        self.plan = None;
    }

    fn accepted_mut(&mut self) -> Option<&mut Attempt> {
        if self.state.phase != Phase::Done {
            return None;
        }
        self.state.ledger.last_mut().or(self.state.given.as_mut())
    }

    /// Ends the run, since the answer cannot be judged.
    pub(super) fn abort(&mut self, source: Source) {
        self.fail(ErrorKind::Aborted, &source.to_string());
        self.source = Some(source);
    }
}
