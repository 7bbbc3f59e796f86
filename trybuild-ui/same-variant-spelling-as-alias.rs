use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[serde(alias = "yeah")]
    Yes,
    #[llm(alias = "yeah")]
    No,
}

fn main() {}
