use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(llama_cpp, gemini))]
enum Reply {
    Nothing {},
    Text { text: String },
}

fn main() {}
