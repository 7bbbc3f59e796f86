use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(values(len(min = 1)))]
    value: Vec<u8>,
}

fn main() {}
