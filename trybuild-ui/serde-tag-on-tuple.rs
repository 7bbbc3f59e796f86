use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Reply {
    Pair(u8, u8),
}

fn main() {}
