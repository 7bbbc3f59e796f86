use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    value: Option<Box<Foreign>>,
}

fn main() {}
