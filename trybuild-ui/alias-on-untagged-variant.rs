use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Yes,
    #[serde(untagged)]
    #[llm(alias = "text")]
    Text(String),
}

fn main() {}
