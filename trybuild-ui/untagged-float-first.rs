use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Float(f64),
    Whole(i64),
}

fn main() {}
