use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(min = -129, max = 0))]
    value: i8,
}

fn main() {}
