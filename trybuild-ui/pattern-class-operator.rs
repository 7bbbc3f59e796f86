use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^[a-y&&b-z]+$")]
    value: String,
}

fn main() {}
