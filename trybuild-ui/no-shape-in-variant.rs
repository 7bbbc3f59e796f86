use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Nothing,
    Value(Foreign),
}

fn main() {}
