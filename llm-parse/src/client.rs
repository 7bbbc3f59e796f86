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

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::prompt::Message;

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

/// How a model is made to answer with a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Mode {
    /// The best that the client can do.
    #[default]
    Auto,
    /// The schema is sent as the response format.
    JsonSchema,
    /// The schema is sent as the parameters of a tool that the model must call; the variants of an enum are tools of their
    /// own, see [`Tool`](struct@Tool).
    Tool,
    /// The response format is any JSON object; the outline stands in the prompt.
    JsonObject,
    /// Nothing but the prompt.
    Prompt,
}

/// What a client can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Capabilities {
    /// The modes that the client understands, best first. [`Mode::Prompt`] always works.
    pub modes: Vec<Mode>,
    /// Whether the schema must be within `OpenAI`'s strict subset.
    pub strict_schema: bool,
}

impl Default for Capabilities {
    fn default() -> Self {
        Capabilities {
            modes: vec![Mode::Prompt],
            strict_schema: false,
        }
    }
}

impl Capabilities {
    /// A client that understands these modes, best first.
    pub fn modes(modes: impl IntoIterator<Item = Mode>) -> Self {
        Capabilities {
            modes: modes.into_iter().collect(),
            strict_schema: false,
        }
    }

    /// Says that the schema must be within `OpenAI`'s strict subset.
    #[must_use]
    pub fn strict_schema(mut self) -> Self {
        self.strict_schema = true;
        self
    }
}

/// One request. Cloning it is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct Request(Arc<RequestParts>);

/// What a [`Request`] is made of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RequestParts {
    /// The conversation, the system message first.
    pub messages: Vec<Message>,
    /// How the model is made to answer; never [`Mode::Auto`].
    pub mode: Mode,
    /// The name of the type, legal as a schema's or a tool's name (`[A-Za-z0-9_-]{1,64}`).
    pub name: String,
    /// What the type means.
    pub description: Option<String>,
    /// The schema to send, already lowered for the client.
    pub schema: Arc<Value>,
    /// Whether the schema is within the strict subset and is to be enforced by the provider.
    pub strict: bool,
    /// In [`Mode::Tool`] the tools that the model may call: one of the name, description and schema above, or, for an
    /// enum, one for each variant.
    pub tools: Vec<Tool>,
    /// Whether the model has to call one.
    pub tool_choice: ToolChoice,
    /// Whether several calls in one reply are of use.
    pub parallel_tool_calls: bool,
    /// Sampling and whatever else the provider takes.
    pub parameters: Parameters,
}

impl Request {
    /// A request of these parts.
    pub fn new(parts: RequestParts) -> Self {
        Request(Arc::new(parts))
    }
}

impl RequestParts {
    /// Parts with the given messages, in [`Mode::Prompt`] and with no schema.
    pub fn new(messages: Vec<Message>) -> Self {
        RequestParts {
            messages,
            mode: Mode::Prompt,
            name: "value".to_owned(),
            description: None,
            schema: Arc::new(Value::Bool(true)),
            strict: false,
            tools: Vec::new(),
            tool_choice: ToolChoice::Required,
            parallel_tool_calls: false,
            parameters: Parameters::default(),
        }
    }
}

impl Request {
    /// The conversation, the system message first.
    pub fn messages(&self) -> &[Message] {
        &self.0.messages
    }
}

impl std::ops::Deref for Request {
    type Target = RequestParts;

    fn deref(&self) -> &RequestParts {
        &self.0
    }
}

/// A tool that the model may call.
///
/// An enum is a choice of tools: each variant is offered with a name, a description and a schema of its own, and a call
/// is read by that schema. A list of an enum takes several calls, which models make in one reply. An enum that only names
/// things is one tool.
///
/// Where a call of a list is wrong, the model is asked for all calls anew, and the list is what the new reply says: a
/// call that was right before and is left out then is no item, as one that was never made.
///
/// ```
/// use llm_parse::testing::Script;
/// use llm_parse::{Extractor, LlmExtract, Mode, Reply, ToolCall, blocking};
///
/// #[derive(Debug, PartialEq, serde::Deserialize, LlmExtract)]
/// #[serde(rename_all = "snake_case")]
/// enum Action {
///     /// Looks something up.
///     Search { query: String },
///     /// Tells the user.
///     Say(String),
/// }
///
/// let calls = [
///     ToolCall::new("a", "search", r#"{"query": "ferns"}"#),
///     ToolCall::new("b", "say", r#"{"value": "one moment"}"#),
/// ];
/// let client = Script::new([Reply::text("").with_tool_calls(calls)]).modes([Mode::Tool]);
/// let actions = blocking::extract_all::<Action>(&client, "what is a fern?")?;
/// assert_eq!(actions[1], Action::Say("one moment".into()));
///
/// let names: Vec<_> = client.requests()[0].tools.iter().map(|tool| tool.name.clone()).collect();
/// assert_eq!(names, ["search", "say"]);
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// The name (`[A-Za-z0-9_-]{1,64}`).
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The schema of its arguments, already lowered for the client; an object.
    pub schema: Arc<Value>,
    /// Whether the schema is within the strict subset and is to be enforced by the provider.
    pub strict: bool,
}

