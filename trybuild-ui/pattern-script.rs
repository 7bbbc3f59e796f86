use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(pattern = r"^\p{Greek}+$")]
    value: String,
}

fn main() {}
