use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Base {
    id: u8,
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Reply {
    Base(Option<Base>),
}

fn main() {}
