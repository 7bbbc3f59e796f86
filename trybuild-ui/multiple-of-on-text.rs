use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(multiple_of = 5)]
    value: String,
}

fn main() {}
