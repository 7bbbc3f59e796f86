use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize)]
struct Foreign;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(as = Foreign)]
    value: Foreign,
}

fn main() {}
