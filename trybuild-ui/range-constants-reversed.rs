use llm_parse::LlmExtract;
use serde::Deserialize;

const LIMIT: u32 = 300;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(min = LIMIT + 1, max = LIMIT))]
    value: u32,
}

fn main() {}
