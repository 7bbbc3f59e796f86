use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Yes,
    #[llm(alias = "Yes")]
    No,
}

fn main() {}
