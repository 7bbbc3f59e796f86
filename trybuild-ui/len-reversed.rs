use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(min = 5, max = 1))]
    value: String,
}

fn main() {}
