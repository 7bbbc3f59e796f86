use llm_parse::LlmExtract;
use serde::Deserialize;

const LIMIT: usize = 8;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(min = LIMIT + 1, max = LIMIT))]
    value: String,
}

fn main() {}
