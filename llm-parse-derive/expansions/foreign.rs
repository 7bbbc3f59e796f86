//! What serde reads by a function, and what is flattened.

use std::collections::HashMap;

use llm_parse::LlmExtract;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize, LlmExtract)]
#[serde(default)]
#[derive(Default)]
pub(crate) struct Share {
    #[serde(deserialize_with = "percent")]
    #[llm(as = String, pattern = "^[0-9]+%$", example = "50%")]
    part: u8,
    #[serde(flatten)]
    rest: HashMap<String, u8>,
}

fn percent<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let text = String::deserialize(from)?;
    text.trim_end_matches('%')
        .parse()
        .map_err(serde::de::Error::custom)
}
