use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[serde(flatten)]
    rest: std::collections::HashMap<u8, String>,
}

fn main() {}
