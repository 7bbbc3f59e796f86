use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "camelCase")]
struct Reply {
    first_name: u8,
    first__name: u8,
}

fn main() {}
