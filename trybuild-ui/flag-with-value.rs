use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(unique = true)]
    value: Vec<u8>,
}

fn main() {}
