use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects())]
struct Reply {
    id: u8,
}

fn main() {}
