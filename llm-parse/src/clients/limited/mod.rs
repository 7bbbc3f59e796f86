//! A client that is not asked more than its provider allows.

mod estimate;
mod gate;
mod room;
mod window;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::estimate::estimate;
use self::gate::Gate;
use crate::client::{BoxFuture, Capabilities, Client, ClientError, Reply, Request};

/// A client that keeps within limits: requests at once, and requests and tokens a minute.
///
/// Who comes first is served first. A request that is dropped, while it waits or under way, makes room at once. Waiting
/// counts against the deadline of the run, not against the time-out of the client inside. Clones, and all that refer to one
/// `Limited`, keep within the limits together; so do the clients of [`share`](Limited::share).
///
/// # What is counted
///
/// In no minute more is sent than the limits say; a client that was idle may send it all at once. What a request will cost is
/// estimated: its texts and schemas, `max_tokens` or else what replies had so far, and a flat amount for images and
/// documents. The usage in the reply then takes the estimate's place. A request that is larger than a whole minute's tokens
/// waits until the minute is empty, and goes alone.
///
/// # When the server asks to wait
///
/// An error with a wait in it (`Retry-After` of a 429 or a 503) holds back all other requests until then, also where no
/// limit is set. If that takes longer than [`longest_pause`](Limited::longest_pause), they do not wait but fail at once as the
/// one before them did, so that a run turns to its fallback or ends; each `longest_pause` the server is asked again.
///
/// # Examples
///
/// ```
/// use llm_parse::clients::Limited;
/// use llm_parse::testing::Script;
/// use llm_parse::{Extractor, blocking};
///
/// let model = Script::new(["[1, 2]", "[3]"]);
/// let limited = Limited::new(&model)
///     .in_flight(8)
///     .requests_per_minute(500)
///     .tokens_per_minute(200_000);
///
/// // As many extractors as you like, in as many tasks.
/// let extractor = Extractor::new(&limited);
/// let other = Extractor::new(limited.clone()).max_attempts(2);
/// assert_eq!(blocking::run::<Vec<u8>>(&extractor, "count")?.value, [1, 2]);
/// assert_eq!(blocking::run::<Vec<u8>>(&other, "count on")?.value, [3]);
/// # Ok::<(), llm_parse::Error>(())
/// ```
///
/// # Design
///
/// The limits of other crates were weighed: a semaphore (async-lock, 5 crates), a rate (governor, 36 crates), layers of tower
/// (17 crates, tokio among them). None serves in order what waits for a place, a rate and a pause at once, and none takes back
/// what was estimated too high.
#[derive(Clone)]
#[must_use]
pub struct Limited<C> {
    client: C,
    gate: Arc<Gate>,
}

/// What may be asked.
#[derive(Clone, Copy, Debug)]
struct Limits {
    in_flight: Option<usize>,
    requests: Option<u64>,
    tokens: Option<u64>,
    longest_pause: Duration,
}

impl Limits {
    /// What is wrong with them, and the way out.
    fn fault(&self) -> Option<&'static str> {
        let zeros = [
            (
                self.in_flight == Some(0),
                "`in_flight` is 0; set it to at least 1, or leave it out",
            ),
            (
                self.requests == Some(0),
                "`requests_per_minute` is 0; set it to at least 1, or leave it out",
            ),
            (
                self.tokens == Some(0),
                "`tokens_per_minute` is 0; set it to at least 1, or leave it out",
            ),
        ];
        let (_, fault) = zeros.into_iter().find(|(is_zero, _)| *is_zero)?;
        Some(fault)
    }
}

impl<C> Limited<C> {
    /// The client without any limit yet; it is held back only where the server asks for it.
    pub fn new(client: C) -> Self {
        let limits = Limits {
            in_flight: None,
            requests: None,
            tokens: None,
            longest_pause: Duration::from_secs(60),
        };
        Limited {
            client,
            gate: Arc::new(Gate::new(limits)),
        }
    }

    /// Sets how many requests may be under way at once. As every setting, it makes this `Limited` count on its own from
    /// here on: clones that were made before keep what they had.
    pub fn in_flight(self, requests: usize) -> Self {
        self.with(|limits| limits.in_flight = Some(requests))
    }

    /// Sets how many requests may be sent in a minute.
    pub fn requests_per_minute(self, requests: u32) -> Self {
        self.with(|limits| limits.requests = Some(requests.into()))
    }

    /// Sets how many tokens may be spent in a minute, of prompts and replies together.
    pub fn tokens_per_minute(self, tokens: u64) -> Self {
        self.with(|limits| limits.tokens = Some(tokens))
    }

    /// Sets the longest wait of the server's that is waited for here; a minute by default.
    pub fn longest_pause(self, pause: Duration) -> Self {
        self.with(|limits| limits.longest_pause = pause)
    }

    fn with(self, set: impl FnOnce(&mut Limits)) -> Self {
        let mut limits = *self.gate.limits();
        set(&mut limits);
        Limited {
            client: self.client,
            gate: Arc::new(Gate::new(limits)),
        }
    }

    /// Another client that keeps within the same limits together with this one: another model on the same key.
    ///
    /// Do not share limits with a client that keeps within them already, such as a clone of this one: each of its requests
    /// would take two places, and with [`in_flight(1)`](Limited::in_flight) wait for itself until it is dropped.
    pub fn share<D>(&self, client: D) -> Limited<D> {
        Limited {
            client,
            gate: Arc::clone(&self.gate),
        }
    }
}

impl<C: Client> Limited<C> {
    async fn ask(&self, request: &Request) -> Result<Reply, ClientError> {
        if let Some(fault) = self.fault() {
            return Err(ClientError::permanent(fault));
        }
        let counts_tokens = self.gate.limits().tokens.is_some();
        let cost = counts_tokens.then(|| estimate(request));
        let under_way = self.gate.enter(cost.unwrap_or_default()).await?;
        let result = self.client.complete(request).await;
        match &result {
            Ok(reply) => under_way.replied(reply.usage),
            Err(error) => under_way.failed(error),
        }
        result
    }
}

impl<C: Client> Client for Limited<C> {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(self.ask(request))
    }

    fn capabilities(&self) -> Capabilities {
        self.client.capabilities()
    }

    fn provider(&self) -> Option<&str> {
        self.client.provider()
    }

    fn name(&self) -> &str {
        self.client.name()
    }

    fn fault(&self) -> Option<String> {
        let own = self.gate.limits().fault().map(str::to_owned);
        own.or_else(|| self.client.fault())
    }
}

impl<C: Client> fmt::Debug for Limited<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limited")
            .field("client", &self.client.name())
            .field("limits", self.gate.limits())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
