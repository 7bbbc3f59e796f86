use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[llm(alias = 5)]
    Yes,
    No,
}

fn main() {}
