use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = 0.5), example = 0.75)]
    value: f64,
}

fn main() {}
