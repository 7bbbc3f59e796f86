use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(format = "date", len(max = 5))]
    value: String,
}

fn main() {}
