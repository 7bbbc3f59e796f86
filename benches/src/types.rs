//! The root types that hostile texts are read into.

use std::collections::BTreeMap;

use llm_parse::{LlmExtract, Reader};
use serde::Deserialize;
use serde_json::Value;

use crate::Orders;

/// A struct whose only key is one that hostile texts have.
#[derive(Deserialize, LlmExtract)]
#[llm(check = small)]
#[serde(rename_all = "lowercase")]
pub struct Plain {
    pub a: u8,
    #[serde(default)]
    pub b: Vec<Plain>,
}

fn small(plain: &Plain) -> Result<(), &'static str> {
    if plain.a < 5 {
        Ok(())
    } else {
        Err("`a` is too great")
    }
}

#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    A,
    B { a: u8 },
    Other,
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "a", content = "b")]
pub enum Tagged {
    One(u8),
    Two(Vec<String>),
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
pub enum Untagged {
    Number(i64),
    Plain(Box<Plain>),
    Nested { a: Box<Untagged> },
    Many(Vec<Untagged>),
    Text(String),
}

/// Reads a text into a type; whether there is a value.
pub type Read = fn(&str) -> bool;

/// The root types by name.
pub const TYPES: &[(&str, Read)] = &[
    ("Orders", read::<Orders>),
    ("Plain", read::<Plain>),
    ("Vec<Plain>", read::<Vec<Plain>>),
    ("Option<Plain>", read::<Option<Plain>>),
    ("Map", read::<BTreeMap<String, Vec<u8>>>),
    ("Word", read::<Word>),
    ("Tagged", read::<Tagged>),
    ("Untagged", read::<Untagged>),
    ("String", read::<String>),
    ("f64", read::<f64>),
    ("Vec<String>", read::<Vec<String>>),
    ("Value", read::<Value>),
    ("cut off", |text| {
        let reader = Reader::new().cut_off(true);
        reader.parse::<Vec<Plain>>(text).is_ok()
    }),
];

fn read<T: LlmExtract>(text: &str) -> bool {
    match llm_parse::parse::<T>(text) {
        Ok(_) => true,
        // What a caller does with an error belongs to reading.
        Err(error) => error.to_string().is_empty() && error.partial().is_some(),
    }
}
