use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(multiple_of = 500)]
    value: u8,
}

fn main() {}
