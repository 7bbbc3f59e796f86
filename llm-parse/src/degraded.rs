//! What is handed on where no value could be had.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::attempt::Attempt;
use crate::client::Reply;
use crate::error::{Error, ErrorKind};
use crate::feedback::head;

/// What is handed on where no value could be had, such as the answer of a service that must always give one.
///
/// It is made of an [`Error`] and so never stands where a value is expected, has no confidence, and says in all its forms
/// that it is an error. A run ends with it as early as you like by [`Strategy::GracefulFail`](crate::Strategy::GracefulFail).
///
/// # Examples
///
/// ```
/// use llm_parse::{Extractor, LlmExtract, Strategy, blocking, testing::Script};
///
/// #[derive(Debug, serde::Serialize, serde::Deserialize, LlmExtract)]
/// struct Reply {
///     answer: String,
///     sources: Vec<String>,
/// }
///
/// let client = Script::new([r#"{"answer": "Paris"}"#, "It is Paris."]);
/// let extractor = Extractor::new(client).strategies([Strategy::Reask, Strategy::GracefulFail]);
/// let error = blocking::run::<Reply>(&extractor, "What is the capital of France?").unwrap_err();
///
/// let degraded = error.degrade("What is the capital of France?");
/// assert_eq!(degraded.partial, Some(serde_json::json!({"answer": "Paris"})));
/// assert_eq!(degraded.attempts, 2);
///
/// let apology = Reply { answer: "I do not know.".into(), sources: vec![] };
/// let json = serde_json::to_value(degraded.with_fallback(apology))?;
/// assert_eq!(json["error"], true);
/// assert_eq!(json["fallback"]["answer"], "I do not know.");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Degraded<T = ()> {
    /// Always `true`.
    pub error: bool,
    /// Why there is no value.
    pub kind: ErrorKind,
    /// The same in words.
    pub message: String,
    /// What you give instead of a value.
    pub fallback: Option<T>,
    /// What could be read of the best reply; it is not valid.
    pub partial: Option<Value>,
    /// The first 500 characters of the best reply.
    pub raw: String,
    /// Always 0.
    pub confidence: f64,
    /// How many attempts there were.
    pub attempts: usize,
    /// The first 200 characters of what was asked.
    pub query: String,
    /// What was wrong with each attempt, on one line.
    pub errors: Vec<String>,
}

impl<T> Degraded<T> {
    /// Gives something instead of a value.
    #[must_use]
    pub fn with_fallback<U>(self, fallback: U) -> Degraded<U> {
        Degraded {
            error: self.error,
            kind: self.kind,
            message: self.message,
            fallback: Some(fallback),
            partial: self.partial,
            raw: self.raw,
            confidence: self.confidence,
            attempts: self.attempts,
            query: self.query,
            errors: self.errors,
        }
    }
}

impl Error {
    /// What can be handed on instead of a value; `query` is what was asked. Never fails.
    pub fn degrade(&self, query: &str) -> Degraded {
        let best = self.best();
        Degraded {
            error: true,
            kind: self.kind(),
            message: self.to_string(),
            fallback: None,
            partial: best.and_then(Attempt::partial),
            raw: best.and_then(Attempt::reply).map_or("", raw).to_owned(),
            confidence: 0.0,
            attempts: self.attempts().len(),
            query: head(query, 200).to_owned(),
            errors: self.faults(),
        }
    }
}

/// The head of what the model wrote.
fn raw(reply: &Reply) -> &str {
    let call = reply.tool_calls.first();
    let text = match reply.content.trim() {
        "" => call.map_or("", |call| call.arguments.trim()),
        content => content,
    };
    head(text, 500)
}
