use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(pattern = "("))]
    value: Vec<String>,
}

fn main() {}
