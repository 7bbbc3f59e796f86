use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = "^[a-z]{3}$", format = "date")]
    value: String,
}

fn main() {}
