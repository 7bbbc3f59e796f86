//! The completion models of the crate [rig](rig_core).
//!
//! ```
//! use llm_parse::rig::Rig;
//! use llm_parse::{Client, Extractor};
//! # use rig_core::completion::CompletionModel;
//!
//! # fn run(model: impl CompletionModel + 'static) {
//! // let model = rig_core::providers::anthropic::Client::new(key)?.completion_model("claude-haiku-4-5");
//! let client = Rig::new(model).with_name("claude-haiku-4-5");
//! let extractor = Extractor::new(client).max_attempts(3);
//! # let _ = extractor;
//! # }
//! ```
//!
//! It is rig 0.42, the newest whose oldest compiler is not newer than this crate's; later ones need Rust 1.95 and more.
//!
//! # What rig shows
//!
//! | | seen | and where not |
//! | --- | --- | --- |
//! | provider | by the path of the model's type | a model of your own is asked in [`Mode::Tool`] and [`Mode::Prompt`]; say more with [`Rig::capabilities`] |
//! | schema | OpenAI, OpenRouter, Anthropic, Gemini, Ollama, Groq, Mistral | others drop it: their modes are others. OpenAI's and its like get it as a strict one always, so what is not strict is asked for as a tool |
//! | tools | all that have them; with no word on strictness and on parallel calls | calls too many are answered as such |
//! | finish reason, reasoning | all that tell them | |
//! | refusal | Chat Completions and Responses; Anthropic's as its finish reason | rig takes it for the answer's text, which is undone here; Gemini's blocked prompt is an empty reply |
//! | tokens, cached and reasoning ones too | all that tell them | |
//! | tool arguments | as JSON that rig has read | digits that no `f64` holds are lost; where they are no JSON, rig fails with the whole reply, and the same request is sent again |
//! | status, `Retry-After`, the server's words | all failures of HTTP | a failure in a body of status 200 is told by its words alone |
//! | images by URL, documents | as far as rig sends them | what it cannot say is an error |
//! | seed, and parameters in `extra` | those in `extra` as `additional_params`; the seed for Chat Completions | |
//!
//! rig follows redirects as its HTTP client does, and reads bodies of any length.

mod answer;
mod families;
mod request;

use std::fmt;

use rig_core::completion::CompletionModel;

#[cfg(doc)]
use crate::client::Mode;
use crate::client::{BoxFuture, Capabilities, Client, ClientError, Reply, Request};
use crate::openai::transport;

/// A client for a completion model of rig's.
///
/// It does not know the key that rig sends: what looks like one is hidden where a server repeats it.
#[derive(Clone)]
#[must_use]
pub struct Rig<M> {
    model: M,
    name: Option<String>,
    capabilities: Capabilities,
}

impl<M: CompletionModel> Rig<M> {
    /// A client for this model.
    pub fn new(model: M) -> Self {
        let family = families::of::<M>();
        Rig {
            model,
            name: None,
            capabilities: family.capabilities(),
        }
    }

    /// Sets the name in the ledger, such as the model's; by default it is the provider's.
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets what the model can do. By default it is what rig can say to the provider, with schemas in its dialect.
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    async fn ask(&self, request: &Request) -> Result<Reply, ClientError> {
        transport::in_runtime()?;
        let family = families::of::<M>();
        let asked = request::completion(request, family)?;
        answer::read(self.model.completion(asked).await, request.mode)
    }
}

impl<M: CompletionModel> Client for Rig<M> {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(self.ask(request))
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities.clone()
    }

    fn provider(&self) -> Option<&str> {
        families::of::<M>().provider()
    }

    fn name(&self) -> &str {
        self.name
            .as_deref()
            .or_else(|| self.provider())
            .unwrap_or("rig")
    }
}

impl<M> fmt::Debug for Rig<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rig")
            .field("name", &self.name)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}
