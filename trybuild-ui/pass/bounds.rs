//! Bounds that the user states, and the two derives' own.

#![allow(dead_code)]

use llm_parse::LlmExtract;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize, LlmExtract)]
#[serde(bound = "")]
struct Page<T: LlmExtract> {
    items: Vec<T>,
}

#[derive(Deserialize, LlmExtract)]
#[serde(bound = "")]
struct Pages<T>
where
    T: DeserializeOwned + LlmExtract,
{
    pages: Vec<Page<T>>,
}

#[derive(Deserialize, LlmExtract)]
struct Plain<T>
where
    Vec<T>: Clone,
{
    value: T,
}

fn main() {
    assert!(Pages::<Plain<u8>>::outline().contains("value"));
}
