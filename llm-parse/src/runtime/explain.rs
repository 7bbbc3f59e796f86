//! What makes a value invalid under a document, and where.

use serde_json::Value;

use super::hold::{Holder, children};
use super::scalar;
use crate::align::found;
use crate::feedback::clamp;
use crate::path::{Path, Segment};
use crate::rules;
use crate::tree::NodeId;
use crate::violation::{Code, Violation};

impl<'d> Holder<'d, '_> {
    /// What is wrong with a value.
    pub(super) fn faults(mut self, node: NodeId) -> Vec<Violation> {
        let mut faults = Vec::new();
        self.explain(&self.document.root, node, &mut Vec::new(), &mut faults);
        faults
    }

    fn explain(
        &mut self,
        schema: &'d Value,
        node: NodeId,
        path: &mut Vec<Segment>,
        faults: &mut Vec<Violation>,
    ) {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(false) => {
                let wanted = "no value here".to_owned();
                return faults.push(self.fault(Code::UnknownKey, wanted, node, path));
            }
            _ => return,
        };
        let mut broken = self.broken(keywords, node);
        while let Some((keyword, wanted)) = broken.next(self) {
            match (keyword, wanted) {
                ("$ref", Value::String(reference)) => {
                    self.explain(self.document.resolve(reference), node, path, faults);
                }
                ("allOf", Value::Array(all)) => {
                    for schema in all {
                        self.explain(schema, node, path, faults);
                    }
                }
                ("items" | "prefixItems" | "additionalItems", _) => {
                    for (index, item, schema) in
                        children(self.tree, keyword, wanted, keywords, node)
                    {
                        path.push(Segment::Index(index));
                        self.explain(schema, item, path, faults);
                        path.pop();
                    }
                }
                (
                    "properties"
                    | "patternProperties"
                    | "additionalProperties"
                    | "unevaluatedProperties",
                    _,
                ) => {
                    let children = match keyword {
                        "unevaluatedProperties" => {
                            let rest = self.unevaluated(keywords, node).into_iter();
                            rest.map(|(key, value)| (key, value, wanted)).collect()
                        }
                        _ => self.children(keyword, wanted, keywords, node),
                    };
                    for (key, value, schema) in children {
                        path.push(Segment::Key(self.tree.text(key).into()));
                        self.explain(schema, value, path, faults);
                        path.pop();
                    }
                }
                _ => {
                    let (code, wanted) = self.wanted(keyword, wanted, node);
                    faults.push(self.fault(code, wanted, node, path));
                }
            }
        }
    }

    fn fault(&self, code: Code, wanted: String, node: NodeId, path: &[Segment]) -> Violation {
        let found = found(self.tree, node);
        Violation::new(Path::from(path.to_vec()), code, wanted, found)
            .with_span(Some(self.tree.span(node)))
    }

    /// The code of a keyword that a value breaks, and what it wants.
    fn wanted(&self, keyword: &str, wanted: &Value, node: NodeId) -> (Code, String) {
        match (keyword, wanted) {
            ("required", names) => {
                let name = self.absent(node, names).unwrap_or_default();
                (
                    Code::Missing,
                    format!("an object with the key {}", rules::quote(name)),
                )
            }
            ("enum", Value::Array(values)) => (
                Code::OneOf,
                rules::one_of(values.iter().map(ToString::to_string)),
            ),
            ("const", value) => (Code::OneOf, value.to_string()),
            ("propertyNames", names) => (
                Code::UnknownKey,
                format!("an object whose keys satisfy {names}"),
            ),
            ("uniqueItems", _) => (Code::Unique, "a list without equal items".to_owned()),
            ("oneOf", _) => (
                Code::Type,
                "a value that satisfies exactly one of the schema's forms".to_owned(),
            ),
            ("anyOf", _) => (
                Code::Type,
                "a value that satisfies one of the schema's forms".to_owned(),
            ),
            _ => (
                scalar::code(keyword),
                format!("a value that satisfies \"{keyword}\": {}", short(wanted)),
            ),
        }
    }
}

/// A schema in few words.
fn short(schema: &Value) -> String {
    const LIMIT: usize = 120;
    clamp(&schema.to_string(), LIMIT)
}
