use llm_parse::LlmExtract;
use serde::Deserialize;

const MAX: &str = "5";

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = MAX))]
    value: u8,
}

fn main() {}
