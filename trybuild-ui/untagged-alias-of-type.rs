use llm_parse::LlmExtract;
use serde::Deserialize;

type Name = Box<str>;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Name(Name),
    Text(String),
}

fn main() {}
