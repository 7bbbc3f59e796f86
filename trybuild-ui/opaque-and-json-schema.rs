use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(opaque, json_schema)]
struct Reply {
    a: u8,
}

fn main() {}
