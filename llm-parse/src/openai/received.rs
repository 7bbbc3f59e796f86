//! Answers that the HTTP client of another crate received.

use std::time::SystemTime;

use reqwest::header::HeaderMap;
use serde_json::Value;

use super::answer;
pub(crate) use super::body::object;
#[cfg(feature = "genai")]
pub(crate) use super::body::response_format;
use super::redact::Mask;
use super::retry_after::{reset, retry_after};
use super::transport::{self, Answer};
use crate::client::{ClientError, Mode, Reply};

/// What is kept out of whatever a person may read, beside what looks like a key.
pub(crate) struct Secrets(Mask);

impl Secrets {
    pub(crate) fn new(secrets: impl IntoIterator<Item = String>) -> Self {
        let secrets: Vec<_> = secrets.into_iter().collect();
        Secrets(Mask::of(&secrets))
    }

    /// The beginning of a text on one line, without secrets.
    pub(crate) fn hide(&self, text: &str) -> String {
        answer::snippet(text, &self.0)
    }
}

/// Reads a body that came with this status.
pub(crate) fn read(
    status: u16,
    headers: Option<&HeaderMap>,
    body: impl Into<String>,
    mode: Mode,
    secrets: &Secrets,
) -> Result<Reply, ClientError> {
    let answer = Answer {
        status,
        retry_after: headers.and_then(|headers| retry_after(headers, SystemTime::now())),
        reset: headers.and_then(reset),
        location: None,
        body: body.into(),
        broken: None,
    };
    answer::read(answer, mode, &secrets.0)
}

/// An HTTP client that follows no redirect, since a key must not travel to another host.
#[cfg(feature = "genai")]
pub(crate) fn http(timeout: std::time::Duration) -> Result<reqwest::Client, ClientError> {
    transport::http(true, Some(timeout)).map_err(ClientError::permanent)
}

/// The words of a refusal, in the forms that other crates do not tell apart: of Chat Completions, of Responses, and of
/// Gemini where it blocks a prompt.
pub(crate) fn refusal(body: &Value) -> Option<&str> {
    fn refusal(value: &Value) -> Option<&str> {
        let text = value.get("refusal")?.as_str();
        text.filter(|text| !text.is_empty())
    }

    let items = body.get("output").and_then(Value::as_array);
    let parts = items.into_iter().flatten();
    let mut parts = parts.filter_map(|item| item.get("content")?.as_array());
    let blocked = body.pointer("/promptFeedback/blockReason");
    let message = body.pointer("/choices/0/message");
    blocked
        .and_then(Value::as_str)
        .or_else(|| message.and_then(refusal))
        .or_else(|| parts.find_map(|parts| parts.iter().find_map(refusal)))
}

/// Tells a refusal apart from an answer, by the body that another crate read.
pub(crate) fn tell_refusal(reply: &mut Reply, body: &Value) {
    if let Some(refusal) = refusal(body) {
        // Some have it as the answer's text too.
        if reply.content == refusal {
            reply.content.clear();
        }
        reply.refusal = Some(refusal.to_owned());
    } else if body
        .get("stop_reason")
        .is_some_and(|reason| reason == "refusal")
    {
        // Anthropic's, whose words are those of the answer.
        reply.refusal = Some(match std::mem::take(&mut reply.content) {
            text if text.trim().is_empty() => "the model refused".to_owned(),
            text => text,
        });
    }
}

/// Why there was no answer.
pub(crate) fn failed(error: reqwest::Error) -> ClientError {
    transport::failed(error, None)
}
