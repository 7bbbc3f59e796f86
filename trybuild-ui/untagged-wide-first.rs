use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Wide(u32),
    Narrow(u8),
}

fn main() {}
