//! An enum without a tag.

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
pub(crate) enum Answer {
    Number(f64),
    Text(#[llm(len(min = 1))] String),
    Both(f64, String),
}
