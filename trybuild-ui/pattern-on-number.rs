use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = "^[0-9]+$")]
    value: u8,
}

fn main() {}
