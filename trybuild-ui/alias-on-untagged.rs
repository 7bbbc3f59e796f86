use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    #[llm(alias = "text")]
    Text(String),
    Number(u8),
}

fn main() {}
