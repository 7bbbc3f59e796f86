use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(unique)]
    value: std::collections::BTreeSet<u8>,
}

fn main() {}
