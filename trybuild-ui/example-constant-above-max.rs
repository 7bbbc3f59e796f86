use llm_parse::LlmExtract;
use serde::Deserialize;

const PIECES: u8 = 7;

#[derive(Deserialize, LlmExtract)]
struct Order {
    #[llm(range(max = 5), example = PIECES)]
    pieces: u8,
}

fn main() {}
