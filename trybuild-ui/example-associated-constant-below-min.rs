use llm_parse::LlmExtract;
use serde::Deserialize;

const LEAST: usize = 2;

#[derive(Deserialize, LlmExtract)]
struct Order {
    #[llm(range(min = LEAST), example = Self::PIECES)]
    pieces: Option<u32>,
}

impl Order {
    const PIECES: u32 = 1;
}

fn main() {}
