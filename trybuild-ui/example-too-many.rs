use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(max = 1), example = ["a", "b"])]
    value: Vec<String>,
}

fn main() {}
