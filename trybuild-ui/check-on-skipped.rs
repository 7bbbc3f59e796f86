use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[serde(skip)]
    #[llm(check = str::parse)]
    value: String,
}

fn main() {}
