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

fn main() {
    assert!(Reply::outline().contains("Low"));
    assert!(Closed::outline().contains("b"));
}
