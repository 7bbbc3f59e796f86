use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Title(String);

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = 5))]
    value: Option<Box<Title>>,
}

fn main() {}
