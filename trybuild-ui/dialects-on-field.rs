use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(dialects(gemini))]
    id: u8,
}

fn main() {}
