//! A value that may not be there, with the reason why.

use serde::{Deserialize, Serialize};

/// What was asked for, or the reason why it is not there.
///
/// A model that is asked for a `T` which the text does not hold makes one up. Asked for a `Maybe<T>`, it can say so: the
/// answer is `{"found": ..}` or `{"not_found": "the reason"}`, and in [`Mode::Tool`](crate::Mode::Tool) one of two tools.
/// What models say instead is understood and on record: `null` and words for nothing (`"not found"`, `"N/A"`) are
/// [`NotFound`](Maybe::NotFound), the bare value is [`Found`](Maybe::Found).
///
/// It may be the whole value or stand anywhere inside it.
///
/// ```
/// use llm_parse::{LlmExtract, Maybe, parse};
///
/// #[derive(Debug, PartialEq, serde::Deserialize, LlmExtract)]
/// struct Flight {
///     number: String,
///     gate: Option<String>,
/// }
///
/// let said = parse::<Maybe<Flight>>(r#"{"found": {"number": "LX 41"}}"#)?.into_value();
/// assert_eq!(said.found().map(|flight| &*flight.number), Some("LX 41"));
///
/// let said = parse::<Maybe<Flight>>(r#"{"not_found": "the mail is about a train"}"#)?.into_value();
/// assert_eq!(said.reason(), Some("the mail is about a train"));
///
/// assert_eq!(parse::<Maybe<Flight>>("null")?.into_value().into_option(), None);
/// # Ok::<(), llm_parse::ParseError>(())
/// ```
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, llm_parse_derive::LlmExtract,
)]
#[serde(rename_all = "snake_case")]
#[llm(crate = crate, description = "What was asked for, or why it is not there.")]
pub enum Maybe<T> {
    /// What was asked for.
    #[llm(alias = "")]
    Found(T),
    /// Why it is not there.
    #[llm(alias = "null")]
    NotFound(String),
}

impl<T> Maybe<T> {
    /// Whether the value is there.
    pub fn is_found(&self) -> bool {
        matches!(self, Maybe::Found(_))
    }

    /// The value, where it is there.
    pub fn found(&self) -> Option<&T> {
        match self {
            Maybe::Found(value) => Some(value),
            Maybe::NotFound(_) => None,
        }
    }

    /// Why the value is not there, where it is not; empty where the model did not say.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Maybe::Found(_) => None,
            Maybe::NotFound(reason) => Some(reason),
        }
    }

    /// The value without the reason why there is none.
    pub fn into_option(self) -> Option<T> {
        self.into_result().ok()
    }

    /// The value, or as an error the reason why there is none.
    ///
    /// # Errors
    ///
    /// The reason, in the model's words.
    pub fn into_result(self) -> Result<T, String> {
        match self {
            Maybe::Found(value) => Ok(value),
            Maybe::NotFound(reason) => Err(reason),
        }
    }
}
