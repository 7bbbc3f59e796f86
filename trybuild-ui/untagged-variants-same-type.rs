use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Nothing,
    #[serde(untagged)]
    Name(String),
    #[serde(untagged)]
    Text(String),
}

fn main() {}
