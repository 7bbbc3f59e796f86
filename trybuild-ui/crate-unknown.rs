use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(crate = nowhere)]
struct Reply {
    value: String,
}

fn main() {}
