use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(min = 5, max = 1))]
    value: u8,
}

fn main() {}
