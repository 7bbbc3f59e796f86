//! A JSON Schema document: its references resolved, its patterns compiled, and every keyword known to be one that is
//! held.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{ShapeError, look};
use crate::pattern::Matcher;

/// How many schemas may hold for one value by way of each other, and how deep schemas may be nested.
pub(super) const DEEPEST: usize = 48;

/// The types of JSON.
pub(super) const TYPES: [&str; 7] = [
    "null", "boolean", "integer", "number", "string", "array", "object",
];

/// A document that was looked through.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(super) root: Value,
    pub(super) patterns: HashMap<String, Arc<Matcher>>,
    /// Where each reference leads, as a JSON Pointer.
    pub(super) targets: BTreeMap<String, String>,
    /// Whether what stands beside a `$ref` counts, as it does since draft 2019-09.
    pub(super) ref_siblings: bool,
}

impl Document {
    /// The document that allows every value.
    pub(super) fn any() -> Document {
        Document {
            root: Value::Bool(true),
            ..Document::default()
        }
    }

    /// Looks through a document.
    pub(super) fn new(root: &Value) -> Result<Document, ShapeError> {
        let dialect = root.get("$schema").and_then(Value::as_str).unwrap_or("");
        let old = ["draft-03", "draft-04", "draft-06", "draft-07"];
        let mut document = Document {
            ref_siblings: !old.iter().any(|old| dialect.contains(old)),
            ..Document::default()
        };
        look::through(root, &mut document)?;
        document.root = root.clone();
        super::circle::refuse(&document)?;
        Ok(document)
    }

    /// The pointer that a reference stands for.
    pub(super) fn target(&self, reference: &str) -> &str {
        self.targets.get(reference).map_or("", String::as_str)
    }

    /// The schema that a reference leads to.
    pub(super) fn resolve(&self, reference: &str) -> &Value {
        self.root
            .pointer(self.target(reference))
            .unwrap_or(&self.root)
    }

    pub(super) fn pattern(&self, source: &str) -> Option<&Arc<Matcher>> {
        self.patterns.get(source)
    }

    /// The reference that replaces all that stands beside it, in older drafts.
    pub(super) fn lone_reference<'k>(&self, keywords: &'k Map<String, Value>) -> Option<&'k str> {
        let reference = keywords.get("$ref").and_then(Value::as_str);
        reference.filter(|_| !self.ref_siblings)
    }
}

/// A number of characters, items or entries.
pub(super) fn count(value: &Value) -> Option<usize> {
    let whole = value
        .as_f64()
        .filter(|n| n.fract() == 0.0 && (0.0..9e15).contains(n));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole and in range"
    )]
    value
        .as_u64()
        .or(whole.map(|n| n as u64))
        .map(|n| usize::try_from(n).unwrap_or(usize::MAX))
}
