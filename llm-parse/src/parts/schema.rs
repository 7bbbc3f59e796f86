//! What a JSON Schema document says of the value at a path.
//!
//! # Design
//!
//! A place may be described by several schemas: the alternatives of a union that fit what is there so far. What is found
//! is a proposal that steers the model; the whole value is read by the type itself in the end.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::path::{Path, Segment};
use crate::tree::{NodeId, NodeKind, Tree};

/// How many references and unions may lead to each other.
const DEEPEST: usize = 32;
/// How many alternatives are looked at.
const MOST: usize = 128;

static ANYTHING: Value = Value::Bool(true);

/// A document, and the value that it describes as far as it is there.
pub(super) struct Schemas<'s> {
    pub(super) root: &'s Value,
    pub(super) tree: &'s Tree<'s>,
}

impl<'s> Schemas<'s> {
    /// The alternatives that fit a value: none of them a reference or a union.
    pub(super) fn forms(&self, schemas: &[&'s Value], node: NodeId) -> Vec<&'s Map<String, Value>> {
        let mut all = Vec::new();
        for schema in schemas {
            self.expand(schema, DEEPEST, &mut all);
        }
        let typed = |form: &&Map<String, Value>| self.is_of_type(form, node);
        let mut forms: Vec<_> = all.into_iter().filter(typed).collect();
        // Where a wrong key or tag fits none, all may be meant.
        if forms.iter().any(|form| self.fits(form, node)) {
            forms.retain(|form| self.fits(form, node));
        }
        forms
    }

    /// What is wanted one step further.
    pub(super) fn step(
        &self,
        schemas: &[&'s Value],
        node: NodeId,
        segment: &Segment,
    ) -> Vec<&'s Value> {
        let mut children: Vec<&Value> = Vec::new();
        for form in self.forms(schemas, node) {
            let child = match segment {
                Segment::Key(key) => entry(form, key),
                Segment::Index(index) => item(form, *index),
            };
            children.extend(child.filter(|child| !children.contains(child)));
        }
        children
    }

    fn expand(&self, schema: &'s Value, depth: usize, out: &mut Vec<&'s Map<String, Value>>) {
        let Value::Object(keywords) = schema else {
            return;
        };
        if depth == 0 || out.len() >= MOST {
            return;
        }
        if let Some(target) = keywords.get("$ref").and_then(|target| self.resolve(target)) {
            return self.expand(target, depth - 1, out);
        }
        let unions = ["anyOf", "oneOf", "allOf"].map(|union| keywords.get(union));
        let mut is_union = false;
        for part in unions.into_iter().flatten().filter_map(Value::as_array) {
            is_union = true;
            for schema in part {
                self.expand(schema, depth - 1, out);
            }
        }
        if !is_union || keywords.contains_key("properties") {
            out.push(keywords);
        }
    }

    fn resolve(&self, reference: &Value) -> Option<&'s Value> {
        self.root.pointer(reference.as_str()?.strip_prefix('#')?)
    }

    fn is_of_type(&self, form: &Map<String, Value>, node: NodeId) -> bool {
        let kind = self.tree.kind(node);
        let is = |name: &Value| match name.as_str().unwrap_or_default() {
            "null" => kind == NodeKind::Null,
            "boolean" => matches!(kind, NodeKind::True | NodeKind::False),
            "integer" | "number" => matches!(kind, NodeKind::Number | NodeKind::Exact),
            "string" => kind == NodeKind::String,
            "array" => kind == NodeKind::List,
            _ => kind == NodeKind::Object,
        };
        match form.get("type") {
            Some(Value::Array(names)) => names.iter().any(is),
            Some(name) => is(name),
            None => true,
        }
    }

    /// Whether the tags and keys of an object are those of an alternative.
    fn fits(&self, form: &Map<String, Value>, node: NodeId) -> bool {
        if self.tree.kind(node) != NodeKind::Object {
            return true;
        }
        let closed = form.get("additionalProperties") == Some(&Value::Bool(false));
        self.tree.entries(node).all(|(key, value)| {
            match entry_of("properties", form, self.tree.text(key)) {
                Some(wanted) => self.may_be(wanted, value),
                None => !closed,
            }
        })
    }

    /// Whether a tag's schema allows a value.
    fn may_be(&self, wanted: &Value, node: NodeId) -> bool {
        let text = self.tree.text(node);
        let is = |value: &Value| match value {
            Value::String(name) => self.tree.kind(node) == NodeKind::String && name == text,
            _ => true,
        };
        let among = |schema: &Value| {
            let names = schema.get("enum").and_then(Value::as_array);
            names.is_none_or(|names| names.iter().any(is))
        };
        let denied = wanted
            .get("not")
            .filter(|denied| denied.get("enum").is_some());
        wanted.get("const").is_none_or(is) && among(wanted) && !denied.is_some_and(among)
    }

    /// One schema of several alternatives, with what it refers to put into `defs`; `None` where a reference leads
    /// elsewhere.
    pub(super) fn joined(
        &self,
        schemas: &[&Value],
        defs: &mut Map<String, Value>,
    ) -> Option<Value> {
        let schema = match schemas {
            [one] => (*one).clone(),
            several => json!({ "anyOf": several }),
        };
        self.gather(&schema, defs)?;
        Some(schema)
    }

    fn gather(&self, schema: &Value, defs: &mut Map<String, Value>) -> Option<()> {
        let mut open = vec![schema];
        let mut seen = HashSet::new();
        while let Some(value) = open.pop() {
            match value {
                Value::Object(entries) => {
                    if let Some(Value::String(reference)) = entries.get("$ref") {
                        let name = reference.strip_prefix("#/$defs/")?;
                        let target = self.root.get("$defs")?.get(name)?;
                        if seen.insert(name) && !defs.contains_key(name) {
                            defs.insert(name.to_owned(), target.clone());
                            open.push(target);
                        }
                    }
                    open.extend(entries.values());
                }
                Value::Array(items) => open.extend(items),
                _ => {}
            }
        }
        Some(())
    }
}

/// Whether a value that a document describes may have anything at a path.
pub(crate) fn may_have(document: &Value, path: &Path) -> bool {
    let schemas = Schemas {
        root: document,
        tree: &Tree::new(""),
    };
    let mut wanted = vec![document];
    for step in path.segments() {
        let mut forms = Vec::new();
        for schema in &wanted {
            schemas.expand(schema, DEEPEST, &mut forms);
        }
        let says_nothing = |schema: &&Value| !schema.is_object();
        if forms.len() >= MOST
            || wanted.iter().any(says_nothing)
            || forms.iter().any(|f| is_open(f))
        {
            return true;
        }
        let inside = |form| match step {
            Segment::Key(key) => vec![entry(form, key)],
            // A step of digits may also be a key.
            Segment::Index(index) => vec![item(form, *index), entry(form, &index.to_string())],
        };
        wanted = forms.into_iter().flat_map(inside).flatten().collect();
        if wanted.is_empty() {
            return false;
        }
    }
    true
}

/// Whether a schema leaves open what is inside of a value.
fn is_open(form: &Map<String, Value>) -> bool {
    const CLOSED: [&str; 6] = [
        "properties",
        "additionalProperties",
        "items",
        "prefixItems",
        "const",
        "enum",
    ];
    let is_container = |kind: &Value| kind == "object" || kind == "array";
    let may_hold = match form.get("type") {
        None => true,
        Some(Value::Array(kinds)) => kinds.iter().any(is_container),
        Some(kind) => is_container(kind),
    };
    let known = CLOSED.iter().any(|keyword| form.contains_key(*keyword));
    form.contains_key("patternProperties") || may_hold && !known
}

fn entry_of<'s>(keyword: &str, form: &'s Map<String, Value>, key: &str) -> Option<&'s Value> {
    form.get(keyword)?.as_object()?.get(key)
}

