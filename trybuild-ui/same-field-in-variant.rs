use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    Yes {
        first: u8,
        #[serde(rename = "first")]
        second: u8,
    },
    No,
}

fn main() {}
