use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(equal = 2))]
    value: Box<[u8; 3]>,
}

fn main() {}
