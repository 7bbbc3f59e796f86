use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    id: u8,
    #[serde(flatten)]
    rest: Vec<u8>,
}

fn main() {}
