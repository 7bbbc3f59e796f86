use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(check = missing)]
    value: String,
    #[llm(range(min = 5, max = 1))]
    level: u8,
}

fn main() {}
