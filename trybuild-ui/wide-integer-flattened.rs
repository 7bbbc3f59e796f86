use llm_parse::LlmExtract;
use serde::Deserialize;

use std::collections::BTreeMap;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[serde(flatten)]
    rest: BTreeMap<String, u128>,
}

fn main() {}
