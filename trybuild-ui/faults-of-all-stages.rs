use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(lenn(min = 1))]
    a: Foreign,
    #[llm(range(min = 5, max = 1))]
    b: u8,
    c: Foreign,
    #[llm(check = short)]
    d: String,
}

fn short(_: &str) -> bool {
    true
}

fn main() {}
