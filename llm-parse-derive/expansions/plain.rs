//! A struct of ten fields that says nothing more.

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
pub(crate) struct Plain {
    a: String,
    b: Option<String>,
    c: bool,
    d: u8,
    e: i64,
    f: f64,
    g: Vec<String>,
    h: Option<u32>,
    i: (u8, u8),
    j: Box<str>,
}
