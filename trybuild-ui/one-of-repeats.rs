use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(one_of("a", "b", "a"))]
    value: String,
}

fn main() {}
