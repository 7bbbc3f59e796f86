//! Extraction for programs without an async runtime of their own (feature `blocking`).
//!
//! It also works inside a runtime, whose thread it blocks.
//!
//! ```
//! use llm_parse::{LlmExtract, blocking, testing::Script};
//!
//! #[derive(serde::Deserialize, LlmExtract)]
//! struct Person {
//!     name: String,
//!     age: u8,
//! }
//!
//! let client = Script::new([r#"{"name": "Ada", "age": 36}"#]);
//! let person: Person = blocking::extract(&client, "Ada Lovelace died at 36")?;
//! assert_eq!(person.name, "Ada");
//! # Ok::<(), llm_parse::Error>(())
//! ```

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::panic::resume_unwind;
use std::thread;

use serde::Serialize;
use serde_json::Value;

use crate::LlmExtract;
use crate::attempt::Extraction;
use crate::checks::{Check, Verdict};
use crate::client::{Client, Reply};
use crate::error::{Error, ErrorKind, Failure};
use crate::extractor::Extractor;
use crate::optional::Answer;
use crate::prompt::Prompt;
use crate::runtime::RuntimeShape;

/// Asks a model for a value, and asks again until it is right: 4 attempts at the most.
///
/// # Errors
///
/// [`Error`] tells every attempt and what was wrong with it.
pub fn extract<T: LlmExtract + Send>(
    client: &dyn Client,
    prompt: impl Into<Prompt>,
) -> Result<T, Error> {
    block_on(crate::extract(client, prompt.into()))
}

/// Asks for a value as [`Extractor::run`] does.
///
/// # Errors
///
/// As for [`Extractor::run`].
pub fn run<T: LlmExtract + Send>(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<T>, Error> {
    block_on(extractor.run(prompt.into()))
}

/// Asks for a value as [`Extractor::repair`] does.
///
/// # Errors
///
/// As for [`Extractor::repair`].
pub fn repair<T: LlmExtract + Send>(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
    bad_reply: impl Into<Reply>,
) -> Result<Extraction<T>, Error> {
    block_on(extractor.repair(prompt.into(), bad_reply.into()))
}

/// Asks for a value of a shape that is known only at run time, as [`Extractor::run_value`] does.
///
/// # Errors
///
/// As for [`Extractor::run`].
pub fn run_value(
    extractor: &Extractor<'_>,
    shape: &RuntimeShape,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<Value>, Error> {
    block_on(extractor.run_value(shape, prompt.into()))
}

/// Starts from a reply that failed elsewhere, as [`Extractor::repair_value`] does.
///
/// # Errors
///
/// As for [`Extractor::run`].
pub fn repair_value(
    extractor: &Extractor<'_>,
    shape: &RuntimeShape,
    prompt: impl Into<Prompt>,
    bad_reply: impl Into<Reply>,
) -> Result<Extraction<Value>, Error> {
    block_on(extractor.repair_value(shape, prompt.into(), bad_reply.into()))
}

/// Changes such a value by what a text says, as [`Extractor::update_value`] does.
///
/// # Errors
///
/// As for [`Extractor::update_value`].
pub fn update_value(
    extractor: &Extractor<'_>,
    shape: &RuntimeShape,
    current: &Value,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<Value>, Error> {
    block_on(extractor.update_value(shape, current, prompt.into()))
}

/// Changes a value by what a text says, as [`Extractor::update`] does.
///
/// # Errors
///
/// As for [`Extractor::update`].
pub fn update<T: LlmExtract + Serialize + Send>(
    extractor: &Extractor<'_>,
    current: &T,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<T>, Error> {
    block_on(extractor.update(current, prompt.into()))
}

/// Changes a set of values by what a text says, as [`Extractor::update_all`] does.
///
/// # Errors
///
/// As for [`Extractor::update_all`].
pub fn update_all<T: LlmExtract + Serialize + Send>(
    extractor: &Extractor<'_>,
    current: &BTreeMap<String, T>,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<BTreeMap<String, T>>, Error> {
    block_on(extractor.update_all(current, prompt.into()))
}

/// Asks for an answer that a function of yours reads, as [`Extractor::run_with`] does.
///
/// # Errors
///
/// As for [`Extractor::run_with`].
pub fn run_with<T: Send, E: Into<Verdict>>(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
    parse: impl FnMut(&str) -> Result<T, E> + Send,
) -> Result<Extraction<T>, Error> {
    block_on(extractor.run_with(prompt.into(), parse))
}

/// Asks a model for a value that it need not give, as [`extract_optional`](crate::extract_optional) does.
///
/// # Errors
///
/// As for [`extract`].
pub fn extract_optional<T: LlmExtract + Send>(
    client: &dyn Client,
    prompt: impl Into<Prompt>,
) -> Result<Answer<T>, Error> {
    block_on(crate::extract_optional(client, prompt.into()))
}

/// Asks a model for everything of a kind that is in a text, as [`extract_all`](crate::extract_all) does.
///
/// # Errors
///
/// As for [`extract`].
pub fn extract_all<T: LlmExtract + Send>(
    client: &dyn Client,
    prompt: impl Into<Prompt>,
) -> Result<Vec<T>, Error> {
    block_on(crate::extract_all(client, prompt.into()))
}

/// Asks for a value that the model need not give, as [`Extractor::run_optional`] does.
///
/// # Errors
///
/// As for [`Extractor::run`].
pub fn run_optional<T: LlmExtract + Send>(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<Answer<T>>, Error> {
    block_on(extractor.run_optional(prompt.into()))
}

/// Asks for everything of a kind that is in a text, as [`Extractor::run_all`] does.
///
/// # Errors
///
/// As for [`Extractor::run`].
pub fn run_all<T: LlmExtract + Send>(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
) -> Result<Extraction<Vec<T>>, Error> {
    block_on(extractor.run_all(prompt.into()))
}

/// Asks for a value that also passes a check, as [`Extractor::run_checked`] does.
///
/// # Errors
///
/// As for [`Extractor::run_checked`].
pub fn run_checked<T: LlmExtract + Send + Sync>(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
    check: impl Check<T>,
) -> Result<Extraction<T>, Error> {
    block_on(extractor.run_checked(prompt.into(), check))
}

/// Runs the future on a thread of its own: a runtime can neither block nor be dropped inside another.
fn block_on<T: Send>(future: impl Future<Output = Result<T, Error>> + Send) -> Result<T, Error> {
    let on_thread = || -> io::Result<_> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(runtime.block_on(future))
    };
    let outcome = thread::scope(|scope| {
        let name = "llm-parse".to_owned();
        let thread = thread::Builder::new()
            .name(name)
            .spawn_scoped(scope, on_thread)?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    outcome.unwrap_or_else(|error: io::Error| Err(no_thread(error)))
}

fn no_thread(error: io::Error) -> Error {
    let detail = format!("no thread for it could be started: {error}");
    Error::new(
        Failure::new(ErrorKind::Client, detail),
        Vec::new(),
        Some(error.into()),
    )
}
