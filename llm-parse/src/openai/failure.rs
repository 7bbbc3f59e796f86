//! What a server's failure means: may the same request succeed later, may another mode, or none at all.

use std::time::Duration;

use serde_json::Value;

use super::retry_after::retry_delay;
use crate::client::{ClientErrorKind, Mode};

/// What a server says is wrong, in whatever form it says so.
#[derive(Debug, Default)]
pub(super) struct Fault {
    pub(super) message: String,
    /// Codes, types and parameters, which are told apart only by their words.
    words: String,
    /// The status that the body names, where it names one.
    pub(super) status: Option<u16>,
    /// How long the body asks to wait.
    pub(super) retry_after: Option<Duration>,
}

impl Fault {
    pub(super) fn new(message: impl Into<String>, status: u16) -> Fault {
        Fault {
            message: message.into(),
            status: Some(status),
            ..Fault::default()
        }
    }

    /// The fault that a body tells of: `error` as an object or a text, else `errors`, `detail`, `message`.
    pub(super) fn find(body: &Value) -> Option<Fault> {
        match body {
            Value::Array(items) => items.first().and_then(Fault::find),
            Value::Object(fields) => {
                let keys = ["error", "errors", "detail", "message"];
                let mut found = keys.iter().filter_map(|key| fields.get(*key));
                found.find_map(Fault::read)
            }
            _ => None,
        }
    }

    pub(super) fn read(error: &Value) -> Option<Fault> {
        match error {
            Value::String(message) if !message.is_empty() => Some(Fault {
                message: message.clone(),
                ..Fault::default()
            }),
            Value::Array(items) => items.first().and_then(Fault::read),
            Value::Object(fields) if !fields.is_empty() => {
                let text = |key: &str| fields.get(key).and_then(Value::as_str);
                let message = ["message", "msg", "detail", "error"]
                    .into_iter()
                    .find_map(text);
                let words = ["code", "type", "status", "param"]
                    .into_iter()
                    .filter_map(text);
                Some(Fault {
                    message: message.map_or_else(|| error.to_string(), str::to_owned),
                    words: words.collect::<Vec<_>>().join(" "),
                    status: fields.get("code").and_then(status),
                    retry_after: retry_delay(error),
                })
            }
            _ => None,
        }
    }

    /// Whether the provider's filter refused the prompt.
    pub(super) fn is_filter(&self) -> bool {
        [
            "content_filter",
            "content_policy_violation",
            "ResponsibleAIPolicyViolation",
        ]
        .iter()
        .any(|word| self.words.contains(word))
    }

    /// The kind of a fault that came with this status.
    pub(super) fn kind(&self, status: u16, mode: Mode) -> ClientErrorKind {
        let text = format!("{} {}", self.words, self.message).to_lowercase();
        match self.status.filter(|_| status < 400).unwrap_or(status) {
            401 | 403 => ClientErrorKind::Auth,
            429 if text.contains("insufficient_quota") => ClientErrorKind::Permanent,
            429 => ClientErrorKind::RateLimit,
            status if status < 400 => kind_of_words(&text, mode),
            _ if is_unsupported(&text, mode) => ClientErrorKind::Unsupported,
            501 | 505 => ClientErrorKind::Permanent,
            408 | 409 | 425 | 500.. => ClientErrorKind::Transient,
            _ => ClientErrorKind::Permanent,
        }
    }
}

/// An error's code that is a status, as a number or in digits.
fn status(code: &Value) -> Option<u16> {
    let number = match code {
        Value::String(digits) => digits.parse().ok()?,
        code => u16::try_from(code.as_u64()?).ok()?,
    };
    (400..600).contains(&number).then_some(number)
}

/// The kind of a fault that came with a good status and names none.
fn kind_of_words(text: &str, mode: Mode) -> ClientErrorKind {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["insufficient_quota"]) {
        ClientErrorKind::Permanent
    } else if has(&[
        "rate_limit",
        "rate limit",
        "too many requests",
        "resource_exhausted",
    ]) {
        ClientErrorKind::RateLimit
    } else if has(&[
        "api key",
        "api_key",
        "unauthorized",
        "authentication",
        "permission",
    ]) {
        ClientErrorKind::Auth
    } else if is_unsupported(text, mode) {
        ClientErrorKind::Unsupported
    } else if has(TRANSIENT) {
        ClientErrorKind::Transient
    } else {
        ClientErrorKind::Permanent
    }
}

const TRANSIENT: &[&str] = &[
    "overload",
    "timeout",
    "timed out",
    "server_error",
    "server error",
    "unavailable",
    "internal",
    "try again",
    "bad gateway",
    "upstream",
    "capacity",
    "loading",
];

/// Whether the words say that the mode's own part of the request was not understood.
fn is_unsupported(text: &str, mode: Mode) -> bool {
    let parts: &[&str] = match mode {
        Mode::JsonSchema => &[
            "response_format",
            "json_schema",
            "schema",
            "structured output",
            "grammar",
            "json mode",
        ],
        Mode::Tool => &["tool", "function", "schema", "grammar"],
        Mode::JsonObject => &["response_format", "json_object", "json mode", "grammar"],
        Mode::Auto | Mode::Prompt => return false,
    };
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    has(parts)
        && has(NOT_UNDERSTOOD)
        && !text.contains("context length")
        && !text.contains("context_length")
}

const NOT_UNDERSTOOD: &[&str] = &[
    "support",
    "unknown",
    "unrecogni",
    "invalid",
    "not allowed",
    "not permitted",
    "not available",
    "not implemented",
    "not enabled",
    "not found",
    "no endpoints",
    "extra",
    "unexpected",
    "must",
    "only",
    "cannot",
    "can't",
    "requires",
    "failed to parse",
];
