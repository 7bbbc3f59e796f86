use llm_parse::LlmExtract;
use serde::Deserialize;

const LIMIT: u16 = 300;

type Level = u8;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = LIMIT))]
    value: Level,
}

fn main() {}
