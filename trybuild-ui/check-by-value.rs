use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(check = short)]
    value: String,
}

fn short(_: String) -> Result<(), String> {
    Ok(())
}

fn main() {}
