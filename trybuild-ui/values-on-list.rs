use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(values(len(max = 5)))]
    value: Vec<String>,
}

fn main() {}
