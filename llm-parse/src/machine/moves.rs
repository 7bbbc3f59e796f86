//! What follows an answer, and what follows none.

use std::time::Duration;

use super::{Machine, Phase, Turn};
use crate::attempt::{Attempt, Outcome};
use crate::client::{ClientError, ClientErrorKind, Mode, Reply};
use crate::error::{ErrorKind, Failure};
use crate::feedback::clamp;
use crate::judgement::{Judgement, declined, why_refused};
use crate::memory::Loss;
use crate::read::Parsed;

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

    /// Asks this client in this mode no more.
    pub(super) fn lose_mode(&mut self, is_certain: bool) {
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

/// Whether the provider stopped the model in an answer that is no good for it.
pub(super) fn is_cut_off(attempt: &Attempt) -> bool {
    (attempt.outcome == Outcome::CutOff || attempt.is_part()) && attempt.was_stopped()
}
