use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^[a-c[x-z]]+$")]
    value: String,
}

fn main() {}
