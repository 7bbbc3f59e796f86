use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = [1, 2])]
    value: [u8; 3],
}

fn main() {}
