//! Holds a value to a JSON Schema document, keyword by keyword.
//!
//! # Design
//!
//! Whether a container is valid under a schema is found once and remembered, so that unions inside unions do not
//! multiply. What is wrong is looked for only where something is.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::document::{Document, count};
use super::merge::Keywords;
use super::scalar;
use crate::rules::Number;
use crate::tree::{NodeId, NodeKind, Tree};

pub(super) struct Holder<'d, 't> {
    pub(super) document: &'d Document,
    pub(super) tree: &'d Tree<'t>,
    /// What is known of containers: by node, and by where the schema lies.
    known: HashMap<(NodeId, usize), bool>,
}

impl<'d, 't> Holder<'d, 't> {
    pub(super) fn new(document: &'d Document, tree: &'d Tree<'t>) -> Self {
        Holder {
            document,
            tree,
            known: HashMap::new(),
        }
    }

    pub(super) fn valid(&mut self, schema: &'d Value, node: NodeId) -> bool {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            other => return other != &Value::Bool(false),
        };
        if !matches!(self.tree.kind(node), NodeKind::List | NodeKind::Object) {
            return self.broken(keywords, node).next(self).is_none();
        }
        let memo = (node, std::ptr::from_ref(schema).addr());
        if let Some(known) = self.known.get(&memo) {
            return *known;
        }
        let valid = self.broken(keywords, node).next(self).is_none();
        self.known.insert(memo, valid);
        valid
    }

    pub(super) fn broken(&self, keywords: &'d Keywords, node: NodeId) -> Broken<'d> {
        let lone = self.document.lone_reference(keywords).is_some();
        let nullable = keywords.get("nullable") == Some(&Value::Bool(true));
        let null = nullable && self.tree.kind(node) == NodeKind::Null;
        Broken {
            keywords,
            rest: keywords.iter(),
            lone,
            null,
            node,
        }
    }

    /// Whether a value satisfies one keyword; those beside it may have a say.
    fn holds(
        &mut self,
        keyword: &str,
        wanted: &'d Value,
        beside: &'d Keywords,
        node: NodeId,
    ) -> bool {
        match (keyword, wanted) {
            ("$ref", Value::String(reference)) => {
                self.valid(self.document.resolve(reference), node)
            }
            ("type", wanted) => self.is_type(wanted, node),
            ("const", wanted) => self.equals(node, wanted),
            ("enum", Value::Array(values)) => values.iter().any(|value| self.equals(node, value)),
            ("allOf", Value::Array(all)) => all.iter().all(|schema| self.valid(schema, node)),
            ("anyOf", Value::Array(any)) => any.iter().any(|schema| self.valid(schema, node)),
            ("oneOf", Value::Array(one)) => {
                one.iter()
                    .filter(|schema| self.valid(schema, node))
                    .take(2)
                    .count()
                    == 1
            }
            ("not", schema) => !self.valid(schema, node),
            ("if", condition) => {
                let branch = if self.valid(condition, node) {
                    "then"
                } else {
                    "else"
                };
                beside
                    .get(branch)
                    .is_none_or(|schema| self.valid(schema, node))
            }
            _ => match self.tree.kind(node) {
                NodeKind::Number | NodeKind::Exact => {
                    scalar::number_holds(keyword, wanted, beside, self.number(node))
                }
                NodeKind::String | NodeKind::Key => self.text_holds(keyword, wanted, node),
                NodeKind::List => self.list_holds(keyword, wanted, beside, node),
                NodeKind::Object => self.object_holds(keyword, wanted, beside, node),
                NodeKind::Null | NodeKind::False | NodeKind::True => true,
            },
        }
    }

    fn number(&self, node: NodeId) -> Number {
        let text = self.tree.text(node);
        let infinite = if text.starts_with('-') {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        Number::parse(text).unwrap_or(Number::Float(infinite))
    }

    fn is_type(&self, wanted: &Value, node: NodeId) -> bool {
        match wanted {
            Value::Array(names) => names.iter().any(|name| self.is_type(name, node)),
            name => match self.tree.kind(node) {
                NodeKind::Null => name == "null",
                NodeKind::True | NodeKind::False => name == "boolean",
                NodeKind::String | NodeKind::Key => name == "string",
                NodeKind::List => name == "array",
                NodeKind::Object => name == "object",
                NodeKind::Number | NodeKind::Exact => {
                    let text = self.tree.text(node);
                    (name == "number" && is_number(text)) || (name == "integer" && is_integer(text))
                }
            },
        }
    }

    /// Whether a value is equal to one of the document's: numbers by value, objects in any order.
    fn equals(&self, node: NodeId, value: &Value) -> bool {
        match (self.tree.kind(node), value) {
            (NodeKind::Null, Value::Null) => true,
            (NodeKind::True, Value::Bool(value)) => *value,
            (NodeKind::False, Value::Bool(value)) => !*value,
            (NodeKind::Number | NodeKind::Exact, Value::Number(n)) => {
                scalar::number(n).compare(self.number(node)) == Some(Ordering::Equal)
            }
            (NodeKind::String | NodeKind::Key, Value::String(text)) => self.tree.text(node) == text,
            (NodeKind::List, Value::Array(items)) => {
                self.tree.len(node) == items.len()
                    && self
                        .tree
                        .items(node)
                        .zip(items)
                        .all(|(a, b)| self.equals(a, b))
            }
            (NodeKind::Object, Value::Object(entries)) => {
                self.tree.len(node) == entries.len()
                    && self.tree.entries(node).all(|(key, value)| {
                        let wanted = entries.get(self.tree.text(key));
                        wanted.is_some_and(|wanted| self.equals(value, wanted))
                    })
            }
            _ => false,
        }
    }

    fn text_holds(&self, keyword: &str, wanted: &Value, node: NodeId) -> bool {
        let text = self.tree.text(node);
        match (keyword, wanted) {
            ("minLength", wanted) => count(wanted).is_none_or(|min| text.chars().count() >= min),
            ("maxLength", wanted) => count(wanted).is_none_or(|max| text.chars().count() <= max),
            ("pattern", Value::String(source)) => self.matches(source, text),
            ("format", Value::String(name)) => {
                scalar::format(name).is_none_or(|format| format.accepts(text))
            }
            _ => true,
        }
    }

    pub(super) fn matches(&self, source: &str, text: &str) -> bool {
        self.document
            .pattern(source)
            .is_none_or(|regex| regex.is_match(text))
    }

    fn list_holds(
        &mut self,
        keyword: &str,
        wanted: &'d Value,
        beside: &'d Keywords,
        list: NodeId,
    ) -> bool {
        let len = self.tree.len(list);
        match (keyword, wanted) {
            ("minItems", wanted) => count(wanted).is_none_or(|min| len >= min),
            ("maxItems", wanted) => count(wanted).is_none_or(|max| len <= max),
            ("uniqueItems", Value::Bool(true)) => {
                let mut seen = HashSet::new();
                self.tree
                    .items(list)
                    .all(|item| seen.insert(self.tree.canonical(item)))
            }
            ("contains", schema) => {
                let items: Vec<NodeId> = self.tree.items(list).collect();
                let found = items
                    .into_iter()
                    .filter(|item| self.valid(schema, *item))
                    .count();
                let bound = |keyword| beside.get(keyword).and_then(count);
                found >= bound("minContains").unwrap_or(1)
                    && bound("maxContains").is_none_or(|max| found <= max)
            }
            ("items" | "prefixItems" | "additionalItems", _) => {
                let children = children(self.tree, keyword, wanted, beside, list);
                children
                    .into_iter()
                    .all(|(_, item, schema)| self.valid(schema, item))
            }
            _ => true,
        }
    }

    fn object_holds(
        &mut self,
        keyword: &str,
        wanted: &'d Value,
        beside: &'d Keywords,
        object: NodeId,
    ) -> bool {
        let len = self.tree.len(object);
        match (keyword, wanted) {
            ("minProperties", wanted) => count(wanted).is_none_or(|min| len >= min),
            ("maxProperties", wanted) => count(wanted).is_none_or(|max| len <= max),
            ("required", names) => self.absent(object, names).is_none(),
            ("dependentRequired" | "dependencies" | "dependentSchemas", Value::Object(named)) => {
                named.iter().all(|(name, wanted)| {
                    self.tree.entry(object, name).is_none()
                        || match wanted {
                            Value::Array(_) => self.absent(object, wanted).is_none(),
                            schema => self.valid(schema, object),
                        }
                })
            }
            ("propertyNames", schema) => {
                let keys: Vec<NodeId> = self.tree.entries(object).map(|(key, _)| key).collect();
                keys.into_iter().all(|key| self.valid(schema, key))
            }
            ("properties" | "patternProperties" | "additionalProperties", _) => {
                let children = self.children(keyword, wanted, beside, object);
                children
                    .into_iter()
                    .all(|(_, value, schema)| self.valid(schema, value))
            }
            ("unevaluatedProperties", schema) => self
                .unevaluated(beside, object)
                .into_iter()
                .all(|(_, value)| self.valid(schema, value)),
            _ => true,
        }
    }

    /// The first name that no entry has.
    pub(super) fn absent<'n>(&self, object: NodeId, names: &'n Value) -> Option<&'n str> {
        let mut names = names
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        names.find(|name| self.tree.entry(object, name).is_none())
    }

    /// The entries that a keyword speaks of, each with what it wants of the value.
    pub(super) fn children(
        &self,
        keyword: &str,
        wanted: &'d Value,
        beside: &'d Keywords,
        object: NodeId,
    ) -> Vec<(NodeId, NodeId, &'d Value)> {
        let mut children = Vec::new();
        for (key, value) in self.tree.entries(object) {
            let name = self.tree.text(key);
            match (keyword, wanted) {
                ("properties", Value::Object(named)) => {
                    children.extend(named.get(name).map(|schema| (key, value, schema)));
                }
                ("patternProperties", Value::Object(named)) => {
                    let fitting = named
                        .iter()
                        .filter(|(source, _)| self.matches(source, name));
                    children.extend(fitting.map(|(_, schema)| (key, value, schema)));
                }
                _ if self.is_declared(beside, name) => {}
                _ => children.push((key, value, wanted)),
            }
        }
        children
    }
}

