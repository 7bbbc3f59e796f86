//! The shape as a JSON Schema (draft 2020-12).
//!
//! # Design
//!
//! One walk writes the schema for every reader of schemas; a [`Profile`] says what the reader understands. What it does
//! not understand is said in words, in the description, and still held when the reply is read.

mod object;
mod profile;
mod scalar;
mod union;

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::limits::{self, Limits};
use crate::names::Names;
use crate::path::{Path, Segment};
use crate::rules::Rule;
use crate::shape::{Field, Key, Kind, List, View};
pub(crate) use profile::{PLAIN, Profile};

/// One schema, the root of which may be put anywhere in a document.
pub(crate) type Node = Map<String, Value>;

/// A schema in parts.
pub(crate) struct Written {
    pub(crate) root: Node,
    pub(crate) defs: Map<String, Value>,
    /// What the profile has no words for.
    pub(crate) gaps: Vec<(Path, &'static str)>,
    /// What moved into a description.
    pub(crate) moved: Vec<(Path, String)>,
}

/// The schema as a document of its own.
pub(crate) fn schema(view: View<'_>) -> Schema {
    let written = write(view, &PLAIN);
    let mut root = Node::new();
    root.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    root.extend(written.root);
    if !written.defs.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(written.defs));
    }
    Schema::from(root)
}

/// The schema as a part of another document, whose definitions `generator` keeps.
pub(crate) fn json_schema(generator: &mut SchemaGenerator, view: View<'_>) -> Schema {
    let mut walk = Walk::new(view, &PLAIN, generator);
    Schema::from(walk.inline(view, &[]))
}

/// The schema for a reader of the given profile.
pub(crate) fn write(view: View<'_>, profile: &'static Profile) -> Written {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut walk = Walk::new(view, profile, &mut generator);
    let root = walk.inline(view, &[]);
    let (gaps, moved) = (walk.gaps, walk.moved);
    Written {
        root,
        defs: generator.take_definitions(true),
        gaps,
        moved,
    }
}

struct Walk<'s, 'g> {
    profile: &'static Profile,
    generator: &'g mut SchemaGenerator,
    names: Names,
    /// The types that are being written.
    stack: Vec<Key>,
    /// The types that are being merged into others.
    merging: Vec<Key>,
    path: Vec<Segment>,
    gaps: Vec<(Path, &'static str)>,
    moved: Vec<(Path, String)>,
    shapes: std::marker::PhantomData<View<'s>>,
}

impl<'s, 'g> Walk<'s, 'g> {
    fn new(root: View<'s>, profile: &'static Profile, generator: &'g mut SchemaGenerator) -> Self {
        Walk {
            profile,
            names: Names::collect(root, Some(generator)),
            generator,
            stack: Vec::new(),
            merging: Vec::new(),
            path: Vec::new(),
            gaps: Vec::new(),
            moved: Vec::new(),
            shapes: std::marker::PhantomData,
        }
    }

    /// The schema of a value that is also under `rules`: a reference where its type is a definition.
    fn value(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        if let Kind::Option(inner) = &view.shape.kind {
            return nullable(self.value(view.at(*inner), rules));
        }
        let Some(key) = view.key().filter(|key| self.names.is_shared(*key)) else {
            return self.inline(view, rules);
        };
        if !rules.is_empty() && !self.stack.contains(&key) {
            return self.inline(view, rules);
        }
        let name = self.define(key, view);
        let path = &self.generator.settings().definitions_path;
        node([("$ref", json!(format!("#{path}/{name}")))])
    }

    /// The name of a definition, which is written at the first use.
    fn define(&mut self, key: Key, view: View<'s>) -> String {
        let (name, is_new) = self.names.name(key, view.shape, |name| {
            self.generator.definitions().contains_key(name)
        });
        if is_new {
            let outer = std::mem::take(&mut self.path);
            // Its place is kept, so that definitions stand in the order of their first use.
            self.generator
                .definitions_mut()
                .insert(name.clone(), Value::Null);
            let body = self.inline(view, &[]);
            self.generator
                .definitions_mut()
                .insert(name.clone(), Value::Object(body));
            self.path = outer;
        }
        name
    }

    /// The schema itself, with what the type says about itself.
    fn inline(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        self.stack.extend(view.key());
        let mut node = self.form(view, rules);
        self.stack
            .truncate(self.stack.len() - usize::from(view.key().is_some()));
        node = self.describe(node, view.shape.description());
        if let Some(title) = &view.shape.title {
            node = self.open(node);
            node.shift_insert(0, "title".to_owned(), json!(title));
        }
        node
    }

