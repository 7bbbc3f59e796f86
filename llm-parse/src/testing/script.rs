//! A model that says what it is told to.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::client::{BoxFuture, Capabilities, Client, ClientError, Mode, Reply, Request};

/// A client that plays a list of replies and keeps every request.
pub struct Script {
    name: String,
    capabilities: Capabilities,
    length: usize,
    played: Mutex<Played>,
}

struct Played {
    replies: VecDeque<Scripted>,
    requests: Vec<Request>,
}

/// One reply of a [`Script`]: a text, a [`Reply`], a [`ClientError`], or a `Result` of these two.
#[derive(Debug)]
pub struct Scripted(Result<Reply, ClientError>);

impl Script {
    /// A script of these replies, in their order.
    pub fn new(replies: impl IntoIterator<Item = impl Into<Scripted>>) -> Self {
        let replies: VecDeque<_> = replies.into_iter().map(Into::into).collect();
        Script {
            name: "script".to_owned(),
            capabilities: Capabilities::default(),
            length: replies.len(),
            played: Mutex::new(Played {
                replies,
                requests: Vec::new(),
            }),
        }
    }

    /// Sets the modes that the script understands, best first; by default only [`Mode::Prompt`].
    #[must_use]
    pub fn modes(mut self, modes: impl IntoIterator<Item = Mode>) -> Self {
        self.capabilities = Capabilities::modes(modes);
        self
    }

    /// Sets all that the script can do.
    #[must_use]
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Sets the name for the ledger.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// All requests so far, in their order.
    pub fn requests(&self) -> Vec<Request> {
        self.played().requests.clone()
    }

    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self, request: &Request) -> Result<Reply, ClientError> {
        let mut played = self.played();
        played.requests.push(request.clone());
        match played.replies.pop_front() {
            Some(reply) => reply.0,
            None => Err(self.used_up(played.requests.len())),
        }
    }

    fn used_up(&self, number: usize) -> ClientError {
        let length = self.length;
        ClientError::permanent(format!(
            "the script has no reply {number}: it holds {length}"
        ))
    }
}

impl Client for Script {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(async move { self.play(request) })
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities.clone()
    }

    fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script")
            .field("name", &self.name)
            .field("length", &self.length)
            .field("requests", &self.played().requests.len())
            .finish_non_exhaustive()
    }
}

impl From<&str> for Scripted {
    fn from(text: &str) -> Self {
        Scripted(Ok(text.into()))
    }
}

impl From<String> for Scripted {
    fn from(text: String) -> Self {
        Scripted(Ok(text.into()))
    }
}

impl From<Reply> for Scripted {
    fn from(reply: Reply) -> Self {
        Scripted(Ok(reply))
    }
}

impl From<ClientError> for Scripted {
    fn from(error: ClientError) -> Self {
        Scripted(Err(error))
    }
}

impl From<Result<Reply, ClientError>> for Scripted {
    fn from(result: Result<Reply, ClientError>) -> Self {
        Scripted(result)
    }
}
