use llm_parse::LlmExtract;
use serde::Deserialize;

use std::collections::BTreeMap;

#[derive(Deserialize, LlmExtract)]
#[serde(deny_unknown_fields)]
struct Reply {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

fn main() {}
