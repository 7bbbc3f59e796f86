//! What follows an answer, and what follows none.

use std::time::Duration;

use super::{Machine, Phase, Turn};
use crate::attempt::{Attempt, Outcome};
use crate::client::{ClientError, ClientErrorKind, Mode, Reply};
use crate::error::{ErrorKind, Failure};
use crate::feedback::clamp;
use crate::judgement::{Judgement, declined, why_refused};
use crate::ladder::{self, Steps, UPDATE};
use crate::memory::Loss;
use crate::plan::Plan;
use crate::read::Parsed;
use crate::strategy::Strategy;

/// So many repetitions of an answer end a ladder that has nothing new to try.
const SAME: usize = 7;

/// How the session moves.
impl Machine {
    pub(super) fn replied<T>(
        &mut self,
        reply: Reply,
        mut judgement: Judgement<T>,
        elapsed: Duration,
    ) -> Option<Parsed<T>> {
        let abort = judgement.abort.take();
        let (attempt, value) = self.judged(reply, judgement, elapsed);
        self.state.turn.faults = 0;
        self.state.turn.answers += 1;
        self.state.ledger.push(attempt);
        self.plan = None;
        match (abort, &value) {
            (Some(source), _) => self.abort(source),
            (None, Some(_)) => self.state.phase = Phase::Done,
            (None, None) => self.refused_answer(),
        }
        value
    }

    /// Decides what follows an answer that holds no value.
    pub(super) fn refused_answer(&mut self) {
        let Some(last) = self.last() else { return };
        let outcome = last.outcome;
        self.state.turn.cuts += u32::from(is_cut_off(last));
        match outcome {
            Outcome::TypeFault => self.fail(ErrorKind::TypeFault, ""),
            Outcome::NoJson if self.is_declined() => self.end_declined(),
            Outcome::Refused => {
                let detail = self.last_reply().map_or("", why_refused).to_owned();
                self.give_up(ErrorKind::Refused, &detail);
            }
            _ if self.state.turn.answers >= self.max_attempts() => {
                self.give_up(ErrorKind::of(outcome), "");
            }
            _ => self.climb(),
        }
    }

    /// Whether the model refused in plain words, and did so before, or will not be asked again: one more request may help,
    /// further ones will not.
    fn is_declined(&self) -> bool {
        let mut answers = self.answers();
        let is_refusal = |attempt: &Attempt| {
            let reply = attempt.reply.as_ref();
            attempt.outcome == Outcome::NoJson && reply.and_then(declined).is_some()
        };
        let last = answers.next().is_some_and(is_refusal);
        let is_end = self.state.turn.answers >= self.max_attempts();
        last && (is_end || answers.next().is_some_and(is_refusal))
    }

    /// Takes the last answer for a refusal.
    fn end_declined(&mut self) {
        let text = self.last_reply().and_then(declined);
        let detail = text.unwrap_or_default().to_owned();
        if let Some(last) = self.state.ledger.last_mut() {
            last.outcome = Outcome::Refused;
        }
        self.give_up(ErrorKind::Refused, &detail);
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

    /// Asks this client in this mode no more.
    fn lose_mode(&mut self, is_certain: bool) {
        let mode = self.mode();
        let client = self.state.turn.client;
        self.lose_modes(client, [mode]);
        self.losses.push(Loss {
            client,
            mode,
            is_certain,
        });
    }

    /// Decides what follows a request that brought no reply.
    pub(super) fn failed(&mut self, error: ClientError, elapsed: Duration) {
        let kind = error.kind();
        let mut attempt = Attempt {
            outcome: Outcome::NoReply(kind),
            error: Some(error.to_string()),
            elapsed,
            ..self.blank()
        };
        if matches!(
            kind,
            ClientErrorKind::Transient | ClientErrorKind::RateLimit
        ) {
            attempt.number = self.state.turn.faults.saturating_add(1);
            attempt.total = self.policy.backoff.tries;
        }
        self.state.ledger.push(attempt);
        let (detail, retry_after) = (error.to_string(), error.retry_after());
        self.source = Some(error.into());
        match kind {
            _ if self.remaining().is_some_and(|left| left.is_zero()) => {
                self.fail(ErrorKind::Deadline, "");
            }
            ClientErrorKind::Unsupported if self.mode() != Mode::Prompt => {
                self.lose_mode(true);
                self.plan = None;
            }
            ClientErrorKind::Transient => self.back_off(ErrorKind::Client, &detail, retry_after),
            ClientErrorKind::RateLimit => self.back_off(ErrorKind::RateLimit, &detail, retry_after),
            _ => self.give_up(ErrorKind::Client, &detail),
        }
    }

    /// Waits before the same request is sent again, unless that is of no use.
    pub(super) fn back_off(
        &mut self,
        kind: ErrorKind,
        detail: &str,
        retry_after: Option<Duration>,
    ) {
        let backoff = self.policy.backoff;
        self.state.turn.faults += 1;
        let faults = self.state.turn.faults;
        let wait = retry_after
            .filter(|wait| !wait.is_zero())
            .unwrap_or_else(|| backoff.wait(faults, &mut self.state.seed));
        if faults >= backoff.tries || wait > backoff.cap {
            self.give_up(kind, detail);
        } else if self.remaining().is_some_and(|left| wait >= left) {
            self.give_up(ErrorKind::Deadline, detail);
        } else {
            self.state.phase = Phase::Wait(wait);
        }
    }

    /// Turns to the next client, or ends.
    pub(super) fn give_up(&mut self, kind: ErrorKind, detail: &str) {
        let Some(client) = self.fallback() else {
            return self.fail(kind, detail);
        };
        self.state.turn = Turn {
            client,
            since: self.state.ledger.len(),
            ..Turn::default()
        };
        self.plan = None;
    }

    /// The next client that is asked after what the last attempt came to.
    fn fallback(&self) -> Option<usize> {
        let last = self.state.ledger.last().or(self.state.given.as_ref())?;
        let mut rest = self.state.turn.client + 1..self.state.clients.len();
        rest.find(|client| {
            let settings = self.policy.settings(*client);
            settings.is_none_or(|settings| settings.is_asked_after(last.outcome))
                && self.not_taken(*client).is_none()
        })
    }

    fn max_attempts(&self) -> u32 {
        self.policy.max_attempts_of(self.state.turn.client)
    }

    pub(super) fn fail(&mut self, kind: ErrorKind, detail: &str) {
        let line: Vec<_> = detail.split_whitespace().collect();
        let detail = clamp(&line.join(" "), 300);
        self.state.phase = Phase::Failed(Failure { kind, detail });
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

/// Whether the provider stopped the model in an answer that is no good for it.
fn is_cut_off(attempt: &Attempt) -> bool {
    (attempt.outcome == Outcome::CutOff || attempt.is_part()) && attempt.was_stopped()
}

/// The strategies that cost more than they save on a document of this size.
fn unfit(row: &[Strategy], last: &Attempt) -> impl Iterator<Item = Strategy> {
    let bytes = last.document.as_ref().map_or(0, String::len);
    row.iter()
        .copied()
        .filter(move |strategy| !ladder::fits(*strategy, bytes))
}
