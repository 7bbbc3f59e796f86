//! What a client can do.

use serde::{Deserialize, Serialize};

use crate::dialect::Rules;

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
    /// What the client accepts as a schema; all of JSON Schema by default.
    pub dialect: Rules,
}

impl Default for Capabilities {
    fn default() -> Self {
        Capabilities {
            modes: vec![Mode::Prompt],
            dialect: Rules::default(),
        }
    }
}

impl Capabilities {
    /// A client that understands these modes, best first.
    pub fn modes(modes: impl IntoIterator<Item = Mode>) -> Self {
        Capabilities {
            modes: modes.into_iter().collect(),
            dialect: Rules::default(),
        }
    }

    /// Says which schemas the client accepts. In [`Mode::Auto`] a mode that sends a schema is passed over where the
    /// dialect has none for the type; where such a mode is demanded, the run ends before any request.
    ///
    /// ```
    /// use llm_parse::{Capabilities, Mode, dialect::Gemini};
    ///
    /// let can = Capabilities::modes([Mode::JsonSchema, Mode::JsonObject]).dialect(Gemini);
    /// # let _ = can;
    /// ```
    #[must_use]
    pub fn dialect(mut self, dialect: impl Into<Rules>) -> Self {
        self.dialect = dialect.into();
        self
    }
}
