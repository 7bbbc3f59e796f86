use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(multiple_of = 3, one_of(1, 6))]
    value: u8,
}

fn main() {}
