use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "t", content = "t")]
enum Reply {
    A { n: u8 },
}

fn main() {}