/// The keywords that a value breaks, one after the other.
pub(super) struct Broken<'d> {
    keywords: &'d Keywords,
    rest: serde_json::map::Iter<'d>,
    lone: bool,
    null: bool,
    node: NodeId,
}

impl<'d> Broken<'d> {
    pub(super) fn next(&mut self, holder: &mut Holder<'d, '_>) -> Option<(&'d str, &'d Value)> {
        let (lone, null) = (self.lone, self.null);
        let mut counting =
            (self.rest.by_ref()).filter(|(keyword, _)| !null && (!lone || *keyword == "$ref"));
        counting
            .find(|(keyword, wanted)| !holder.holds(keyword, wanted, self.keywords, self.node))
            .map(|(keyword, wanted)| (keyword.as_str(), wanted))
    }
}

/// The items that a keyword speaks of, each with its place and what is wanted of it.
pub(super) fn children<'d>(
    tree: &Tree<'_>,
    keyword: &str,
    wanted: &'d Value,
    beside: &'d Keywords,
    list: NodeId,
) -> Vec<(usize, NodeId, &'d Value)> {
    let len = |value: Option<&Value>| value.and_then(Value::as_array).map_or(0, Vec::len);
    let items = tree.items(list).enumerate();
    let rest = |start: usize| {
        let rest = tree.items(list).enumerate().skip(start);
        rest.map(|(index, item)| (index, item, wanted)).collect()
    };
    match (keyword, wanted, beside.get("items")) {
        ("items" | "prefixItems", Value::Array(schemas), _) => items
            .zip(schemas)
            .map(|((index, item), schema)| (index, item, schema))
            .collect(),
        ("items", _, _) => rest(len(beside.get("prefixItems"))),
        // Where `items` is one schema, no item is additional.
        ("additionalItems", _, first @ Some(Value::Array(_))) => rest(len(first)),
        _ => Vec::new(),
    }
}

/// Whether a value of `serde_json`'s holds a number.
fn is_number(text: &str) -> bool {
    Number::parse(text).is_some() || crate::decode::arbitrary_precision()
}

/// Whether a number is written as a whole one that a value of `serde_json`'s holds to the last digit.
fn is_integer(text: &str) -> bool {
    match text.parse::<i64>() {
        Ok(n) => n != 0 || !text.starts_with('-'),
        Err(_) => text.parse::<u64>().is_ok(),
    }
}
