use std::collections::HashSet;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(items(range(max = 128))))]
    value: Vec<HashSet<i8>>,
}

fn main() {}
