use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^[^\s\S]$")]
    value: String,
}

fn main() {}
