use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[serde(other)]
    A,
    #[serde(other)]
    B,
}

fn main() {}
