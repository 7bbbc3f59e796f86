use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Pair(u8, u8),
    Point(u8, u8),
}

fn main() {}
