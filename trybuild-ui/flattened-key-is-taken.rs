use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Base {
    kind: String,
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    kind: u8,
    #[serde(flatten)]
    base: Base,
}

fn main() {}
