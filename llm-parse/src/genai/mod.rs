//! The clients of the crate [genai]: Anthropic, Gemini, Cohere, xAI, DeepSeek, Ollama and many more.
//!
//! ```
//! use llm_parse::Client;
//! use llm_parse::genai::Genai;
//!
//! // Keys, endpoints and headers are those of genai's client.
//! let client = llm_parse::genai::builder(std::time::Duration::from_secs(60))?.build()?;
//! let client = Genai::new(client, "claude-haiku-4-5");
//! assert_eq!(client.name(), "claude-haiku-4-5");
//! assert_eq!(client.provider(), Some("anthropic"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This feature turns none of genai's TLS backends on. A client that you make without [`builder`] has one if you depend on
//! genai with a feature such as `rustls-tls`, or give it a client of reqwest.
//!
//! # What genai shows
//!
//! | | seen | and where not |
//! | --- | --- | --- |
//! | schema | Chat Completions, Responses, Anthropic, Gemini | Cohere and Ollama get none: their modes are others |
//! | tools | all but Cohere; Ollama is not told that it must call one | an answer in text is read as such |
//! | finish reason | all | |
//! | refusal | Chat Completions, Responses, Gemini's blocked prompts; Anthropic's as `ContentFilter` | |
//! | tokens, cached and reasoning ones too | all; a count above 2³¹ is lost | |
//! | reasoning | all that tell it apart | |
//! | tool arguments | Chat Completions as the model wrote them | else as JSON that genai has read: digits that no `f64` holds are lost |
//! | status, `Retry-After`, the server's words | all failures | |
//! | images by URL | Chat Completions, Responses | genai drops them for others, so they are refused before the request |
//! | length of a body | | genai reads all of it: set a timeout on its client |
//! | parameters in `extra` | all but Cohere and Ollama | these are sent none |
//!
//! What is wrong with a schema that is not strict, genai would make strict by requiring every key; so for Chat Completions
//! it is sent beside genai's own format.

mod answer;
mod kinds;
mod request;

use std::fmt;
use std::time::Duration;

use genai::adapter::AdapterKind;
use genai::resolver::{AuthData, Endpoint};
use genai::{ClientBuilder, ModelIden, ModelSpec, ServiceTarget};

use crate::client::{BoxFuture, Capabilities, Client, ClientError, Reply, Request};
use crate::openai::received::{self, Secrets};
use crate::openai::transport;

const TIMEOUT: Duration = Duration::from_secs(120);

/// Begins a client of genai whose HTTP is that of [`OpenAi`](crate::openai::OpenAi): rustls with ring and the platform's
/// certificates, and no redirect is followed, so that no key travels to another host. genai's own follows them. A request
/// may take as long as the timeout, its reply included.
///
/// # Errors
///
/// Where the platform's certificates cannot be read.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use llm_parse::genai::{Genai, builder};
///
/// let client = builder(Duration::from_secs(60))?.build()?;
/// let client = Genai::new(client, "gemini-2.5-flash");
/// # let _ = client;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn builder(timeout: Duration) -> Result<ClientBuilder, ClientError> {
    Ok(::genai::Client::builder().with_reqwest(received::http(timeout)?))
}

/// A client for one model of a [`genai::Client`]. It needs a tokio runtime.
///
/// The key that genai sends is shown nowhere, even where the server repeats it; genai itself writes bodies to the log at
/// the level `trace`.
#[derive(Clone)]
#[must_use]
pub struct Genai {
    client: ::genai::Client,
    model: ModelSpec,
    name: String,
    kind: AdapterKind,
    capabilities: Capabilities,
}

impl Genai {
    /// A client for this model: its name, as in `claude-haiku-4-5` or `groq::llama-3.3-70b`, or a
    /// [`ModelIden`] with the adapter, or a [`ServiceTarget`] with endpoint and key.
    pub fn new(client: ::genai::Client, model: impl Into<ModelSpec>) -> Self {
        let model = model.into();
        let ModelIden {
            adapter_kind: kind,
            model_name,
        } = iden(&client, &model);
        Genai {
            client,
            model,
            name: model_name.to_string(),
            kind,
            capabilities: kinds::capabilities(kind, &model_name),
        }
    }

    /// A client for a model of one of genai's adapters, at this base URL.
    pub(crate) fn at(
        adapter: &str,
        model: &str,
        base_url: &str,
        key: Option<String>,
    ) -> Result<Self, ClientError> {
        let kind = AdapterKind::from_lower_str(adapter);
        let kind = kind.ok_or_else(|| ClientError::permanent("genai has no such adapter"))?;
        let client = builder(TIMEOUT)?.build();
        let client = client.map_err(|error| answer::failed(&error, &Secrets::new([])))?;
        let target = ServiceTarget {
            // genai sets its paths behind it.
            endpoint: Endpoint::from_owned(format!("{}/", base_url.trim_end_matches('/'))),
            auth: key.map_or(AuthData::None, AuthData::from_single),
            model: ModelIden::new(kind, model),
        };
        Ok(Genai::new(client, target))
    }

    /// Sets the name in the ledger, which is the model's by default.
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets what the model can do. By default it is what genai can say to the provider, with schemas in its dialect.
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    async fn ask(&self, request: &Request) -> Result<Reply, ClientError> {
        transport::in_runtime()?;
        let none = Secrets::new([]);
        let target = self.client.resolve_service_target(self.model_of(request));
        let target = target
            .await
            .map_err(|error| answer::failed(&error, &none))?;
        let secrets = Secrets::new(target.auth.single_key_value());
        let kind = target.model.adapter_kind;
        let chat = request::chat(request, kind);
        let options = request::options(request, kind);
        let answered = self.client.exec_chat(target, chat, Some(&options)).await;
        answer::read(answered, request.mode, &secrets)
    }

    fn model_of(&self, request: &Request) -> ModelSpec {
        let Some(name) = &request.parameters.model else {
            return self.model.clone();
        };
        match &self.model {
            ModelSpec::Name(_) => name.into(),
            ModelSpec::Iden(model) => model.from_name(name).into(),
            ModelSpec::Target(target) => ServiceTarget {
                model: target.model.from_name(name),
                ..target.clone()
            }
            .into(),
        }
    }
}

/// What genai takes a model for.
fn iden(client: &::genai::Client, model: &ModelSpec) -> ModelIden {
    match model {
        ModelSpec::Name(name) => client
            .default_model(name)
            .unwrap_or_else(|_| ModelIden::new(AdapterKind::OpenAI, name.clone())),
        ModelSpec::Iden(model) => model.clone(),
        ModelSpec::Target(target) => target.model.clone(),
    }
}

impl Client for Genai {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(self.ask(request))
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities.clone()
    }

    fn provider(&self) -> Option<&str> {
        Some(kinds::provider(self.kind))
    }

    fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for Genai {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Genai")
            .field("name", &self.name)
            .field("provider", &self.provider())
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}
