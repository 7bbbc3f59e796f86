use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(min = 5), example = "abc")]
    value: String,
}

fn main() {}
