use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Loose { a: Option<u8> },
    Named { b: u8 },
}

fn main() {}
