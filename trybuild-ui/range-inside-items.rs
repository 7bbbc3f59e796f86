use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(range(max = 5)))]
    value: Vec<Option<String>>,
}

fn main() {}
