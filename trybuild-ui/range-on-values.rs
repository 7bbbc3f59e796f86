use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(values(range(max = 5)))]
    value: BTreeMap<u8, String>,
}

fn main() {}
