use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    None,
    #[serde(untagged)]
    Number(i128),
}

fn main() {}
