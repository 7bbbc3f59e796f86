//! What a run tells while it goes on.

use std::time::Duration;

use crate::attempt::{Attempt, Outcome};
use crate::client::{Mode, Request};
use crate::error::Error;
use crate::strategy::Strategy;

/// A step of a run, as [`Extractor::on_event`](crate::Extractor::on_event) tells of it.
///
/// Requests, attempts and errors hold what was asked and answered: what may not be seen must be left out by who writes it
/// down. A [`Report`](crate::Report) holds neither.
///
/// # Examples
///
/// ```
/// use std::sync::Mutex;
/// use llm_parse::{Event, Extractor, blocking, testing::Script};
///
/// let steps = Mutex::new(Vec::new());
/// let client = Script::new(["none", "[1, 2]"]);
/// let extractor = Extractor::new(client).on_event(|event| {
///     let step = match event {
///         Event::Request { .. } => "request",
///         Event::Attempt(_) => "attempt",
///         Event::Done(_) => "done",
///         _ => "other",
///     };
///     steps.lock().unwrap().push(step);
/// });
/// blocking::run::<Vec<u8>>(&extractor, "count")?;
/// drop(extractor);
/// assert_eq!(
///     steps.into_inner().unwrap(),
///     ["request", "attempt", "request", "attempt", "done"]
/// );
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A request is sent.
    #[non_exhaustive]
    Request {
        /// The name of the client.
        client: &'e str,
        /// The request.
        request: &'e Request,
        /// What made it; `None` for a client's first.
        strategy: Option<Strategy>,
    },
    /// A request came to this.
    Attempt(&'e Attempt),
    /// A mode is left, which the client does not understand.
    #[non_exhaustive]
    ModeLost {
        /// The name of the client.
        client: &'e str,
        /// The mode.
        mode: Mode,
    },
    /// The run waits before the request is sent again.
    #[non_exhaustive]
    Wait {
        /// The name of the client.
        client: &'e str,
        /// How long.
        wait: Duration,
    },
    /// The run turns to another client.
    #[non_exhaustive]
    Fallback {
        /// The name of the client that was given up.
        from: &'e str,
        /// The name of the client that is asked now.
        to: &'e str,
        /// What the last attempt came to.
        after: Outcome,
    },
    /// The run ends with a value, after these attempts.
    Done(&'e [Attempt]),
    /// The run ends without one.
    Failed(&'e Error),
}
