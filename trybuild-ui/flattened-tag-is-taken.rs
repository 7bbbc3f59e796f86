use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Event {
    Opened,
    Closed,
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    kind: u8,
    #[serde(flatten)]
    event: Event,
}

fn main() {}
