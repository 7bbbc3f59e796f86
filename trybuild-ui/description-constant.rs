use llm_parse::LlmExtract;
use serde::Deserialize;

const LEVEL: u8 = 5;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(description = LEVEL)]
    value: String,
}

fn main() {}
