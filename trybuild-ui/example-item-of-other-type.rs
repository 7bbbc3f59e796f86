use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = ["a", 1])]
    value: Vec<String>,
}

fn main() {}
