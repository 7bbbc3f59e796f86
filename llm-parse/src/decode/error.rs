//! Why a type's `Deserialize` refused a value.

use serde::de;

use crate::tree::{NONE, NodeId};

/// Why a type's `Deserialize` refused a value.
#[derive(Debug)]
pub struct DecodeError(Box<Refusal>);

#[derive(Debug)]
struct Refusal {
    message: String,
    node: NodeId,
}

impl DecodeError {
    /// The innermost value that was refused.
    pub(crate) fn node(&self) -> Option<NodeId> {
        Some(self.0.node).filter(|node| *node != NONE)
    }

    pub(super) fn at(mut self, node: NodeId) -> Self {
        if self.0.node == NONE {
            self.0.node = node;
        }
        self
    }
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        DecodeError(Box::new(Refusal {
            message: message.to_string(),
            node: NONE,
        }))
    }
}
