use llm_parse::LlmExtract;
use serde::Deserialize;

const HALF: f64 = 0.5;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(range(max = HALF)))]
    value: Vec<i8>,
}

fn main() {}
