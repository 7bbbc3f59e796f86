use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply(u8, #[serde(flatten)] Vec<u8>);

fn main() {}
