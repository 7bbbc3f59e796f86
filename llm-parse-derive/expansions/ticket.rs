//! A struct with rules.

use llm_parse::LlmExtract;
use serde::Deserialize;

/// A support ticket.
#[derive(Deserialize, LlmExtract)]
pub(crate) struct Ticket {
    /// Short, imperative summary.
    #[llm(len(min = 5, max = 120), example = "Fix the login page")]
    title: String,
    #[llm(range(min = 1, max = 5))]
    priority: u8,
    #[llm(pattern = r"^[A-Z]{2,}-\d+$", example = "OPS-7")]
    key: Option<String>,
    #[llm(unique, items(len(min = 2)))]
    tags: Vec<String>,
}
