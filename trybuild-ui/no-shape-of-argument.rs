use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    value: Page<Foreign>,
}

fn main() {}
