use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(pattern = "^[a-z]{1,5}$", len(min = 6)))]
    value: Vec<String>,
}

fn main() {}
