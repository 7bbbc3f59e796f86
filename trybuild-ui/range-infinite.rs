use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = f64::INFINITY))]
    value: f64,
}

fn main() {}
