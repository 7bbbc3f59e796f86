use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Loose {
        #[serde(default)]
        a: u8,
    },
    Named {
        b: u8,
    },
}

fn main() {}
