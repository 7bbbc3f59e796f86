use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Form {
    Round { radius: u8 },
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(one_of("Round"))]
    value: Form,
}

fn main() {}
