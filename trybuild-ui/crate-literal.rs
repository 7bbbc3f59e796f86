use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(crate = 5)]
struct Reply {
    value: u8,
}

fn main() {}
