use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(description = "text"))]
    value: Vec<String>,
}

fn main() {}
