use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Inner {
    name: String,
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = "x")]
    value: Inner,
}

fn main() {}
