use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(min = 3), one_of("a", "abc"))]
    value: String,
}

fn main() {}
