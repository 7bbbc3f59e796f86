use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(open_ai_strict, gemini))]
struct Tree {
    leaves: Option<Vec<Tree>>,
}

fn main() {}
