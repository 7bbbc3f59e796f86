//! What was spent in the last minute.

use std::collections::VecDeque;
use std::time::Duration;

use crate::time::Instant;

/// A second more than a minute: the server counts a request when it comes, and one may come sooner than another.
pub(super) const MINUTE: Duration = Duration::from_secs(61);

/// What was spent in the last minute, and comes back when that is over. It holds one entry for each request of a minute.
#[derive(Default)]
pub(super) struct Window {
    spent: VecDeque<(Instant, u64)>,
    sum: u64,
    /// How many entries are gone: the number of the first one that is there.
    gone: u64,
}

impl Window {
    /// When there is room for an amount; `None` if that is now. More than the limit has room where nothing else is.
    pub(super) fn room_at(&mut self, now: Instant, limit: u64, amount: u64) -> Option<Instant> {
        self.forget(now);
        let mut over = self
            .sum
            .saturating_add(amount.min(limit))
            .saturating_sub(limit);
        if over == 0 {
            return None;
        }
        for (at, spent) in &self.spent {
            over = over.saturating_sub(*spent);
            if over == 0 {
                return Some(*at + MINUTE);
            }
        }
        None
    }

    fn forget(&mut self, now: Instant) {
        while let Some((at, amount)) = self.spent.front().copied()
            && at + MINUTE <= now
        {
            self.spent.pop_front();
            self.sum -= amount;
            self.gone += 1;
        }
    }

    /// Spends an amount; the number of the entry.
    pub(super) fn spend(&mut self, now: Instant, amount: u64) -> u64 {
        // The sum of what is there cannot overflow.
        let amount = amount.min(u32::MAX.into());
        self.spent.push_back((now, amount));
        self.sum += amount;
        self.gone + self.spent.len() as u64 - 1
    }

    /// Corrects the amount of an entry: what is too much of it comes back at once, what it had too little is spent now.
    pub(super) fn settle(&mut self, now: Instant, entry: u64, estimate: u64, amount: u64) {
        if let Some(more) = amount.checked_sub(estimate).filter(|more| *more > 0) {
            self.spend(now, more);
            return;
        }
        let index = entry
            .checked_sub(self.gone)
            .and_then(|index| usize::try_from(index).ok());
        if let Some((_, spent)) = index.and_then(|index| self.spent.get_mut(index)) {
            let less = (estimate - amount).min(*spent);
            *spent -= less;
            self.sum -= less;
        }
    }
}
