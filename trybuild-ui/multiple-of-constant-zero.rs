use llm_parse::LlmExtract;
use serde::Deserialize;

const STEP: u32 = 0;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(multiple_of = STEP)]
    value: u32,
}

fn main() {}
