//! Bounds that are constants, beside literals that keep them.

use llm_parse::LlmExtract;
use serde::Deserialize;

const LEAST: u8 = 1;
const MOST: usize = 3;

#[derive(Deserialize, LlmExtract)]
struct Order {
    #[llm(range(min = LEAST, max = MOST), one_of(1, 3))]
    stars: u8,
    #[llm(range(min = LEAST), example = 1)]
    pieces: u32,
    #[llm(len(equal = MOST), example = "ABC")]
    code: String,
    #[llm(len(max = MOST), items(len(max = MOST)), example = ["a", "abc", "äöü"])]
    tags: Vec<String>,
}

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic, gemini))]
struct Page<T> {
    items: Vec<T>,
    next: Option<u32>,
}

fn main() {
    assert!(llm_parse::parse::<Page<String>>(r#"{"items": ["a"], "next": 2}"#).is_ok());
    assert_eq!(Order::example()["code"], "ABC");
}
