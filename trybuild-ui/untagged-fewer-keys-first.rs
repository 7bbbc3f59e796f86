use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Short { a: u8 },
    Long { a: u8, b: u8 },
}

fn main() {}
