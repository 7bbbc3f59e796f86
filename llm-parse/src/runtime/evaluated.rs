//! The entries of an object that keywords say something of.

use std::collections::HashSet;

use serde_json::Value;

use super::hold::Holder;
use super::merge::Keywords;
use crate::tree::NodeId;

impl<'d> Holder<'d, '_> {
    pub(super) fn is_declared(&self, keywords: &Keywords, name: &str) -> bool {
        let named = |keyword| keywords.get(keyword).and_then(Value::as_object);
        named("properties").is_some_and(|named| named.contains_key(name))
            || named("patternProperties")
                .is_some_and(|named| named.keys().any(|source| self.matches(source, name)))
    }

    /// The entries of which no keyword says anything, here or in a schema that holds for the same value.
    pub(super) fn unevaluated(
        &mut self,
        keywords: &'d Keywords,
        object: NodeId,
    ) -> Vec<(NodeId, NodeId)> {
        let mut seen = HashSet::new();
        self.evaluated(keywords, object, &mut seen);
        self.tree
            .entries(object)
            .filter(|(key, _)| !seen.contains(key))
            .collect()
    }

    fn evaluated(&mut self, keywords: &'d Keywords, object: NodeId, seen: &mut HashSet<NodeId>) {
        for (keyword, wanted) in keywords {
            match (keyword.as_str(), wanted) {
                ("properties" | "patternProperties" | "additionalProperties", _) => {
                    let children = self.children(keyword, wanted, keywords, object);
                    seen.extend(children.into_iter().map(|(key, _, _)| key));
                }
                ("$ref", Value::String(reference)) => {
                    self.also_evaluated(self.document.resolve(reference), object, seen);
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                    for schema in schemas {
                        self.also_evaluated(schema, object, seen);
                    }
                }
                ("if" | "then" | "else", schema) => self.also_evaluated(schema, object, seen),
                ("dependentSchemas", Value::Object(named)) => {
                    for (name, schema) in named {
                        if self.tree.entry(object, name).is_some() {
                            self.also_evaluated(schema, object, seen);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn also_evaluated(&mut self, schema: &'d Value, object: NodeId, seen: &mut HashSet<NodeId>) {
        if let Value::Object(keywords) = schema
            && self.valid(schema, object)
        {
            if keywords.contains_key("unevaluatedProperties") {
                seen.extend(self.tree.entries(object).map(|(key, _)| key));
            }
            self.evaluated(keywords, object, seen);
        }
    }
}
