use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply<'a> {
    #[serde(borrow)]
    value: std::borrow::Cow<'a, str>,
}

fn main() {}
