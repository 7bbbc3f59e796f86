use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Reply {
    Yes {
        #[serde(alias = "kind")]
        sort: u8,
    },
    No,
}

fn main() {}
