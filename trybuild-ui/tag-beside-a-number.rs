use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Reply {
    Number(u8),
}

fn main() {}
