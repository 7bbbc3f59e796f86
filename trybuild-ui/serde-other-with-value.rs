use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Yes,
    #[serde(other)]
    Other(String),
}

fn main() {}
