use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(check = SHORT)]
    value: String,
}

const SHORT: u8 = 5;

fn main() {}
