use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply<'a> {
    value: &'a str,
}

fn main() {}
