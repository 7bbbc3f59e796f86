use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[serde(skip)]
    #[llm(alias = "yeah")]
    Yes,
    No,
}

fn main() {}
