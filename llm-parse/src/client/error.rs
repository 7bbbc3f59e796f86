//! Why no reply came.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Why no reply came.
#[derive(Debug)]
pub struct ClientError {
    kind: ClientErrorKind,
    message: String,
    status: Option<u16>,
    retry_after: Option<Duration>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The kind of a [`ClientError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ClientErrorKind {
    /// The connection failed, or was reset, or timed out, or the server was overloaded: the same request may succeed.
    Transient,
    /// Too many requests; see [`ClientError::retry_after`].
    RateLimit,
    /// The key is missing, wrong, or not allowed to do this.
    Auth,
    /// The server cannot do what was asked for (the mode, the schema); another mode may work.
    Unsupported,
    /// The request was refused as it is, or the reply was no reply; the same request will fail again.
    Permanent,
}

impl ClientError {
    /// An error of this kind.
    pub fn new(kind: ClientErrorKind, message: impl Into<String>) -> Self {
        ClientError {
            kind,
            message: message.into(),
            status: None,
            retry_after: None,
            source: None,
        }
    }

    /// A failure after which the same request may succeed.
    pub fn transient(message: impl Into<String>) -> Self {
        ClientError::new(ClientErrorKind::Transient, message)
    }

    /// A failure after which the same request will fail again.
    pub fn permanent(message: impl Into<String>) -> Self {
        ClientError::new(ClientErrorKind::Permanent, message)
    }

    /// Too many requests.
    pub fn rate_limit(retry_after: Option<Duration>) -> Self {
        ClientError {
            retry_after,
            ..ClientError::new(ClientErrorKind::RateLimit, "too many requests")
        }
    }

    /// Adds the HTTP status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Adds how long the server asks to wait.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Adds the error underneath.
    #[must_use]
    pub fn with_source(
        mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The kind.
    pub fn kind(&self) -> ClientErrorKind {
        self.kind
    }

    /// What happened, without the status.
    #[cfg(feature = "testing")]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The HTTP status, where there was one.
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// How long the server asks to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(status) = self.status {
            write!(f, " (status {status})")?;
        }
        match self.retry_after {
            Some(wait) => write!(f, "; the server asks to wait {wait:?}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ClientError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source
            .as_deref()
            .map(|source| source as &(dyn std::error::Error + 'static))
    }
}
