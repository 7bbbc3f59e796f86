use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = "a")]
    #[llm(example = "b")]
    value: String,
}

fn main() {}
