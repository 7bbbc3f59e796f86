//! Which strategy comes next.

use super::Machine;
use super::moves::is_cut_off;
use crate::attempt::{Attempt, Outcome};
use crate::client::Mode;
use crate::error::ErrorKind;
use crate::ladder::{self, Steps, UPDATE};
use crate::plan::Plan;
use crate::strategy::Strategy;

/// So many repetitions of an answer end a ladder that has nothing new to try.
const SAME: usize = 7;

impl Machine {
    /// Chooses the strategy of the next request.
    pub(super) fn climb(&mut self) {
        self.leave_ignored_mode();
        let Some((strategy, plan)) = self.choose() else {
            let outcome = self.last().map_or(Outcome::Empty, Attempt::outcome);
            return self.give_up(ErrorKind::of(outcome), "");
        };
        // The same limit cuts the same answer again: one shorter answer is asked for, no more. What goes on with an
        // answer that is growing is another matter.
        let goes_on = || strategy == Strategy::Continue && self.has_grown();
        if self.is_cut_again() && !goes_on() {
            let detail = "a shorter answer was cut off too; raise `max_tokens`";
            return self.give_up(ErrorKind::CutOff, detail);
        }
        self.state.turn.strategy = Some(strategy);
        self.state.turn.rung += 1;
        self.plan = Some(plan);
    }

    /// The next strategy and its request; `None` where the ladder ends.
    fn choose(&self) -> Option<(Strategy, Plan)> {
        let last = self.last()?;
        let situation = self.situation(last);
        let plan = |strategy: Strategy| {
            let plan = strategy.plan(&situation, &self.policy.registry)?;
            Some((strategy, self.guarded(plan)))
        };
        let useful = |strategy: &&Strategy| !strategy.is_useless(last, situation.repeats);
        let steps = self.steps(last);
        let passed = self.passed_over(steps, last);
        let row = steps.row();
        let end = row.iter().position(|step| *step == Strategy::GracefulFail);
        if let Some(end) = end {
            // Nothing comes after the end, not even the steps before it once more.
            let open = row[..end].iter().filter(|step| !passed.contains(step));
            return open.copied().find_map(plan);
        }
        let fresh = row
            .iter()
            .filter(|step| !passed.contains(step))
            .filter(useful)
            .copied();
        let parts = fresh.clone().take_while(|step| {
            matches!(steps, Steps::Fitting(_)) && matches!(step, Strategy::Patch | Strategy::Focus)
        });
        // Of those that ask for parts, where they come first, the one with the shortest request.
        let with_schema = matches!(self.mode(), Mode::JsonSchema | Mode::Tool);
        let shortest = parts
            .filter_map(plan)
            .min_by_key(|(_, plan)| plan.bytes(with_schema));
        if let Some(next) = shortest.or_else(|| fresh.clone().find_map(plan)) {
            return Some(next);
        }
        // The same answer to all that can be asked: there is nothing to be had by asking once more.
        if !matches!(steps, Steps::InTurn(_)) && situation.repeats >= SAME {
            return None;
        }
        let again = row.iter().rev().filter(useful).copied().find_map(plan);
        again
            .or_else(|| row.iter().copied().find_map(plan))
            .or_else(|| plan(Strategy::StrictFormat))
    }

    /// The strategies for a failure; those of an update where a value is changed, unless the user named some.
    fn steps(&self, last: &Attempt) -> Steps<'_> {
        match self.policy.ladder.steps(last.outcome) {
            Steps::Fitting(_) if self.updated().is_some() => Steps::Cheapest(UPDATE),
            Steps::InTurn(all) => {
                let from = (self.state.turn.rung as usize).min(all.len().saturating_sub(1));
                Steps::InTurn(&all[from..])
            }
            steps => steps,
        }
    }

    /// The strategies that are passed over as long as there is another.
    fn passed_over(&self, steps: Steps<'_>, last: &Attempt) -> Vec<Strategy> {
        match steps {
            Steps::InTurn(_) => Vec::new(),
            Steps::Cheapest(_) => self.tried_in_vain(),
            Steps::Fitting(row) => {
                let tried = self.tried_in_vain();
                let given_up = |step: &Strategy| !ladder::deserves_another(*step, &tried, last);
                let unfit = unfit(row, last).filter(|_| !self.is_scarce(last));
                tried
                    .iter()
                    .copied()
                    .filter(given_up)
                    .chain(unfit)
                    .collect()
            }
        }
    }

    /// The strategies of this client whose answers were no better than the best before them. A patch that was refused
    /// may be asked for once more, now that the model can be told why.
    fn tried_in_vain(&self) -> Vec<Strategy> {
        let mut best = None;
        let mut tried = Vec::new();
        let mut refused = false;
        let answers: Vec<_> = self.answers().collect();
        for attempt in answers.into_iter().rev() {
            let distance = attempt.distance();
            let better = best.as_ref().is_none_or(|best| distance < *best);
            let is_patch = attempt.strategy == Some(Strategy::Patch) && attempt.is_refused_patch();
            let first = is_patch && !refused;
            refused |= is_patch;
            match attempt.strategy {
                Some(strategy) if !better && !first => tried.push(strategy),
                _ => {}
            }
            if better {
                best = Some(distance);
            }
        }
        tried
    }

    /// Turns to the next mode where the model answered twice as if it had never seen this one.
    fn leave_ignored_mode(&mut self) {
        let mode = self.mode();
        let ignored = self
            .answers()
            .take(2)
            .filter(|attempt| attempt.mode == mode && is_prose(attempt));
        if mode != Mode::Prompt && ignored.count() == 2 {
            self.lose_mode(false);
        }
    }

    /// Whether the last answer was to be a shorter one, and is cut off as that before it was.
    fn is_cut_again(&self) -> bool {
        let mode = self.mode();
        let mut answers = self.answers().filter(|attempt| attempt.mode == mode);
        let last = answers.next();
        let before = answers
            .next()
            .is_some_and(|before| before.outcome == Outcome::CutOff && before.was_stopped());
        before && last.is_some_and(|last| is_cut_off(last) && !last.is_part())
    }

    /// Whether the last answer brought the value nearer to its end than any before it.
    fn has_grown(&self) -> bool {
        let mut answers = self.answers().map(Attempt::distance);
        let last = answers.next();
        last.is_some_and(|last| answers.all(|before| last < before))
    }
}

/// Whether an answer has neither a call nor the beginning of a value.
fn is_prose(attempt: &Attempt) -> bool {
    let Some(reply) = &attempt.reply else {
        return false;
    };
    let text = &reply.content;
    let is_cut = attempt.outcome == Outcome::CutOff && !text.contains(['{', '[']);
    reply.tool_calls.is_empty() && (attempt.outcome == Outcome::NoJson || is_cut)
}

/// The strategies that cost more than they save on a document of this size.
fn unfit(row: &[Strategy], last: &Attempt) -> impl Iterator<Item = Strategy> {
    let bytes = last.document.as_ref().map_or(0, String::len);
    row.iter()
        .copied()
        .filter(move |strategy| !ladder::fits(*strategy, bytes))
}
