use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Base {
    kind: String,
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Reply {
    Value {
        #[serde(flatten)]
        base: Base,
    },
}

fn main() {}
