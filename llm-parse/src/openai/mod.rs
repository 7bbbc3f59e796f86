//! A client for any server that speaks OpenAI's chat-completions protocol: OpenAI itself, a gateway, or a local model.
//!
//! ```
//! use llm_parse::Client;
//! use llm_parse::openai::OpenAi;
//!
//! let client = OpenAi::new("http://localhost:8080/v1").model("qwen2.5-coder-1.5b").key("sk-secret");
//! assert_eq!(client.name(), "qwen2.5-coder-1.5b");
//! assert!(!format!("{client:?}").contains("sk-secret"));
//! ```
//!
//! # Design
//!
//! A thin adapter over reqwest. A client crate would do if it showed, for each failure, the status, the headers and the
//! body. async-openai 0.43 reads a reply into any type, but its error keeps neither the headers (`Retry-After` is lost) nor
//! the status of a body that it cannot decode, reads bodies of any length, and sends a server's words to the log as they
//! are. TLS is rustls with ring and the platform's certificates: no OpenSSL, no C build but ring's.

mod answer;
mod body;
mod envelope;
mod environment;
mod events;
mod failure;
mod finish;
mod mend;
mod message;
mod raw;
#[cfg(any(feature = "genai", feature = "rig"))]
pub(crate) mod received;
mod redact;
mod retry_after;
pub(crate) mod transport;
mod url;
mod usage;

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use self::redact::{Mask, Secret};
use crate::client::{BoxFuture, Capabilities, Client, ClientError, Media, Mode, Reply, Request};
use crate::dialect::OpenAiStrict;

/// Where OpenAI's own models are.
pub const OPENAI: &str = "https://api.openai.com/v1";

/// The name under which a server takes the greatest number of tokens in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenLimit {
    /// `max_tokens`, which nearly every server knows.
    MaxTokens,
    /// `max_completion_tokens`, which OpenAI's reasoning models insist on.
    MaxCompletionTokens,
}

impl TokenLimit {
    fn key(self) -> &'static str {
        match self {
            TokenLimit::MaxTokens => "max_tokens",
            TokenLimit::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// A client for one model of one server. It needs a tokio runtime, and keeps its connections open between requests.
///
/// Keys, the values of headers, and the user, the password and the query of the base URL are shown nowhere: not by `Debug`,
/// not in a log, not in an error, even where the server repeats them. What the model answers is left as it is.
#[derive(Clone)]
#[must_use]
pub struct OpenAi {
    base_url: String,
    key: Option<Secret>,
    headers: Vec<(String, Secret)>,
    model: Option<String>,
    name: Option<String>,
    provider: String,
    timeout: Duration,
    token_limit: TokenLimit,
    capabilities: Capabilities,
    http: OnceLock<Result<reqwest::Client, String>>,
}

impl OpenAi {
    /// A client for the server at this base URL, which usually ends in `/v1`.
    pub fn new(base_url: impl Into<String>) -> Self {
        let base_url = base_url.into().trim().trim_end_matches('/').to_owned();
        let modes = [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
        OpenAi {
            token_limit: if base_url.contains("://api.openai.com") {
                TokenLimit::MaxCompletionTokens
            } else {
                TokenLimit::MaxTokens
            },
            base_url,
            key: None,
            headers: Vec::new(),
            model: None,
            name: None,
            provider: "openai".to_owned(),
            timeout: Duration::from_secs(120),
            capabilities: Capabilities::modes(modes).dialect(OpenAiStrict).media([
                Media::Image,
                Media::ImageUrl,
                Media::Document,
            ]),
            http: OnceLock::new(),
        }
    }

    /// Sets the key, sent as `Authorization: Bearer`.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(Secret::new(key.into().trim()));
        self
    }

    /// Sets the model.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Sets the name in the ledger, which is the model's by default.
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the provider as traces name it, `openai` by default.
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        self.provider = provider.into();
        self
    }

    /// Adds a header, such as `api-key`. An `Authorization` of its own takes the key's place.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), Secret::new(value)));
        self
    }

    /// Sets how long one request may take, its reply included; two minutes by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the name under which the limit of tokens is sent. By default it is [`TokenLimit::MaxTokens`], but for
    /// OpenAI's own server.
    pub fn token_limit(mut self, token_limit: TokenLimit) -> Self {
        self.token_limit = token_limit;
        self
    }

    /// Sets what the server can do. By default every mode is tried, best first, with schemas in the dialect
    /// [`OpenAiStrict`], and images and documents are sent as OpenAI takes them.
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    async fn ask(&self, request: &Request) -> Result<Reply, ClientError> {
        transport::in_runtime()?;
        let (http, http_request) = self.request(request)?;
        let mask = Mask::new(&http_request, &self.base_url);
        let answer = transport::send(http, http_request).await?;
        answer::read(answer, request.mode, &mask)
    }

    fn request(
        &self,
        request: &Request,
    ) -> Result<(&reqwest::Client, reqwest::Request), ClientError> {
        let url = url::endpoint(&self.base_url)?;
        let https = url.scheme() == "https";
        let http = self.http.get_or_init(|| transport::http(https, None));
        let http = http.as_ref().map_err(ClientError::permanent)?;
        let body = body::body(self.model_of(request), self.token_limit, request);
        let body =
            serde_json::to_vec(&body).map_err(|error| ClientError::permanent(error.to_string()))?;
        let builder = http
            .post(url)
            .timeout(self.timeout)
            .headers(self.header_map()?);
        let built = builder.body(body).build();
        Ok((http, built.map_err(|error| transport::failed(error, None))?))
    }

    fn model_of<'a>(&'a self, request: &'a Request) -> Option<&'a str> {
        let own = self.model.as_deref();
        request.parameters.model.as_deref().or(own)
    }

    fn header_map(&self) -> Result<HeaderMap, ClientError> {
        let mut map = HeaderMap::new();
        map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = &self.key {
            let value = secret_value("authorization", &format!("Bearer {}", key.expose()))?;
            map.insert(AUTHORIZATION, value);
        }
        for (name, value) in &self.headers {
            let value = secret_value(name, value.expose())?;
            let name = HeaderName::try_from(name.as_str())
                .map_err(|_| ClientError::permanent(format!("`{name}` is no name of a header")))?;
            map.insert(name, value);
        }
        Ok(map)
    }
}

/// A header's value that other crates will not log either.
fn secret_value(name: &str, value: &str) -> Result<HeaderValue, ClientError> {
    let mut value = HeaderValue::from_str(value).map_err(|_| {
        ClientError::permanent(format!(
            "the header `{name}` has a value that cannot be sent"
        ))
    })?;
    value.set_sensitive(true);
    Ok(value)
}

impl Client for OpenAi {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(self.ask(request))
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities.clone()
    }

    fn provider(&self) -> Option<&str> {
        Some(&self.provider)
    }

    fn name(&self) -> &str {
        let name = self.name.as_deref().or(self.model.as_deref());
        name.unwrap_or("openai")
    }
}

impl fmt::Debug for OpenAi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAi")
            .field("base_url", &url::shown(&self.base_url))
            .field("key", &self.key)
            .field("headers", &self.headers)
            .field("model", &self.model)
            .field("name", &self.name)
            .field("timeout", &self.timeout)
            .field("token_limit", &self.token_limit)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}
