use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(one_of("abcd", "B"), pattern = "^[a-z]{1,3}$")]
    value: String,
}

fn main() {}
