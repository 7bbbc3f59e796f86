//! JSON Pointer (RFC 6901).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::PatchError;

/// A place in a JSON value; displayed as it is written, so that the root is the empty string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// The pointer of these keys and indices, as they are without escapes.
    pub fn new(tokens: impl IntoIterator<Item = impl Into<String>>) -> Pointer {
        Pointer(tokens.into_iter().map(Into::into).collect())
    }

    /// The keys and indices from the root, without escapes.
    pub fn tokens(&self) -> &[String] {
        &self.0
    }

    /// The first tokens of the pointer.
    pub(crate) fn head(&self, tokens: usize) -> Pointer {
        Pointer(self.0[..tokens.min(self.0.len())].to_vec())
    }

    /// The place round this one.
    pub(crate) fn parent(&self) -> Option<Pointer> {
        let (_, parent) = self.0.split_last()?;
        Some(Pointer(parent.to_vec()))
    }

    /// The place of a key or an item inside.
    pub(crate) fn child(&self, token: &str) -> Pointer {
        let own = self.0.iter().map(String::as_str);
        Pointer::new(own.chain([token]))
    }

    /// Whether the other place is inside this one, or is it.
    pub(crate) fn holds(&self, other: &Pointer) -> bool {
        other.0.starts_with(&self.0)
    }
}

impl FromStr for Pointer {
    type Err = PatchError;

    fn from_str(text: &str) -> Result<Pointer, PatchError> {
        let fault = |reason: &str| PatchError {
            operation: None,
            reason: format!("`{text}` {reason}"),
        };
        if text.is_empty() {
            return Ok(Pointer::default());
        }
        let Some(rest) = text.strip_prefix('/') else {
            return Err(fault("does not begin with `/`"));
        };
        let token = |token: &str| {
            let escapes = token.matches('~').count();
            let known = token.matches("~0").count() + token.matches("~1").count();
            // Slashes first, or `~01` would be read as `/`.
            (escapes == known).then(|| token.replace("~1", "/").replace("~0", "~"))
        };
        let tokens = rest.split('/').map(token).collect::<Option<_>>();
        tokens
            .map(Pointer)
            .ok_or_else(|| fault("has a `~` that is neither `~0` nor `~1`"))
    }
}

impl TryFrom<String> for Pointer {
    type Error = String;

    fn try_from(text: String) -> Result<Pointer, String> {
        text.parse().map_err(|error: PatchError| error.reason)
    }
}

impl From<Pointer> for String {
    fn from(pointer: Pointer) -> String {
        pointer.to_string()
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|token| write!(f, "/{}", token.replace('~', "~0").replace('/', "~1")))
    }
}
