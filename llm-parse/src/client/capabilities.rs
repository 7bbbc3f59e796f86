//! What a client can do.

use std::fmt;

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

/// A kind of [`Attachment`](crate::Attachment).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Media {
    /// The bytes of an image.
    Image,
    /// An image that the provider fetches from a URL.
    ImageUrl,
    /// A PDF document.
    Document,
}

impl fmt::Display for Media {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Media::Image => "images",
            Media::ImageUrl => "images by URL",
            Media::Document => "documents",
        })
    }
}

/// What a client can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Capabilities {
    /// The modes that the client understands, best first. [`Mode::Prompt`] always works.
    pub modes: Vec<Mode>,
    /// What the client accepts as a schema; all of JSON Schema by default.
    pub dialect: Rules,
    /// What the client takes beside text; nothing by default.
    #[serde(default)]
    pub media: Vec<Media>,
}

impl Default for Capabilities {
    fn default() -> Self {
        Capabilities {
            modes: vec![Mode::Prompt],
            dialect: Rules::default(),
            media: Vec::new(),
        }
    }
}

impl Capabilities {
    /// A client that understands these modes, best first.
    pub fn modes(modes: impl IntoIterator<Item = Mode>) -> Self {
        Capabilities {
            modes: modes.into_iter().collect(),
            ..Capabilities::default()
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

    /// Says what the client takes beside text. A prompt with anything else fails before any request, and passes over a
    /// fallback client.
    ///
    /// ```
    /// use llm_parse::{Capabilities, Media, Mode};
    ///
    /// let can = Capabilities::modes([Mode::JsonSchema]).media([Media::Image, Media::Document]);
    /// # let _ = can;
    /// ```
    #[must_use]
    pub fn media(mut self, media: impl IntoIterator<Item = Media>) -> Self {
        self.media = media.into_iter().collect();
        self
    }
}
