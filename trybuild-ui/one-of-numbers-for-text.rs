use llm_parse::LlmExtract;
use serde::Deserialize;

type Title = String;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(one_of(1, 2))]
    value: Title,
}

fn main() {}
