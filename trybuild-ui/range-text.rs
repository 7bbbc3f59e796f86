use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(min = "a"))]
    value: u8,
}

fn main() {}
