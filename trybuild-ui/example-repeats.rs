use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(unique, example = ["a", "a"])]
    value: Vec<String>,
}

fn main() {}
