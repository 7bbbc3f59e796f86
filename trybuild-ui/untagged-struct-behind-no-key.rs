use llm_parse::LlmExtract;
use serde::Deserialize;

type Maybe = Option<String>;

#[derive(Deserialize, LlmExtract)]
struct Person {
    name: String,
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Note { text: Maybe },
    Person(Person),
}

fn main() {}
