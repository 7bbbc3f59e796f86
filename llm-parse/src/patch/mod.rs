//! JSON Patch (RFC 6902): a list of operations that change a JSON value, applied as one or not at all.
//!
//! ```
//! use llm_parse::patch::Patch;
//! use serde_json::json;
//!
//! let patch: Patch = r#"[
//!     {"op": "replace", "path": "/priority", "value": 5},
//!     {"op": "add", "path": "/tags/-", "value": "login"}
//! ]"#.parse()?;
//!
//! let mut ticket = json!({"priority": "very high", "tags": []});
//! patch.apply(&mut ticket)?;
//! assert_eq!(ticket, json!({"priority": 5, "tags": ["login"]}));
//!
//! let patch: Patch = r#"[
//!     {"op": "remove", "path": "/tags"},
//!     {"op": "remove", "path": "/titel"}
//! ]"#.parse()?;
//! let error = patch.apply(&mut ticket).unwrap_err();
//! assert_eq!(error.operation(), Some(1));
//! assert_eq!(error.to_string(), "operation 2: `/titel` is not there, only `/priority`");
//! assert_eq!(ticket["tags"], json!(["login"]));
//! # Ok::<(), llm_parse::patch::PatchError>(())
//! ```

pub(crate) mod difference;
pub(crate) mod document;
pub(crate) mod edit;
mod named;
mod pointer;
mod value;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use edit::{Fault, Limits};
pub use pointer::Pointer;

/// How many bytes copies may add.
const COPIES: usize = 16 << 20;

/// A list of operations that change a JSON value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Patch(Vec<Operation>);

/// One change; where it is made is a JSON Pointer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Operation {
    /// Sets a key, or puts an item into a list before the one of that index; `-` is the end of the list.
    Add {
        /// Where.
        path: Pointer,
        /// What.
        value: Value,
    },
    /// Takes away a key or an item, which must be there.
    Remove {
        /// Where.
        path: Pointer,
    },
    /// Sets a value that must be there.
    Replace {
        /// Where.
        path: Pointer,
        /// What.
        value: Value,
    },
    /// Takes a value away from one place and adds it at another.
    Move {
        /// From where.
        from: Pointer,
        /// To where.
        path: Pointer,
    },
    /// Adds at one place what stands at another.
    Copy {
        /// From where.
        from: Pointer,
        /// To where.
        path: Pointer,
    },
    /// Changes nothing, but fails where another value stands.
    Test {
        /// Where.
        path: Pointer,
        /// What is to stand there.
        value: Value,
    },
}

impl Patch {
    /// A patch of these operations.
    pub fn new(operations: impl IntoIterator<Item = Operation>) -> Patch {
        Patch(operations.into_iter().collect())
    }

    /// The operations in order.
    pub fn operations(&self) -> &[Operation] {
        &self.0
    }

    /// Changes the value by all operations in turn.
    ///
    /// # Errors
    ///
    /// An operation cannot be applied; then the value is as it was. So it is where the result would be nested deeper
    /// than 128 levels, or copies would add more than 16 MiB.
    pub fn apply(&self, value: &mut Value) -> Result<(), PatchError> {
        let mut changed = value.clone();
        let mut limits = Limits::new(COPIES);
        for (index, operation) in self.0.iter().enumerate() {
            operation
                .apply(&mut changed, &mut limits)
                .map_err(|fault| PatchError::new(index, fault.to_string()))?;
        }
        *value = changed;
        Ok(())
    }
}

impl Operation {
    fn apply(&self, value: &mut Value, limits: &mut Limits) -> Result<(), Fault> {
        match self {
            Operation::Add { path, value: new } => edit::add(value, path, new.clone()),
            Operation::Remove { path } => edit::remove(value, path).map(drop),
            Operation::Replace { path, value: new } => edit::replace(value, path, new.clone()),
            Operation::Move { from, path } => edit::relocate(value, from, path),
            Operation::Copy { from, path } => edit::copy(value, from, path, limits),
            Operation::Test {
                path,
                value: wanted,
            } => edit::test(value, path, wanted),
        }
    }
}

impl FromStr for Patch {
    type Err = PatchError;

    fn from_str(text: &str) -> Result<Patch, PatchError> {
        let fault = |operation, error: serde_json::Error| PatchError {
            operation,
            reason: error.to_string(),
        };
        let list: Vec<Value> = serde_json::from_str(text).map_err(|error| fault(None, error))?;
        let read = |(index, value)| {
            serde_json::from_value(value).map_err(|error| fault(Some(index), error))
        };
        list.into_iter()
            .enumerate()
            .map(read)
            .collect::<Result<_, _>>()
            .map(Patch)
    }
}

/// Why a patch cannot be read or applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchError {
    operation: Option<usize>,
    reason: String,
}

impl PatchError {
    fn new(operation: usize, reason: String) -> PatchError {
        PatchError {
            operation: Some(operation),
            reason,
        }
    }

    /// The index of the operation, counted from 0; `None` where the text is no list of operations.
    pub fn operation(&self) -> Option<usize> {
        self.operation
    }

    /// The reason alone.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.operation {
            Some(index) => write!(f, "operation {}: {}", index + 1, self.reason),
            None => write!(f, "no list of operations: {}", self.reason),
        }
    }
}

impl std::error::Error for PatchError {}
