use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Text(String),
    Level(Level),
}

fn main() {}
