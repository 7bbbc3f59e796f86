use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(keys(range(max = 5)))]
    value: BTreeMap<String, u8>,
}

fn main() {}
