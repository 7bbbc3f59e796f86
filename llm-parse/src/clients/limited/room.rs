//! Whether there is room for one more request, at a time that is given.

use std::task::Poll;
use std::time::Duration;

use super::Limits;
use super::estimate::Estimate;
use super::window::Window;
use crate::client::{ClientError, ClientErrorKind, Usage};
use crate::time::{Instant, LONGEST};

/// The tokens of a reply, before there was any.
const REPLY: u64 = 500;

pub(super) struct Room {
    limits: Limits,
    in_flight: usize,
    requests: Window,
    tokens: Window,
    /// The tokens of a reply: the mean of the last few.
    reply: u64,
    pause: Option<Pause>,
}

/// How long the server asks to be left alone.
#[derive(Clone, Copy)]
struct Pause {
    end: Instant,
    /// When it is asked again, at the latest.
    probe: Instant,
}

/// What the first in the queue is to do; it stays where a request has to end before.
#[derive(Debug)]
pub(super) enum Turn {
    Go(Spent),
    Wait(Duration),
    Refused(ClientError),
}

/// What a request is taken to cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    entry: u64,
    tokens: u64,
}

impl Room {
    pub(super) fn new(limits: Limits) -> Room {
        Room {
            limits,
            in_flight: 0,
            requests: Window::default(),
            tokens: Window::default(),
            reply: REPLY,
            pause: None,
        }
    }

    pub(super) fn turn(&mut self, now: Instant, cost: Estimate) -> Poll<Turn> {
        if let Some(turn) = self.paused(now) {
            return Poll::Ready(turn);
        }
        let limits = self.limits;
        if limits.in_flight.is_some_and(|most| self.in_flight >= most) {
            return Poll::Pending;
        }
        let tokens = cost.prompt.saturating_add(cost.most.unwrap_or(self.reply));
        let of_requests = limits
            .requests
            .and_then(|limit| self.requests.room_at(now, limit, 1));
        let of_tokens = limits
            .tokens
            .and_then(|limit| self.tokens.room_at(now, limit, tokens));
        Poll::Ready(match of_requests.max(of_tokens) {
            Some(at) => Turn::Wait(at - now),
            None => Turn::Go(self.enter(now, tokens)),
        })
    }

    fn paused(&self, now: Instant) -> Option<Turn> {
        let pause = self.pause.filter(|pause| now < pause.probe)?;
        let left = pause.end - now;
        if pause.probe == pause.end {
            return Some(Turn::Wait(left));
        }
        let message = "not sent, since the server asked for a pause before";
        let error = ClientError::new(ClientErrorKind::RateLimit, message);
        Some(Turn::Refused(error.with_retry_after(left)))
    }

    fn enter(&mut self, now: Instant, tokens: u64) -> Spent {
        self.in_flight += 1;
        if self.limits.requests.is_some() {
            self.requests.spend(now, 1);
        }
        let entry = self.limits.tokens.map(|_| self.tokens.spend(now, tokens));
        Spent {
            entry: entry.unwrap_or_default(),
            tokens,
        }
    }

    pub(super) fn leave(&mut self) {
        self.in_flight -= 1;
    }

    pub(super) fn settle(&mut self, now: Instant, spent: Spent, usage: Usage) {
        if self.limits.tokens.is_some() {
            self.tokens
                .settle(now, spent.entry, spent.tokens, usage.total_tokens());
            self.reply = self.reply - self.reply / 8 + usage.completion_tokens / 8;
        }
    }

    /// Holds all requests back for so long.
    pub(super) fn pause(&mut self, now: Instant, wait: Duration) {
        let end = now + wait.min(LONGEST);
        let probe = end.min(now + self.limits.longest_pause.min(LONGEST));
        let is_longer = |old: Pause| old.end >= end && now < old.probe;
        if !self.pause.is_some_and(is_longer) {
            self.pause = Some(Pause { end, probe });
        }
    }
}
