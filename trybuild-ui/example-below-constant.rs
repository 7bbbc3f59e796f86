use llm_parse::LlmExtract;
use serde::Deserialize;

const LEAST: i32 = 2;

#[derive(Deserialize, LlmExtract)]
struct Order {
    #[llm(range(min = LEAST), example = 1)]
    pieces: u32,
}

fn main() {}
