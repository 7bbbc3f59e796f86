//! What sends a request to a model, and what comes back.
//!
//! Implement [`Client`] for a client of your own, or make one of a closure with [`client_fn`].
//!
//! ```
//! use llm_parse::{Reply, client_fn};
//!
//! let client = client_fn(|request| async move {
//!     assert!(request.messages()[0].text().contains("JSON"));
//!     Ok(Reply::text(r#"{"name": "Ada"}"#))
//! });
//! # let _ = client;
//! ```

mod capabilities;
mod error;
mod reply;
mod request;
mod usage;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

pub use capabilities::{Capabilities, Media, Mode};
pub use error::{ClientError, ClientErrorKind};
pub use reply::{Finish, Reply, ToolCall};
pub use request::{Parameters, Request, RequestParts, Tool, ToolChoice};
pub use usage::Usage;

/// A boxed future that can be sent between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends one request to a model.
///
/// ```
/// use llm_parse::{BoxFuture, Capabilities, Client, ClientError, Mode, Reply, Request};
///
/// /// Answers whatever it is asked with the text it holds.
/// struct Canned(String);
///
/// impl Client for Canned {
///     fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
///         Box::pin(async move {
///             if request.messages().is_empty() {
///                 return Err(ClientError::permanent("there is nothing to answer"));
///             }
///             Ok(Reply::text(&*self.0))
///         })
///     }
///
///     fn capabilities(&self) -> Capabilities {
///         Capabilities::modes([Mode::JsonObject])
///     }
/// }
///
/// let extractor = llm_parse::Extractor::new(Canned("[1, 2]".into()));
/// let extraction = llm_parse::blocking::run::<Vec<u8>>(&extractor, "count")?;
/// assert_eq!(extraction.value, [1, 2]);
/// # Ok::<(), llm_parse::Error>(())
/// ```
pub trait Client: Send + Sync {
    /// Sends the request and waits for the whole reply.
    ///
    /// # Errors
    ///
    /// A [`ClientError`] says by its kind whether the same request may succeed later.
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>>;

    /// What the model behind this client can do.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// The provider, as traces name it (`gen_ai.provider.name`): `openai`, `anthropic`, `gcp.gemini` ..
    fn provider(&self) -> Option<&str> {
        None
    }

    /// What is wrong with the settings of the client itself. A run does not begin where there is something
    /// ([`ErrorKind::Settings`](crate::ErrorKind::Settings)).
    fn fault(&self) -> Option<String> {
        None
    }

    /// A name for the ledger, such as the model's.
    #[expect(
        clippy::unnecessary_literal_bound,
        reason = "implementations borrow from themselves"
    )]
    fn name(&self) -> &str {
        "client"
    }
}

macro_rules! forward_client {
    ($($ty:ty)*) => {$(
        impl<C: Client + ?Sized> Client for $ty {
            fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
                (**self).complete(request)
            }

            fn capabilities(&self) -> Capabilities {
                (**self).capabilities()
            }

            fn provider(&self) -> Option<&str> {
                (**self).provider()
            }

            fn fault(&self) -> Option<String> {
                (**self).fault()
            }

            fn name(&self) -> &str {
                (**self).name()
            }
        }
    )*};
}
forward_client!(&C Box<C> Arc<C>);

/// Makes a client of an async closure. Its requests are made in [`Mode::Prompt`].
pub fn client_fn<F, Fut>(complete: F) -> impl Client
where
    F: Fn(Request) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Reply, ClientError>> + Send + 'static,
{
    ClientFn(complete)
}

struct ClientFn<F>(F);

impl<F, Fut> Client for ClientFn<F>
where
    F: Fn(Request) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Reply, ClientError>> + Send + 'static,
{
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(self.0(request.clone()))
    }
}
