use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[serde(skip)]
    Yes(#[llm(len(min = 1))] String),
    No,
}

fn main() {}
