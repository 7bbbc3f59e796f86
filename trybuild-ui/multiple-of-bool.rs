use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(multiple_of = true)]
    value: u8,
}

fn main() {}
