//! The queue before a client: who comes first goes first, once there is room.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use super::Limits;
use super::estimate::Estimate;
use super::room::{Room, Spent, Turn};
use crate::client::{ClientError, ClientErrorKind, Usage};
use crate::time::{Instant, within};

pub(super) struct Gate {
    limits: Limits,
    state: Mutex<State>,
}

struct State {
    /// Who waits, and how each is woken.
    queue: BTreeMap<u64, Option<Waker>>,
    came: u64,
    room: Room,
}

impl State {
    fn is_first(&self, number: u64) -> bool {
        let first = self.queue.first_key_value();
        first.is_some_and(|(first, _)| *first == number)
    }
}

impl Gate {
    pub(super) fn new(limits: Limits) -> Gate {
        let state = State {
            queue: BTreeMap::new(),
            came: 0,
            room: Room::new(limits),
        };
        Gate {
            limits,
            state: Mutex::new(state),
        }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Waits until there is room for a request.
    pub(super) async fn enter(&self, cost: Estimate) -> Result<UnderWay<'_>, ClientError> {
        let place = Place::last(self);
        loop {
            match poll_fn(|context| place.poll(context.waker(), cost)).await {
                Turn::Go(spent) => return Ok(UnderWay { gate: self, spent }),
                Turn::Refused(error) => return Err(error),
                // Less long, where tokens come back.
                Turn::Wait(wait) => {
                    within(Some(wait), woken()).await;
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something, after which the first in the queue looks again.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let first = state.queue.first_key_value();
        let first = first.and_then(|(_, waker)| waker.clone());
        // Whatever a waker does, it does it without the lock.
        drop(state);
        if let Some(waker) = first {
            waker.wake();
        }
    }
}

/// Waits until the task is woken.
async fn woken() {
    let mut is_asleep = false;
    poll_fn(|_| {
        if std::mem::replace(&mut is_asleep, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

/// A place in the queue, given up when it is dropped.
struct Place<'g> {
    gate: &'g Gate,
    number: u64,
}

impl<'g> Place<'g> {
    fn last(gate: &'g Gate) -> Place<'g> {
        let mut state = gate.state();
        let number = state.came;
        state.came += 1;
        state.queue.insert(number, None);
        drop(state);
        Place { gate, number }
    }

    /// Ready once it is this one's turn.
    fn poll(&self, waker: &Waker, cost: Estimate) -> Poll<Turn> {
        let mut state = self.gate.state();
        if let Some(own) = state.queue.get_mut(&self.number) {
            *own = Some(waker.clone());
        }
        if !state.is_first(self.number) {
            return Poll::Pending;
        }
        state.room.turn(Instant::now(), cost)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.gate
            .change(|state| drop(state.queue.remove(&self.number)));
    }
}

/// A request under way, which ends when this is dropped.
pub(super) struct UnderWay<'g> {
    gate: &'g Gate,
    spent: Spent,
}

impl UnderWay<'_> {
    /// The usage takes the estimate's place, where it is told.
    pub(super) fn replied(&self, usage: Option<Usage>) {
        if let Some(usage) = usage {
            let mut state = self.gate.state();
            state.room.settle(Instant::now(), self.spent, usage);
        }
    }

    /// Holds the others back, where the server asks for it.
    pub(super) fn failed(&self, error: &ClientError) {
        let may_pass = matches!(
            error.kind(),
            ClientErrorKind::RateLimit | ClientErrorKind::Transient
        );
        if let Some(wait) = error.retry_after().filter(|_| may_pass) {
            self.gate.state().room.pause(Instant::now(), wait);
        }
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.gate.change(|state| state.room.leave());
    }
}
