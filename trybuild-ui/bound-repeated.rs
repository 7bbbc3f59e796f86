use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply<T: LlmExtract> {
    value: T,
}

fn main() {}
