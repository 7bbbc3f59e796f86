use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(format = "date", one_of("2026-11-30", "today"))]
    value: String,
}

fn main() {}
