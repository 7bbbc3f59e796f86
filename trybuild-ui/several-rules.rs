use llm_parse::LlmExtract;
use serde::Deserialize;

type Title = String;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = 5))]
    title: Title,
    #[llm(range(min = -1, max = 300))]
    level: u8,
    #[llm(len(max = 5), example = "text")]
    count: u32,
}

fn main() {}
