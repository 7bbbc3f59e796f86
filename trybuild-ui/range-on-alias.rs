use llm_parse::LlmExtract;
use serde::Deserialize;

type Title = String;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(range(max = 5))]
    value: Title,
}

fn main() {}
