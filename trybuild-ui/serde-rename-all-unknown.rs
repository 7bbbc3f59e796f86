use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "camelcase")]
struct Reply {
    value: u8,
}

fn main() {}
