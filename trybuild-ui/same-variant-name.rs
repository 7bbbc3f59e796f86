use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum Reply {
    Yes,
    #[serde(rename = "yes")]
    Yeah,
}

fn main() {}
