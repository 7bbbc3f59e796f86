use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Yes,
    #[serde(alias = "Yes")]
    No,
}

fn main() {}
