use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[serde(renam = "v")]
    value: u8,
}

fn main() {}
