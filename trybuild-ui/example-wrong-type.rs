use llm_parse::LlmExtract;
use serde::Deserialize;

const EXAMPLE: u8 = 1;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = EXAMPLE)]
    value: String,
}

fn main() {}
