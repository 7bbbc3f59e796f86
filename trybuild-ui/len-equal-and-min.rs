use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(equal = 3, min = 1))]
    value: String,
}

fn main() {}
