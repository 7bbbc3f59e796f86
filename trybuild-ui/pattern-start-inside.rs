use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = "a^b")]
    value: String,
}

fn main() {}