/// Whether a model has to call a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolChoice {
    /// It has to.
    #[default]
    Required,
    /// It may answer with text instead.
    Auto,
}

/// Parameters of a request; what is `None` is left to the provider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Parameters {
    /// The model, where it is another than the client's own.
    pub model: Option<String>,
    /// Sampling temperature, from 0.
    pub temperature: Option<f64>,
    /// The greatest number of tokens in the reply.
    pub max_tokens: Option<u32>,
    /// The seed for sampling.
    pub seed: Option<u64>,
    /// Whatever else the provider takes, put into the request's body as it is.
    pub extra: Map<String, Value>,
}

/// What a model answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reply {
    /// The text of the answer.
    pub content: String,
    /// The tools that the model called.
    pub tool_calls: Vec<ToolCall>,
    /// What the model thought, where the provider tells it apart from the answer.
    pub reasoning: Option<String>,
    /// The refusal, where the model or the provider refused.
    pub refusal: Option<String>,
    /// Why the reply ended.
    pub finish: Finish,
    /// What the request cost.
    pub usage: Option<Usage>,
}

impl Parameters {
    /// Those of `over` where they are there, else these.
    pub(crate) fn overlaid(&self, over: Parameters) -> Parameters {
        let mut extra = self.extra.clone();
        extra.extend(over.extra);
        Parameters {
            model: over.model.or_else(|| self.model.clone()),
            temperature: over.temperature.or(self.temperature),
            max_tokens: over.max_tokens.or(self.max_tokens),
            seed: over.seed.or(self.seed),
            extra,
        }
    }
}

impl Reply {
    /// A complete reply of this text.
    pub fn text(content: impl Into<String>) -> Self {
        Reply {
            content: content.into(),
            finish: Finish::Stop,
            ..Reply::default()
        }
    }

    /// Says what the request cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// Says why the reply ended.
    #[must_use]
    pub fn with_finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// Adds tools that the model called.
    #[must_use]
    pub fn with_tool_calls(mut self, calls: impl IntoIterator<Item = ToolCall>) -> Self {
        self.tool_calls.extend(calls);
        self
    }

    /// Adds what the model thought.
    #[must_use]
    pub fn with_reasoning(mut self, reasoning: impl Into<String>) -> Self {
        self.reasoning = Some(reasoning.into());
        self
    }

    /// Says that the model refused, in its own words.
    #[must_use]
    pub fn with_refusal(mut self, refusal: impl Into<String>) -> Self {
        self.refusal = Some(refusal.into());
        self
    }
}

impl From<&str> for Reply {
    fn from(text: &str) -> Reply {
        Reply::text(text)
    }
}

impl From<String> for Reply {
    fn from(text: String) -> Reply {
        Reply::text(text)
    }
}

/// A tool that the model called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id that the tool's result must name.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them: JSON, if all went well.
    pub arguments: String,
}

impl ToolCall {
    /// A call of the tool of this name.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }
}

/// Why a reply ended (the finish reason).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Finish {
    /// The model was done.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// The model called tools.
    ToolCalls,
    /// A filter of the provider's cut the reply or withheld it.
    ContentFilter,
    /// Another reason, in the provider's word.
    Other(String),
    /// The provider did not say.
    #[default]
    Unknown,
}

/// Tokens, as the provider counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub prompt_tokens: u64,
    /// Tokens of the reply, reasoning included.
    pub completion_tokens: u64,
    /// Tokens of the prompt that were read from a cache.
    pub cached_tokens: u64,
    /// Tokens of the reply that were reasoning.
    pub reasoning_tokens: u64,
}

impl Usage {
    /// The usage of a request that neither cached nor reasoned.
    pub fn new(prompt_tokens: u64, completion_tokens: u64) -> Self {
        Usage {
            prompt_tokens,
            completion_tokens,
            ..Usage::default()
        }
    }

    /// Tokens of prompt and reply together.
    pub fn total_tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

impl std::ops::Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        Usage {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self
                .completion_tokens
                .saturating_add(other.completion_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
            reasoning_tokens: self.reasoning_tokens.saturating_add(other.reasoning_tokens),
        }
    }
}

impl std::iter::Sum for Usage {
    fn sum<I: Iterator<Item = Usage>>(usages: I) -> Usage {
        usages.fold(Usage::default(), std::ops::Add::add)
    }
}

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
