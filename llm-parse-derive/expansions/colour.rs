//! An enum of names.

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Colour {
    /// As the sky.
    Blue,
    #[serde(alias = "vermilion")]
    #[llm(alias = "crimson")]
    Red,
    #[serde(other)]
    Other,
}
