//! Types that stand in one object and keep out of each other's way.

#![allow(dead_code)]

use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
struct Reply {
    id: u8,
    #[serde(flatten)]
    base: Base,
    #[serde(flatten)]
    event: Option<Event>,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Deserialize, LlmExtract)]
struct Base {
    name: String,
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Event {
    Opened,
    Moved(Base),
    Nested { next: Vec<Event> },
    Map(BTreeMap<String, u8>),
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Tree {
    Leaf(u8),
    Branch(Vec<Self>),
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

fn main() {
    assert!(Reply::outline().contains("kind"));
    assert!(Tree::outline().contains("["));
    assert!(OneOrMany::<u8>::outline().contains("["));
}
