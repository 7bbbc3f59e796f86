//! Untagged variants that are told apart, the narrow one first.

#![allow(dead_code)]

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Reply {
    Nothing,
    Whole(i64),
    Float(f64),
    Level(Level),
    Text(String),
    Pair(u8, String),
    Long { a: u8, b: u8 },
    Short { a: u8 },
}

#[derive(Deserialize, LlmExtract)]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged, deny_unknown_fields)]
enum Closed {
    Short { a: u8 },
    Long { a: u8, b: u8 },
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum LooseLast {
    Named { b: u8 },
    Person(Person),
    Loose { a: Option<u8> },
    Nothing,
    Text(String),
    Many(Vec<Person>),
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged, deny_unknown_fields)]
enum LooseAndClosed {
    Loose { a: Option<u8> },
    Named { b: u8 },
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum OneKeyNeeded {
    Loose { a: Option<u8>, c: u8 },
    Named { b: u8 },
    OtherType { a: Option<Vec<u8>> },
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum SameKey {
    Loose { name: Option<u8> },
    Person(Person),
    Other { #[serde(alias = "name")] title: String },
}

#[derive(Deserialize, LlmExtract)]
struct Person {
    name: String,
}

fn main() {
    assert!(Reply::outline().contains("Low"));
    assert!(Closed::outline().contains("b"));
    assert!(LooseLast::outline().contains("a"));
    assert!(LooseAndClosed::outline().contains("a"));
    assert!(OneKeyNeeded::outline().contains("c"));
    assert!(SameKey::outline().contains("title"));
}
