//! Why an extraction failed.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::attempt::{Attempt, Outcome, cost};
use crate::client::Usage;
use crate::feedback::head;
use crate::judgement::refusal;
use crate::violation::Violation;

pub(crate) type Source = Box<dyn std::error::Error + Send + Sync>;

/// Why no value was extracted, with the same facts that an [`Extraction`](crate::Extraction) has.
pub struct Error(Box<Inner>);

struct Inner {
    failure: Failure,
    attempts: Vec<Attempt>,
    source: Option<Source>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The settings are wrong; nothing was sent.
    Settings,
    /// The type itself can never be read.
    TypeFault,
    /// The value that is to be updated would not be the same when it is written as JSON and read back; nothing was sent.
    RoundTrip,
    /// The client failed, for good or too often.
    Client,
    /// Too many requests, too often or for too long.
    RateLimit,
    /// The model or the provider refused.
    Refused,
    /// The reply was cut off, also when a shorter one was asked for.
    CutOff,
    /// The last reply was empty.
    Empty,
    /// The last reply was not valid.
    Invalid,
    /// The deadline passed.
    Deadline,
    /// The budget of tokens, or of money, was spent.
    Budget,
    /// A parse function or a check gave up; the source is its error.
    Aborted,
}

impl ErrorKind {
    /// The kind of a run that ends with an attempt of this outcome.
    pub(crate) fn of(outcome: Outcome) -> ErrorKind {
        match outcome {
            Outcome::Refused => ErrorKind::Refused,
            Outcome::CutOff => ErrorKind::CutOff,
            Outcome::Empty => ErrorKind::Empty,
            Outcome::TypeFault => ErrorKind::TypeFault,
            Outcome::Aborted => ErrorKind::Aborted,
            _ => ErrorKind::Invalid,
        }
    }
}

/// Why a run ended, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) kind: ErrorKind,
    /// What the ledger does not say.
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(kind: ErrorKind, detail: impl Into<String>) -> Failure {
        Failure {
            kind,
            detail: detail.into(),
        }
    }
}

impl Error {
    pub(crate) fn new(failure: Failure, attempts: Vec<Attempt>, source: Option<Source>) -> Error {
        Error(Box::new(Inner {
            failure,
            attempts,
            source,
        }))
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.failure.kind
    }

    /// All attempts in order, those that failed on their way included.
    pub fn attempts(&self) -> &[Attempt] {
        &self.0.attempts
    }

    /// What all attempts cost together.
    pub fn usage(&self) -> Usage {
        self.0.attempts.iter().map(Attempt::usage).sum()
    }

    /// What all attempts cost together, in the currency of the prices; `None` where that of a reply is not known.
    pub fn cost(&self) -> Option<f64> {
        cost(&self.0.attempts)
    }

    /// What was wrong with the last reply.
    pub fn violations(&self) -> &[Violation] {
        self.replied().map_or(&[], Attempt::violations)
    }

    /// The attempt that came nearest to a valid value, the earlier one where two are alike; `None` where no reply came.
    ///
    /// ```
    /// use llm_parse::{Extractor, LlmExtract, blocking, testing::Script};
    ///
    /// #[derive(Debug, serde::Deserialize, LlmExtract)]
    /// struct Person {
    ///     name: String,
    ///     age: u8,
    /// }
    ///
    /// let client = Script::new([r#"{"name": "Ada"}"#, "I do not know."]);
    /// let error = blocking::run::<Person>(&Extractor::new(client).max_attempts(2), "Ada").unwrap_err();
    /// let partial = error.best().and_then(|best| best.partial());
    /// assert_eq!(partial, Some(serde_json::json!({"name": "Ada"})));
    /// ```
    pub fn best(&self) -> Option<&Attempt> {
        let replied = |attempt: &&Attempt| attempt.reply().is_some();
        let attempts = self.attempts().iter().filter(replied);
        attempts.min_by_key(|attempt| attempt.distance())
    }

    /// The failure as JSON for the answer of a service: `error` (true), `message`, `kind`, `attempts` (their number),
    /// `original_query` (its first 200 characters) and `errors` (one text for each failed attempt).
    pub fn payload(&self, original_prompt: &str) -> Value {
        json!({
            "error": true,
            "message": self.to_string(),
            "kind": self.kind(),
            "attempts": self.attempts().len(),
            "original_query": head(original_prompt, 200),
            "errors": self.faults(),
        })
    }

    /// What was wrong with each attempt.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.attempts().iter().map(fault).collect()
    }

    /// The last attempt that brought a reply.
    fn replied(&self) -> Option<&Attempt> {
        let mut attempts = self.0.attempts.iter().rev();
        attempts.find(|attempt| attempt.reply().is_some())
    }
}

/// What was wrong with an attempt, on one line.
fn fault(attempt: &Attempt) -> String {
    if let Some(error) = attempt.error() {
        return error.to_owned();
    }
    match attempt.violations() {
        [] => match attempt.reply().and_then(refusal) {
            Some(refusal) => format!("the model refused: {}", head(refusal, 200)),
            None => outcome(attempt.outcome()).to_owned(),
        },
        violations => {
            let lines: Vec<_> = violations.iter().map(Violation::to_string).collect();
            lines.join("; ")
        }
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Valid => "valid",
        Outcome::NoReply(_) => "no reply",
        Outcome::Refused => "the model refused",
        Outcome::CutOff => "the reply was cut off",
        Outcome::Empty => "the reply was empty",
        _ => "the reply was not valid",
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = &self.0.failure.detail;
        let start = match self.kind() {
            ErrorKind::Settings | ErrorKind::RoundTrip => return f.write_str(detail),
            ErrorKind::TypeFault => "the type can never be read",
            ErrorKind::Client => "the client failed",
            ErrorKind::RateLimit => "too many requests",
            ErrorKind::Refused => "the model refused",
            ErrorKind::CutOff => "the reply was cut off",
            ErrorKind::Empty => "the reply was empty",
            ErrorKind::Invalid => "no valid value",
            ErrorKind::Deadline => "the deadline passed",
            ErrorKind::Budget => "the budget was spent",
            ErrorKind::Aborted => "the answer could not be judged",
        };
        f.write_str(start)?;
        match self.attempts().len() {
            0 => {}
            1 => f.write_str(" after 1 attempt")?,
            n => write!(f, " after {n} attempts")?,
        }
        if !detail.is_empty() {
            return write!(f, ": {detail}");
        }
        match self.violations() {
            [] => Ok(()),
            [first] => write!(f, ": {first}"),
            [first, rest @ ..] => write!(f, ": {first} (and {} more)", rest.len()),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.kind())
            .field("message", &self.to_string())
            .field("attempts", &self.attempts())
            .field("source", &self.0.source)
            .finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn std::error::Error + 'static))
    }
}
