use llm_parse::LlmExtract;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Call {
    arguments: Vec<Argument>,
}

#[derive(Deserialize, LlmExtract)]
struct Argument {
    value: Value,
}

fn main() {}
