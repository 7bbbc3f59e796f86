use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(multiple_of = 0.5)]
    value: Option<u32>,
}

fn main() {}
