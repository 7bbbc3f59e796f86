use llm_parse::LlmExtract;
use serde::Deserialize;

const MOST: usize = 3;

#[derive(Deserialize, LlmExtract)]
struct Order {
    #[llm(len(max = MOST), example = "ABCD")]
    code: String,
    #[llm(len(min = MOST), items(len(max = MOST)), example = ["a", "long"])]
    tags: Vec<String>,
}

fn main() {}
