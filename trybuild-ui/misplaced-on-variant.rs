use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[llm(example = "yes")]
    Yes,
    No,
}

fn main() {}
