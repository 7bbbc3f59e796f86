//! Turns on every lint that a careful user turns on.
#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unreachable_pub,
    single_use_lifetimes,
    missing_debug_implementations,
    unused_results,
    trivial_casts,
    trivial_numeric_casts,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::indexing_slicing,
    clippy::absolute_paths,
    clippy::missing_docs_in_private_items
)]
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

/// The greatest number.
const MAX: u8 = 9;

/// A reply.
#[derive(Debug, Clone, Serialize, Deserialize, LlmExtract)]
#[serde(deny_unknown_fields)]
#[llm(check = Self::sound, json_schema)]
#[must_use]
#[non_exhaustive]
pub struct Reply {
    /// A number.
    #[llm(range(min = 1, max = MAX), example = MAX)]
    pub number: u8,
    /// A text.
    #[llm(pattern = "^[a-z]+$", example = "a", check = lower)]
    pub text: String,
    /// A list.
    #[llm(unique, len(max = 3))]
    pub list: Vec<u8>,
    /// A map.
    pub map: BTreeMap<String, Kind<u8>>,
    /// Once used.
    #[deprecated]
    pub old: Option<u8>,
}

impl Reply {
    /// Whether number and list go together.
    fn sound(&self) -> Result<(), String> {
        if self.list.len() > usize::from(self.number) {
            return Err("more items than the number says".to_owned());
        }
        Ok(())
    }
}

/// Lower case.
fn lower(text: &str) -> Result<(), &'static str> {
    match text {
        "A" => Err("too big"),
        _ => Ok(()),
    }
}

/// A kind.
#[derive(Debug, Clone, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind<T: Debug> {
    /// Nothing.
    Nothing,
    /// Once used.
    #[deprecated]
    Old,
    /// Something.
    Something {
        /// The value.
        value: T,
        /// A number.
        #[llm(range(max = 5))]
        number: f64,
    },
}

/// Once used.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, LlmExtract)]
#[deprecated]
pub struct Old(
    /// The value.
    #[llm(range(min = 0.5))]
    pub f32,
);

/// A plain choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, LlmExtract)]
pub enum Choice {
    /// Once used.
    #[deprecated]
    Old = 1,
    /// In use.
    New = 2,
}
