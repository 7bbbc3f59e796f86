//! A crate that forgives nothing.
#![deny(warnings, unused_qualifications, missing_docs, unreachable_pub)]

use llm_parse::LlmExtract;
use serde::Deserialize;

/// Old in part.
#[derive(Deserialize, LlmExtract)]
#[serde(default)]
pub struct Reply {
    /// Old.
    #[deprecated]
    #[llm(range(max = 5), check = any)]
    pub old: Option<u8>,
    /// New.
    #[llm(range(max = 5))]
    pub new: u8,
}

impl Default for Reply {
    #[expect(deprecated)]
    fn default() -> Self {
        Reply { old: None, new: 1 }
    }
}

fn any(_: &Option<u8>) -> Result<(), String> {
    Ok(())
}

/// Old in part.
#[derive(Deserialize, LlmExtract)]
pub enum Choice {
    /// Old.
    #[deprecated]
    Old(#[deprecated] u8),
    /// New.
    New,
}

/// Old.
#[derive(Deserialize, LlmExtract)]
#[deprecated]
pub struct Old {
    /// A number.
    pub x: u8,
}

fn main() {}