    fn form(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        match &view.shape.kind {
            Kind::Option(inner) => nullable(self.value(view.at(*inner), rules)),
            Kind::Newtype(newtype) => self.field(view, &newtype.field, rules),
            Kind::List(list) => self.list(view, list, rules),
            Kind::Map(map) => self.map(view, map, rules),
            Kind::Tuple(fields) => self.tuple(view, fields),
            Kind::Struct(fields) => {
                let objects = self.fields(view, fields);
                self.union_of(objects)
            }
            Kind::Enum(kind) => self.union(view, kind, rules),
            Kind::Opaque(schema) => {
                self.gap("a type of which only a JSON Schema is known");
                match schema(self.generator).to_value() {
                    Value::Object(node) => node,
                    Value::Bool(false) => node([("not", json!({}))]),
                    _ => Node::new(),
                }
            }
            _ => self.scalar(view, rules),
        }
    }

    /// The schema of a field's value, with what the field says about it.
    fn field(&mut self, view: View<'s>, field: &'s Field, rules: &[&'s Rule]) -> Node {
        let mut all: Vec<&Rule> = field.rules.iter().collect();
        all.extend(rules);
        let node = self.value(view.at(field.shape), &all);
        self.describe(node, field.description())
    }

    fn list(&mut self, view: View<'s>, list: &'s List, rules: &[&'s Rule]) -> Node {
        let item_rules = limits::inner(rules, limits::items);
        let item = self.at("*", |walk| walk.value(view.at(list.item), &item_rules));
        let mut node = node([("type", json!("array")), ("items", Value::Object(item))]);
        let limits = Limits::of(view, rules);
        let words = self.lengths(&mut node, &limits, &view.shape.kind);
        self.note(node, &words)
    }

    fn tuple(&mut self, view: View<'s>, fields: &'s [Field]) -> Node {
        let items: Vec<Value> = fields
            .iter()
            .enumerate()
            .map(|(index, field)| {
                let name = index.to_string();
                Value::Object(self.at(&name, |walk| walk.field(view, field, &[])))
            })
            .collect();
        let least = fields.len() - fields.iter().rev().take_while(|f| f.default).count();
        let mut node = node([("type", json!("array"))]);
        if self.profile.says("prefixItems") {
            if !items.is_empty() {
                node.insert("prefixItems".to_owned(), Value::Array(items));
            }
            node.insert("items".to_owned(), Value::Bool(false));
        } else {
            let words = "the items have different types, in this order";
            let item = if items.windows(2).all(|pair| pair[0] == pair[1]) {
                items
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| json!({"type": "null"}))
            } else {
                self.moved.push((self.here(), words.to_owned()));
                node.insert("description".to_owned(), json!(words));
                json!({ "anyOf": items })
            };
            node.insert("items".to_owned(), item);
        }
        node.insert("minItems".to_owned(), json!(least));
        node.insert("maxItems".to_owned(), json!(fields.len()));
        node
    }

    /// Puts a sentence before what the description says already.
    fn describe(&self, node: Node, text: Option<String>) -> Node {
        let Some(text) = text else { return node };
        let mut node = self.open(node);
        let text = match node.remove("description") {
            Some(Value::String(old)) => format!("{text}\n{old}"),
            _ => text,
        };
        node.shift_insert(0, "description".to_owned(), Value::String(text));
        node
    }

    /// Puts limits in words behind what the description says.
    fn note(&mut self, mut node: Node, words: &[String]) -> Node {
        if !words.is_empty() {
            let text = words.join(", ");
            self.moved.push((self.here(), text.clone()));
            node.shift_insert(0, "description".to_owned(), Value::String(text));
        }
        node
    }

    /// A node that may take further keywords.
    fn open(&self, reference: Node) -> Node {
        if reference.contains_key("$ref") && !self.profile.ref_siblings {
            node([("anyOf", json!([reference]))])
        } else {
            reference
        }
    }

    fn at<T>(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(Segment::Key(step.into()));
        let result = walk(self);
        self.path.pop();
        result
    }

    fn here(&self) -> Path {
        Path::from(self.path.clone())
    }

    fn gap(&mut self, what: &'static str) {
        if !self.profile.free_values {
            self.gaps.push((self.here(), what));
        }
    }
}

/// A schema of these keywords, in this order.
fn node<const N: usize>(entries: [(&str, Value); N]) -> Node {
    entries
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The same schema, `null` allowed.
fn nullable(mut schema: Node) -> Node {
    let absent = json!("null");
    if schema
        .keys()
        .all(|key| matches!(key.as_str(), "description" | "title"))
    {
        return schema;
    }
    if schema.contains_key("const") || schema.contains_key("$ref") {
        return node([("anyOf", json!([schema, { "type": "null" }]))]);
    }
    let is_union = schema.contains_key("anyOf");
    match (schema.get_mut("type"), is_union) {
        (Some(Value::Array(types)), _) if types.contains(&absent) => return schema,
        (Some(Value::Array(types)), _) => types.push(absent),
        (Some(one), _) if *one == absent => return schema,
        (Some(one), _) => *one = json!([one.take(), absent]),
        (None, true) => {
            if let Some(Value::Array(forms)) = schema.get_mut("anyOf")
                && !forms.iter().any(|form| form["type"] == absent)
            {
                forms.push(json!({ "type": "null" }));
            }
            return schema;
        }
        (None, false) => return node([("anyOf", json!([schema, { "type": "null" }]))]),
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    schema
}
