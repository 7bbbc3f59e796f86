use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(range(min = 1))]
struct Reply {
    value: u8,
}

fn main() {}
