use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(gemini, anthropic, gemini))]
struct Reply {
    id: u8,
}

fn main() {}
