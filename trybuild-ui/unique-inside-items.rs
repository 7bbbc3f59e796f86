use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(unique))]
    value: Vec<Vec<u8>>,
}

fn main() {}
