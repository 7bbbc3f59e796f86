//! What is known of a reply that was cut off.

use serde::{Deserialize, Serialize};

use crate::LlmExtract;
use crate::parts::Begun;
use crate::path::Path;
use crate::read::{ParseError, Parsed, Reader};

/// Where a reply was cut off, and what of it is complete: enough to ask for the rest only.
///
/// ```
/// #[derive(Debug, PartialEq, serde::Deserialize, llm_parse::LlmExtract)]
/// struct Cart {
///     items: Vec<String>,
/// }
///
/// let error = llm_parse::parse::<Cart>(r#"{"items": ["pen", "ink", "pap"#).unwrap_err();
/// let cut = error.cut().expect("the text ends inside the value");
/// assert_eq!(cut.path().to_string(), "/items/2");
/// assert_eq!(cut.lists()[0].0.to_string(), "/items");
/// assert_eq!(cut.lists()[0].1, 2);
/// assert_eq!(cut.complete(), Some(r#"{"items":["pen","ink"]}"#));
/// assert_eq!(cut.read::<Cart>()?.value.items, ["pen", "ink"]);
/// # Ok::<(), llm_parse::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    pub(crate) path: Path,
    pub(crate) lists: Vec<(Path, usize)>,
    pub(crate) complete: Option<String>,
    /// What is to be seen of a value that is no longer in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) begun: Option<Box<Begun>>,
}

impl Cut {
    /// The innermost value that the text ends in; it and all values round it are growing.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The lists that are growing, from the outside in, each with the number of its complete items.
    pub fn lists(&self) -> &[(Path, usize)] {
        &self.lists
    }

    /// The JSON text of what is complete: without the scalar or the list item that is growing, with everything closed.
    /// Nothing where the value itself is a scalar.
    pub fn complete(&self) -> Option<&str> {
        self.complete.as_deref()
    }

    /// Reads what is complete, where all required parts are there.
    ///
    /// # Errors
    ///
    /// What is missing or wrong, with places in the text of [`complete`](Cut::complete).
    pub fn read<T: LlmExtract>(&self) -> Result<Parsed<T>, ParseError> {
        Reader::new().parse(self.complete().unwrap_or_default())
    }
}
