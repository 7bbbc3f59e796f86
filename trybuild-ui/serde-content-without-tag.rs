use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(content = "of")]
enum Reply {
    Yes(u8),
}

fn main() {}
