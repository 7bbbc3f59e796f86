use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(min = 4))]
    value: [u8; 3],
}

fn main() {}
