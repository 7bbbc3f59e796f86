//! Schemas that hold for a value only if they hold for it.

use std::collections::HashMap;

use serde_json::Value;

use super::ShapeError;
use super::document::{DEEPEST, Document};

/// Refuses references that would be followed for ever, or for very long, for one value.
pub(super) fn refuse(document: &Document) -> Result<(), ShapeError> {
    let mut circle = Circle {
        document,
        open: Vec::new(),
        known: HashMap::new(),
    };
    for target in document.targets.values() {
        circle.target(target)?;
    }
    Ok(())
}

struct Circle<'d> {
    document: &'d Document,
    open: Vec<&'d str>,
    /// How many references are followed for one value from each target: in a row, and altogether.
    known: HashMap<&'d str, (usize, usize)>,
}

impl<'d> Circle<'d> {
    fn target(&mut self, target: &'d str) -> Result<(usize, usize), ShapeError> {
        const MANY: usize = 4096;
        if self.open.contains(&target) {
            let message = "it refers to itself for the very same value; put the inner one under a key or in a list";
            return Err(ShapeError::new(target, message));
        }
        if let Some(known) = self.known.get(target) {
            return Ok(*known);
        }
        self.open.push(target);
        let (row, all) = match self.document.root.pointer(target) {
            Some(schema) if self.open.len() <= DEEPEST => self.same_place(schema)?,
            _ => (DEEPEST, 0),
        };
        self.open.pop();
        if row >= DEEPEST || all >= MANY {
            let message =
                "too many references follow each other for one value; refer to the last one";
            return Err(ShapeError::new(target, message));
        }
        self.known.insert(target, (row + 1, all + 1));
        Ok((row + 1, all + 1))
    }

    fn same_place(&mut self, schema: &'d Value) -> Result<(usize, usize), ShapeError> {
        let Value::Object(keywords) = schema else {
            return Ok((0, 0));
        };
        let lone = self.document.lone_reference(keywords).is_some();
        let (mut row, mut all) = (0, 0);
        for (keyword, value) in keywords {
            let inner: Vec<&Value> = match (keyword.as_str(), value) {
                ("$ref", Value::String(_)) => vec![value],
                _ if lone => continue,
                ("allOf" | "anyOf" | "oneOf", Value::Array(inner)) => inner.iter().collect(),
                ("not" | "if" | "then" | "else", inner) => vec![inner],
                ("dependentSchemas" | "dependencies", Value::Object(inner)) => {
                    inner.values().collect()
                }
                _ => continue,
            };
            for inner in inner {
                let found = match inner {
                    Value::String(reference) => self.target(self.document.target(reference))?,
                    schema => self.same_place(schema)?,
                };
                row = row.max(found.0);
                all += found.1;
            }
        }
        Ok((row, all))
    }
}
