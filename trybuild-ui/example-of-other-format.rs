use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(format = "date", example = "30/11/2026")]
    value: String,
}

fn main() {}
