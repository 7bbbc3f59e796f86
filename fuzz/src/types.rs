//! The types that are read.

use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub struct Order {
    pub a: u64,
    #[serde(default)]
    pub b: Vec<Item>,
    pub c: Option<String>,
    #[serde(default)]
    pub d: BTreeMap<String, Float>,
    pub e: State,
    pub f: Option<Box<Order>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub a: i8,
    pub b: (bool, char),
    pub c: Tagged,
}

/// A struct with rules and a check.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[llm(check = short)]
pub struct Ruled {
    #[llm(range(min = 1, max = 9))]
    pub a: i32,
    #[llm(len(min = 1, max = 3), unique)]
    pub b: Vec<String>,
    #[llm(pattern = "^[a-z]+$", example = "abc")]
    pub c: Option<String>,
}

fn short(ruled: &Ruled) -> Result<(), &'static str> {
    if ruled.b.len() < 3 {
        Ok(())
    } else {
        Err("too long")
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
pub enum State {
    A,
    InPlace,
    Sent { a: String },
    Lost(i64),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "a", content = "b")]
pub enum Tagged {
    One(u8),
    Two(Vec<String>),
    Three,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(untagged)]
pub enum Loose {
    Number(i64),
    Flag(bool),
    Named { a: String },
    Boxed { a: Box<Loose> },
    Many(Vec<Loose>),
    Text(String),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub struct Flat {
    pub a: u8,
    #[serde(flatten)]
    pub rest: BTreeMap<String, serde_json::Value>,
}

/// A float; equal to its neighbours where `serde_json` reads floats only nearly right.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, LlmExtract)]
pub struct Float(pub f64);

impl PartialEq for Float {
    fn eq(&self, other: &Float) -> bool {
        let distance = self.0.to_bits().abs_diff(other.0.to_bits());
        distance <= u64::from(!is_exact())
    }
}

/// Whether `serde_json` has its feature `float_roundtrip`.
fn is_exact() -> bool {
    serde_json::from_str::<f64>("5.187848314319592e49").ok() == "5.187848314319592e49".parse().ok()
}

/// How many types there are.
pub const TYPES: usize = 14;

/// A generic function of a text, for each of the types.
macro_rules! for_each_type {
    ($function:ident) => {
        [
            $function::<types::Order>,
            $function::<types::Ruled>,
            $function::<types::State>,
            $function::<types::Tagged>,
            $function::<types::Loose>,
            $function::<types::Flat>,
            $function::<Vec<types::Item>>,
            $function::<Vec<String>>,
            $function::<Option<i64>>,
            $function::<std::collections::BTreeMap<String, u8>>,
            $function::<types::Float>,
            $function::<bool>,
            $function::<String>,
            $function::<serde_json::Value>,
        ]
    };
}

pub(crate) use for_each_type;
