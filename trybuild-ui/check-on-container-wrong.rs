use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(check = within)]
struct Reply {
    value: u8,
}

fn within(_: &u8) -> Result<(), String> {
    Ok(())
}

fn main() {}
