use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(bound = "String: Clone")]
struct Reply {
    value: String,
}

fn main() {}
