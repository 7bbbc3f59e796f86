//! How long to wait after a transport fault.

use std::time::Duration;

use crate::random;

/// How often and after what wait a request is sent again that did not reach the model.
///
/// The waits are random between nothing and a ceiling that doubles with each failure (full jitter). A wait that the
/// server asks for is kept as it is. Asking the model again for a better answer never waits.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use llm_parse::Backoff;
///
/// let patient = Backoff::new().tries(8).cap(Duration::from_secs(120));
/// # let _ = patient;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Backoff {
    pub(crate) base: Duration,
    pub(crate) cap: Duration,
    pub(crate) tries: u32,
}

impl Default for Backoff {
    fn default() -> Self {
        Backoff::new()
    }
}

impl Backoff {
    /// The defaults: 4 tries, a first ceiling of 0.5 s, and no wait above 60 s.
    pub const fn new() -> Self {
        Backoff {
            base: Duration::from_millis(500),
            cap: Duration::from_secs(60),
            tries: 4,
        }
    }

    /// Never sends a request again that failed on its way.
    pub const fn none() -> Self {
        Backoff::new().tries(1)
    }

    /// Sets the ceiling of the first wait.
    pub const fn base(mut self, base: Duration) -> Self {
        self.base = base;
        self
    }

    /// Sets the longest wait. A server that asks for more is given up at once.
    pub const fn cap(mut self, cap: Duration) -> Self {
        self.cap = cap;
        self
    }

    /// Sets how many times in a row one request is sent, the first time included.
    pub const fn tries(mut self, tries: u32) -> Self {
        self.tries = tries;
        self
    }

    /// The wait after the given number of failures in a row, drawn with the seed; never zero.
    pub(crate) fn wait(&self, failures: u32, seed: &mut u64) -> Duration {
        let doubled = 2u32.saturating_pow(failures.saturating_sub(1));
        let ceiling = self.base.saturating_mul(doubled).min(self.cap);
        let nanos = u64::try_from(ceiling.as_nanos()).unwrap_or(u64::MAX).max(1);
        Duration::from_nanos(random::next(seed) % nanos + 1)
    }
}
