//! What a provider accepts as the schema of an answer: a shape is lowered to it, and what moved is said.
//!
//! ```
//! use llm_parse::dialect::{Dialect, OpenAiStrict};
//! use llm_parse::{LlmExtract, shape::View};
//!
//! let lowered = OpenAiStrict.lower(View::of(Vec::<u8>::SHAPE))?;
//! assert!(lowered.strict && lowered.wrapped);
//! assert_eq!(lowered.schema["properties"]["value"]["type"], "array");
//! # Ok::<(), llm_parse::dialect::NotSayable>(())
//! ```

mod open_ai_strict;
mod plain;
mod strict_form;

use std::fmt;

use serde_json::{Map, Value, json};

pub use self::open_ai_strict::OpenAiStrict;
pub use self::plain::Plain;
pub(crate) use self::strict_form::strict_form;
use crate::path::Path;
use crate::schema::Written;
use crate::shape::View;

/// What one kind of provider accepts as a schema.
pub trait Dialect {
    /// The shape in this dialect.
    ///
    /// # Errors
    ///
    /// Where no schema of this dialect, however loose, describes the shape.
    fn lower(&self, shape: View<'_>) -> Result<Lowered, NotSayable>;
}

/// A schema in a provider's dialect.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lowered {
    /// The schema, to be sent as it stands.
    pub schema: Value,
    /// Whether the provider can hold the model to it.
    pub strict: bool,
    /// Whether the answer stands under the key `value` of an object.
    pub wrapped: bool,
    /// What the dialect cannot say as it is.
    pub notes: Vec<Note>,
}

/// Something that a dialect says otherwise, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Where in a value; `*` stands for every item or key.
    pub path: Path,
    /// What it is.
    pub what: String,
}

/// A shape that a dialect cannot describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSayable(Note);

impl NotSayable {
    /// What cannot be said, and where.
    pub fn note(&self) -> &Note {
        &self.0
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.what)
    }
}

impl fmt::Display for NotSayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this dialect has no schema for the type: {}", self.0)
    }
}

impl std::error::Error for NotSayable {}

impl Lowered {
    /// A document of what was written, wrapped in an object where `objects_only` asks for one.
    pub(crate) fn document(written: Written, objects_only: bool) -> Lowered {
        let Written {
            mut root,
            defs,
            gaps,
            moved,
        } = written;
        let wrapped = objects_only && root.get("type") != Some(&json!("object"));
        if wrapped {
            root = wrap(root);
        }
        if !defs.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(defs));
        }
        let gaps = gaps.into_iter().map(|(path, what)| (path, what.to_owned()));
        Lowered {
            schema: Value::Object(root),
            strict: false,
            wrapped,
            notes: gaps
                .chain(moved)
                .map(|(path, what)| Note { path, what })
                .collect(),
        }
    }
}

fn wrap(root: Map<String, Value>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert(
        "properties".to_owned(),
        Value::Object(Map::from_iter([("value".to_owned(), Value::Object(root))])),
    );
    object.insert("required".to_owned(), json!(["value"]));
    object.insert("additionalProperties".to_owned(), json!(false));
    object
}
