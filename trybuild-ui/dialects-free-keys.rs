use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(gemini))]
struct Reply {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

fn main() {}
