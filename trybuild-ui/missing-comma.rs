use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(min = 1) pattern = "a")]
    value: String,
}

fn main() {}
