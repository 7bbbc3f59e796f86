use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(items(format = "ipv4"), example = ["192.0.2.1", "192.0.2"])]
    value: Vec<String>,
}

fn main() {}
