//! What is asked.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A text, the type of what is to be taken out of it, and what the text says of each field.
#[derive(Deserialize)]
pub(crate) struct Task {
    #[serde(alias = "task")]
    pub(crate) id: String,
    pub(crate) r#type: String,
    pub(crate) text: String,
    #[serde(alias = "expected_fields")]
    pub(crate) expected: Map<String, Value>,
}

/// The tasks of a file that has one of them a line.
pub(crate) fn tasks(lines: &str) -> Result<Vec<Task>, serde_json::Error> {
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    lines.map(serde_json::from_str).collect()
}
