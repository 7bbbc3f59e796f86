//! Answers that may be there or not, once or several times: `extract_optional`, `extract_all`, and what they give.

use std::future::Future;

use crate::LlmExtract;
use crate::attempt::Extraction;
use crate::candidate;
use crate::client::{Client, Reply};
use crate::driver::{ByAnswer, ByShape};
use crate::error::Error;
use crate::extractor::Extractor;
use crate::facts::Facts;
use crate::prompt::Prompt;
use crate::read::{Leniency, Reader};

/// What a model answered that was free to answer with text: the value that was asked for, or what it said instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer<T> {
    /// The value.
    Value(T),
    /// The text, without any JSON in it.
    Text(String),
}

impl<T> Answer<T> {
    /// The value, where the model gave one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Answer::Value(value) => Some(value),
            Answer::Text(_) => None,
        }
    }

    /// The text, where the model gave no value.
    pub fn text(&self) -> Option<&str> {
        match self {
            Answer::Value(_) => None,
            Answer::Text(text) => Some(text),
        }
    }

    /// The value alone, where the model gave one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Answer::Value(value) => Some(value),
            Answer::Text(_) => None,
        }
    }
}

/// Asks a model for a value that it need not give: it may answer with text instead.
///
/// See [`Extractor::run_optional`].
///
/// # Errors
///
/// As for [`extract`](crate::extract()).
///
/// # Examples
///
/// ```
/// use llm_parse::{LlmExtract, extract_optional, testing::Script};
///
/// #[derive(Debug, PartialEq, serde::Deserialize, LlmExtract)]
/// struct Search {
///     query: String,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let client = Script::new([r#"{"query": "weather in Oslo"}"#, "Hello! What can I do for you?"]);
/// let answer = extract_optional::<Search>(&client, "How is the weather in Oslo?").await?;
/// assert_eq!(answer.value().map(|search| &*search.query), Some("weather in Oslo"));
///
/// let answer = extract_optional::<Search>(&client, "Hi").await?;
/// assert_eq!(answer.text(), Some("Hello! What can I do for you?"));
/// # Ok::<(), llm_parse::Error>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract_optional<T: LlmExtract>(
    client: &dyn Client,
    prompt: impl Into<Prompt>,
) -> impl Future<Output = Result<Answer<T>, Error>> + Send {
    let prompt = prompt.into();
    async move {
        let extraction = Extractor::new(client).run_optional(prompt).await?;
        Ok(extraction.into_value())
    }
}

/// Asks a model for everything of a kind that is in a text; the list may be empty.
///
/// # Errors
///
/// As for [`extract`](crate::extract()).
///
/// # Examples
///
/// ```
/// use llm_parse::{LlmExtract, extract_all, testing::Script};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let client = Script::new([r#"[{"name": "Ada"}, {"name": "Charles"}]"#, "[]"]);
/// let people = extract_all::<Person>(&client, "Ada wrote to Charles.").await?;
/// assert_eq!(people.len(), 2);
/// assert!(extract_all::<Person>(&client, "It rained.").await?.is_empty());
/// # Ok::<(), llm_parse::Error>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract_all<T: LlmExtract>(
    client: &dyn Client,
    prompt: impl Into<Prompt>,
) -> impl Future<Output = Result<Vec<T>, Error>> + Send {
    crate::extract(client, prompt)
}

impl Extractor<'_> {
    /// Asks for a value that the model need not give: it may answer with text instead.
    ///
    /// In [`Mode::Tool`](crate::Mode::Tool) the model is free to call the tool; a client that knows no tools is asked in [`Mode::Prompt`](crate::Mode::Prompt),
    /// since the other modes leave no room for text. A value that is broken or wrong is asked for again, as by
    /// [`run`](Extractor::run); a text without JSON is an answer.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run).
    pub fn run_optional<T: LlmExtract>(
        &self,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<Answer<T>>, Error>> + Send {
        let machine = self.machine(Facts::optional::<T>(), self.prepared(prompt.into()));
        self.drive(machine, ByAnswer)
    }

    /// Asks for everything of a kind that is in a text; the list may be empty.
    ///
    /// In [`Mode::Tool`](crate::Mode::Tool) all calls of a reply count together.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run).
    pub fn run_all<T: LlmExtract>(
        &self,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<Vec<T>>, Error>> + Send {
        let machine = self.machine(Facts::of::<Vec<T>>(), self.prepared(prompt.into()));
        self.drive(machine, ByShape)
    }
}

/// The answer of a reply that is nothing but text; `None` where it may hold the value.
pub(crate) fn plain_text<'r>(reply: &'r Reply, reader: &Reader) -> Option<&'r str> {
    let limits = candidate::Limits {
        leniency: Leniency::Coerce,
        max_depth: reader.max_depth,
    };
    let content = &*reply.content;
    if !reply.tool_calls.is_empty() || content.len() > reader.max_bytes {
        return None;
    }
    let found = candidate::find(content, &limits);
    let text = content[found.answer.clone()].trim();
    let is_text = found.candidates.is_empty() && found.faults.is_empty();
    (is_text && says_something(text)).then_some(text)
}

/// Whether a text is more than what is left of JSON or of a fence.
fn says_something(text: &str) -> bool {
    let text = text.strip_prefix("```json").unwrap_or(text);
    text.chars()
        .any(|c| !c.is_whitespace() && !"{}[],:\"'`".contains(c))
}
