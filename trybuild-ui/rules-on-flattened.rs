use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[serde(flatten)]
    #[llm(len(min = 1))]
    value: std::collections::HashMap<String, u8>,
}

fn main() {}
