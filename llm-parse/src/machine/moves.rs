//! What follows an answer, and what follows none.

use std::time::Duration;

use super::{Machine, Phase, Turn};
use crate::LlmExtract;
use crate::attempt::{Attempt, Outcome};
use crate::client::{ClientError, ClientErrorKind, Reply};
use crate::error::{ErrorKind, Failure};
use crate::feedback::clamp;
use crate::read::Parsed;
use crate::verdict::{is_cut, refusal};

/// How the session moves.
impl Machine {
    pub(super) fn replied<T: LlmExtract>(
        &mut self,
        reply: Reply,
        elapsed: Duration,
    ) -> Option<Parsed<T>> {
        let (attempt, value) = self.judge(reply, elapsed);
        self.state.turn.faults = 0;
        self.state.turn.answers += 1;
        self.state.ledger.push(attempt);
        if value.is_some() {
            self.state.phase = Phase::Done;
        } else {
            self.refused_answer();
        }
        value
    }

    /// Decides what follows an answer that holds no value.
    pub(super) fn refused_answer(&mut self) {
        let Some(last) = self.last() else { return };
        let outcome = last.outcome;
        let reply = last.reply.as_ref();
        let cut = outcome == Outcome::CutOff && reply.is_some_and(|reply| is_cut(&reply.finish));
        self.state.turn.cuts += u32::from(cut);
        match outcome {
            Outcome::TypeFault => self.fail(ErrorKind::TypeFault, ""),
            Outcome::Refused => {
                let detail = self
                    .last_reply()
                    .and_then(refusal)
                    .unwrap_or_default()
                    .to_owned();
                self.give_up(ErrorKind::Refused, &detail);
            }
            // The same limit cuts the same answer again: one shorter answer is asked for, no more.
            _ if self.state.turn.cuts > 1 => {
                self.give_up(
                    ErrorKind::CutOff,
                    "a shorter answer was cut off too; raise `max_tokens`",
                );
            }
            _ if self.state.turn.answers >= self.policy.max_attempts => {
                self.give_up(ErrorKind::of(outcome), "");
            }
            _ => self.climb(),
        }
    }

    /// Chooses the strategy of the next request.
    pub(super) fn climb(&mut self) {
        let Some(last) = self.last() else { return };
        let next = match last.strategy {
            Some(_) => self.state.turn.rung + 1,
            None => 0,
        };
        self.state.turn.rung = self.policy.rung(next, last, self.repeats() > 0);
    }

    /// Decides what follows a request that brought no reply.
    pub(super) fn failed(&mut self, error: ClientError, elapsed: Duration) {
        let kind = error.kind();
        self.state.ledger.push(Attempt {
            reply: None,
            outcome: Outcome::NoReply(kind),
            violations: Vec::new(),
            fixes: Vec::new(),
            strategy: self.strategy(),
            error: Some(error.to_string()),
            elapsed,
            client: self.peer().name.clone(),
        });
        let (detail, retry_after) = (error.to_string(), error.retry_after());
        self.source = Some(error);
        match kind {
            _ if self.remaining().is_some_and(|left| left.is_zero()) => {
                self.fail(ErrorKind::Deadline, "");
            }
            ClientErrorKind::Unsupported if self.state.turn.mode + 1 < self.modes().len() => {
                self.state.turn.mode += 1;
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
            self.give_up(ErrorKind::Deadline, "");
        } else {
            self.state.phase = Phase::Wait(wait);
        }
    }

    /// Turns to the next client, or ends.
    pub(super) fn give_up(&mut self, kind: ErrorKind, detail: &str) {
        let client = self.state.turn.client + 1;
        if client >= self.state.clients.len() {
            return self.fail(kind, detail);
        }
        self.state.turn = Turn {
            client,
            since: self.state.ledger.len(),
            ..Turn::default()
        };
    }

    pub(super) fn fail(&mut self, kind: ErrorKind, detail: &str) {
        let line: Vec<_> = detail.split_whitespace().collect();
        let detail = clamp(&line.join(" "), 300);
        self.state.phase = Phase::Failed(Failure { kind, detail });
    }
}
