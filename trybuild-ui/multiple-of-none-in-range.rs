use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(min = 1, max = 4), multiple_of = 5)]
    value: u8,
}

fn main() {}
