use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Reply {
    #[llm(alias = "yeah", alias = "yeah")]
    Yes,
    No,
}

fn main() {}
