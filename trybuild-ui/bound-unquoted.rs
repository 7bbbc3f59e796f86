use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(bound = T: Clone)]
struct Reply<T> {
    value: T,
}

fn main() {}
