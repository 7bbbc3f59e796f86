//! Faults that users of other libraries reported in public, as promises of this one: each test is named after the
//! behaviour, and tries neighbours of the reported case as well.

#![allow(dead_code, reason = "some types are only described")]
#![allow(
    clippy::items_after_statements,
    reason = "a type stands beside what is tried with it"
)]
#![allow(clippy::struct_field_names, reason = "names are those of the reports")]

mod client;
mod coerce;
mod derive;
mod feedback;
mod numeric;
mod parse;
mod perf;
mod retry;
mod schema;
mod stream;
mod unicode;

#[path = "../faulty_server/mod.rs"]
mod faulty_server;

use std::fmt::Debug;
use std::future::Future;

use llm_parse::{Code, LlmExtract, ParseError};

/// What is read of a text.
#[track_caller]
fn read<T: LlmExtract>(text: &str) -> T {
    match llm_parse::parse(text) {
        Ok(parsed) => parsed.value,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Why a text is refused.
#[track_caller]
fn refused<T: LlmExtract + Debug>(text: &str) -> ParseError {
    match llm_parse::parse::<T>(text) {
        Ok(parsed) => panic!("{text}: {parsed:?}"),
        Err(error) => error,
    }
}

/// Path and code of everything that is wrong with a text.
#[track_caller]
fn faults<T: LlmExtract + Debug>(text: &str) -> Vec<(String, Code)> {
    let error = refused::<T>(text);
    let fault = |v: &llm_parse::Violation| (v.path().to_string(), v.code());
    error.violations().iter().map(fault).collect()
}

fn at(path: &str, code: Code) -> Vec<(String, Code)> {
    vec![(path.to_owned(), code)]
}

fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(future)
}
