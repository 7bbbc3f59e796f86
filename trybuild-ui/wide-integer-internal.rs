use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Reply {
    Number { value: Option<i128> },
}

fn main() {}
