use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(example = 9)]
struct Level(#[llm(range(max = 5))] u8);

fn main() {}
