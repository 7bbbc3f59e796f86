use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(transparent)]
struct Reply {
    a: u8,
    b: u8,
}

fn main() {}
