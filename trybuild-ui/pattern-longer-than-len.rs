use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = "[a-z]{5}", len(max = 4))]
    value: String,
}

fn main() {}
