use llm_parse::LlmExtract;
use serde::Deserialize;

const MOST: u8 = 5;

#[derive(Deserialize, LlmExtract)]
struct Vote {
    #[llm(range(max = MOST), one_of(1, 3, 7))]
    stars: u8,
}

fn main() {}
