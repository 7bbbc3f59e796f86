use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    first: u8,
    #[serde(rename = "first")]
    second: u8,
}

fn main() {}
