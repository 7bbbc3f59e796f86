use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^[A-Z]+-\d+$", example = "ops-7")]
    value: String,
}

fn main() {}
