use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(check = within)]
    value: u8,
}

fn within(_: &u8, _: u8) -> Result<(), String> {
    Ok(())
}

fn main() {}
