use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(min = 1.5))]
    value: u8,
}

fn main() {}