fn entry<'s>(form: &'s Map<String, Value>, key: &str) -> Option<&'s Value> {
    entry_of("properties", form, key).or_else(|| others(form))
}

/// What is wanted of the values of keys that are not declared, where there may be any.
pub(super) fn others(form: &Map<String, Value>) -> Option<&Value> {
    match form.get("additionalProperties") {
        None | Some(Value::Bool(false)) => None,
        Some(Value::Bool(true)) => Some(&ANYTHING),
        others => others,
    }
}

fn item(form: &Map<String, Value>, index: usize) -> Option<&Value> {
    let first = form.get("prefixItems").or_else(|| form.get("items"));
    if let Some(Value::Array(first)) = first
        && let Some(item) = first.get(index)
    {
        return Some(item);
    }
    items(form)
}

/// What is wanted of all items alike; `None` where each place has its own type.
pub(super) fn items(form: &Map<String, Value>) -> Option<&Value> {
    form.get("items").filter(|items| items.is_object())
}

/// Whether a list's items each have their own type.
pub(super) fn is_tuple(form: &Map<String, Value>) -> bool {
    form.contains_key("prefixItems") || items(form).is_none()
}

/// Whether all keys of an object are known by the schema, or what stands for those that are not.
pub(super) fn names_all(form: &Map<String, Value>) -> bool {
    let named = form.contains_key("properties") || others(form).is_some();
    let depends = [
        "patternProperties",
        "dependentSchemas",
        "if",
        "unevaluatedProperties",
    ];
    named && !depends.iter().any(|keyword| form.contains_key(*keyword))
}
