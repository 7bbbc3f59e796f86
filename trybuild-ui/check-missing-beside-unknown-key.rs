use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(rang(min = 5))]
    level: u8,
    #[llm(check = missing)]
    value: String,
}

fn main() {}
