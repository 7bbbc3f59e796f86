use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[serde(skip)]
    Never,
}

fn main() {}
