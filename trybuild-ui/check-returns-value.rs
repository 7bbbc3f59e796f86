use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(check = short)]
    value: String,
}

fn short(_: &str) -> Result<u8, String> {
    Ok(1)
}

fn main() {}
