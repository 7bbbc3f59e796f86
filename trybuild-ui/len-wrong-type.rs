use llm_parse::LlmExtract;
use serde::Deserialize;

const MAX: &str = "5";

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(max = MAX))]
    value: String,
}

fn main() {}
