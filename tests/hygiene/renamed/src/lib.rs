//! Depends on `llm-parse` under another name.
#![deny(warnings)]

use renamed::LlmExtract;
use serde::Deserialize;

/// Bare.
#[derive(Deserialize, LlmExtract)]
#[llm(crate = renamed, json_schema)]
pub struct Reply<T> {
    /// A field.
    #[llm(range(min = 1))]
    pub number: u8,
    /// Another.
    pub other: Vec<T>,
}
