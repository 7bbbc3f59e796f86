//! Hands `llm-parse` on.

pub use llm_parse;

/// Hands it on under another name.
pub mod deep {
    pub use llm_parse as parse;
}
