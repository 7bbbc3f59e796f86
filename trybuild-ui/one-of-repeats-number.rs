use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(one_of(1, 2, 1.0))]
    value: f64,
}

fn main() {}
