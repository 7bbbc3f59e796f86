use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    value: (u8, Foreign),
}

fn main() {}
