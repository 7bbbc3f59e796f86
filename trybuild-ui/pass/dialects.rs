//! Types that can be sent where they say, each the nearest to a fault.

#![allow(dead_code)]

use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::Deserialize;

type Level<T> = BTreeMap<String, T>;

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(open_ai_strict, llama_cpp, anthropic, gemini, plain))]
struct Report {
    levels: Level<Level<Level<Level<Level<Level<Level<Level<Level<u8>>>>>>>>>,
}

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(open_ai_strict, llama_cpp, plain))]
struct Tree {
    leaves: Option<Vec<Tree>>,
    named: BTreeMap<String, Branch>,
}

#[derive(Deserialize, LlmExtract)]
enum Branch {
    None,
    Some(Box<Tree>, Box<Branch>),
}

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(llama_cpp, plain))]
struct Call {
    arguments: Vec<serde_json::Value>,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

/// The types of one name do not hold each other.
#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic, gemini))]
struct Item {
    inner: inner::Item,
}

mod inner {
    #[derive(serde::Deserialize, llm_parse::LlmExtract)]
    pub struct Item {
        text: String,
    }
}

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Page<T> {
    items: Vec<T>,
}

#[rustfmt::skip]
#[derive(Deserialize, LlmExtract)]
#[llm(dialects(anthropic))]
struct Sixteen {
    a: Option<u8>, b: Option<u8>, c: Option<u8>, d: Option<u8>, e: Option<u8>, f: Option<u8>, g: Option<u8>, h: Option<u8>,
    i: Option<u8>, j: Option<u8>, k: Option<u8>, l: Option<u8>, m: Option<u8>, n: Option<u8>, o: Option<u8>, p: Option<u8>,
}

#[derive(Deserialize, LlmExtract)]
#[llm(dialects(gemini))]
enum Reply {
    Nothing,
    Text { text: String },
}

fn main() {
    let _ = Page::<Page<u8>>::validate;
}
