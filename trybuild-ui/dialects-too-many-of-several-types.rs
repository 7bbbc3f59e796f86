use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Reply {
    first: Nine,
    second: Eight,
}

#[derive(Deserialize, LlmExtract)]
#[rustfmt::skip]
struct Nine { a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>, g: Option<u8>, h: Option<u8>, i: Option<u8> }

#[derive(Deserialize, LlmExtract)]
#[rustfmt::skip]
struct Eight { a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>, g: Option<u8>, h: Option<u8> }

fn main() {}
