//! The only clock: a timer that works under every runtime, and on wasm.

use std::future::Future;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use futures_timer::Delay;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use web_time::Instant;

/// The timer adds the wait to the present; a year cannot overflow.
pub(crate) const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

pub(crate) async fn sleep(wait: Duration) {
    Delay::new(wait.min(LONGEST)).await;
}

/// What the future comes to; `None` where the limit passes before.
pub(crate) async fn within<F: Future>(limit: Option<Duration>, future: F) -> Option<F::Output> {
    let Some(limit) = limit else {
        return Some(future.await);
    };
    let (mut future, mut delay) = (pin!(future), pin!(sleep(limit)));
    std::future::poll_fn(|context| {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return Poll::Ready(Some(output));
        }
        delay.as_mut().poll(context).map(|()| None)
    })
    .await
}
