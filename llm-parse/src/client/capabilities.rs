//! What a client can do.

use serde::{Deserialize, Serialize};

/// How a model is made to answer with a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Mode {
    /// The best that the client can do.
    #[default]
    Auto,
    /// The schema is sent as the response format.
    JsonSchema,
    /// The schema is sent as the parameters of a tool that the model must call; the variants of an enum are tools of their
    /// own, see [`Tool`](struct@crate::Tool).
    Tool,
    /// The response format is any JSON object; the outline stands in the prompt.
    JsonObject,
    /// Nothing but the prompt.
    Prompt,
}

/// What a client can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Capabilities {
    /// The modes that the client understands, best first. [`Mode::Prompt`] always works.
    pub modes: Vec<Mode>,
    /// Whether the schema must be within `OpenAI`'s strict subset.
    pub strict_schema: bool,
}

impl Default for Capabilities {
    fn default() -> Self {
        Capabilities {
            modes: vec![Mode::Prompt],
            strict_schema: false,
        }
    }
}

impl Capabilities {
    /// A client that understands these modes, best first.
    pub fn modes(modes: impl IntoIterator<Item = Mode>) -> Self {
        Capabilities {
            modes: modes.into_iter().collect(),
            strict_schema: false,
        }
    }

    /// Says that the schema must be within `OpenAI`'s strict subset.
    #[must_use]
    pub fn strict_schema(mut self) -> Self {
        self.strict_schema = true;
        self
    }
}
