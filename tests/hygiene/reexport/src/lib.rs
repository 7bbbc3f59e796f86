//! Knows `llm-parse` only through another crate.
#![deny(warnings)]

use hygiene_framework::llm_parse::LlmExtract;
use serde::Deserialize;

/// In quotes.
#[derive(Deserialize, LlmExtract)]
#[llm(crate = "hygiene_framework::llm_parse")]
pub struct Quoted {
    /// A field with everything.
    #[llm(len(min = 1), pattern = "^[a-z]+$", example = "a", check = lower)]
    pub text: String,
}

/// Bare.
#[derive(Deserialize, LlmExtract)]
#[llm(crate = ::hygiene_framework::deep::parse)]
pub enum Bare {
    /// One.
    One(Quoted),
}

fn lower(text: &str) -> Result<(), &'static str> {
    match text {
        "A" => Err("too big"),
        _ => Ok(()),
    }
}
