use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(pattern = "^[a-z]+$"), example = ["a", "B"])]
    value: Vec<String>,
}

fn main() {}
