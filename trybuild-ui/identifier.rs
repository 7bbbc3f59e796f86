use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(field_identifier)]
enum Reply {
    A,
    B,
}

fn main() {}
