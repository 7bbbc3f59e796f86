use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = [1, 300])]
    value: Vec<u8>,
}

fn main() {}
