use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Page<T> {
    items: Vec<T>,
    next: Option<Box<Page<T>>>,
}

fn main() {
    let _ = llm_parse::parse::<Page<String>>("{}");
}
