use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(rang(min = 1))]
    value: u8,
}

#[derive(Deserialize, LlmExtract)]
struct Outer {
    reply: Vec<Reply>,
}

fn read(text: &str) -> Option<Reply> {
    let reply: Reply = llm_parse::parse(text).ok()?.into_value();
    reply.validate().ok()?;
    (Reply::schema() == Outer::schema()).then_some(reply)
}

fn main() {
    assert!(read("{}").is_none());
}
