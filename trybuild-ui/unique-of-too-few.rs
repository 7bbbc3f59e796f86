use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(unique, len(min = 3), items(one_of("a", "b")))]
    value: Vec<String>,
}

fn main() {}
