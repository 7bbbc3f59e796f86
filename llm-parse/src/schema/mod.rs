//! The shape as a JSON Schema (draft 2020-12).
//!
//! # Design
//!
//! One walk writes the schema for every reader of schemas; the [`Rules`] of a dialect say what the reader understands.
//! What it does not understand is said in words, in the description, and still held when the reply is read.

mod null;
mod object;
mod scalar;
mod union;

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::dialect::{FULL_RULES, Keyword, Place, Rules, Type};
use crate::foreign;
use crate::limits::{self, Limits};
use crate::names::{Foreign, Names};
use crate::path::{Path, Segment};
use crate::rules::Rule;
use crate::shape::{Field, Key, Kind, List, View};

/// One schema, the root of which may be put anywhere in a document.
pub(crate) type Node = Map<String, Value>;

/// A schema in parts.
pub(crate) struct Written {
    pub(crate) root: Node,
    pub(crate) defs: Map<String, Value>,
    /// What the dialect has no words for.
    pub(crate) gaps: Vec<(Path, &'static str)>,
    /// What moved into a description.
    pub(crate) moved: Vec<(Path, String)>,
}

/// The schema as a document of its own.
pub(crate) fn schema(view: View<'_>) -> Schema {
    let written = write(view, &FULL_RULES);
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
    let mut walk = Walk::new(view, &FULL_RULES, generator);
    Schema::from(walk.inline(view, &[]))
}

/// The schema in a dialect.
pub(crate) fn write(view: View<'_>, dialect: &Rules) -> Written {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut walk = Walk::new(view, dialect, &mut generator);
    let root = walk.inline(view, &[]);
    let (gaps, moved) = (walk.gaps, walk.moved);
    Written {
        root,
        defs: generator.take_definitions(true),
        gaps,
        moved,
    }
}

/// How many schemas of types that are used more than once are written out.
const ROOM: u32 = 10_000;

struct Walk<'s, 'g> {
    dialect: &'g Rules,
    generator: &'g mut SchemaGenerator,
    names: Names,
    /// The types that are being written.
    stack: Vec<Key>,
    /// The types that are being merged into others.
    merging: Vec<Key>,
    path: Vec<Segment>,
    gaps: Vec<(Path, &'static str)>,
    moved: Vec<(Path, String)>,
    /// How many more schemas may be written where nothing is written once.
    room: u32,
    shapes: std::marker::PhantomData<View<'s>>,
}

impl<'s, 'g> Walk<'s, 'g> {
    fn new(root: View<'s>, dialect: &'g Rules, generator: &'g mut SchemaGenerator) -> Self {
        let foreign = if dialect.foreign {
            Foreign::Embedded(generator)
        } else {
            Foreign::Read
        };
        Walk {
            dialect,
            names: Names::collect(root, foreign),
            generator,
            stack: Vec::new(),
            merging: Vec::new(),
            path: Vec::new(),
            gaps: Vec::new(),
            moved: Vec::new(),
            room: ROOM,
            shapes: std::marker::PhantomData,
        }
    }

    /// The schema of a value that is also under `rules`: a reference where its type is a definition.
    fn value(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        if let Kind::Option(inner) = &view.shape.kind {
            let inner = self.value(view.at(*inner), rules);
            return self.nullable(inner);
        }
        let Some(key) = view.key().filter(|key| self.names.is_shared(*key)) else {
            return self.inline(view, rules);
        };
        if self.stack.contains(&key) && !self.dialect.recursion {
            self.gap("a type that holds itself");
            return Node::new();
        }
        if self.dialect.refs == Place::Never {
            return self.written_out(view, rules);
        }
        if !rules.is_empty() && !self.stack.contains(&key) {
            return self.inline(view, rules);
        }
        let name = self.define(key, view);
        let path = &self.generator.settings().definitions_path;
        node([("$ref", json!(format!("#{path}/{name}")))])
    }

    /// The schema of a type that is used more than once, where it can only be written each time.
    fn written_out(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        self.room = self.room.saturating_sub(1);
        if self.room == 0 {
            self.gap("too many types to be written out");
            return Node::new();
        }
        self.inline(view, rules)
    }

    /// The name of a definition, which is written at the first use.
    fn define(&mut self, key: Key, view: View<'s>) -> String {
        let (name, is_new) = self.names.name(key, view.shape, |name| {
            self.generator.definitions().contains_key(name)
        });
        if is_new {
            // Its place is kept, so that definitions stand in the order of their first use.
            self.generator
                .definitions_mut()
                .insert(name.clone(), Value::Null);
            let body = self.inline(view, &[]);
            self.generator
                .definitions_mut()
                .insert(name.clone(), Value::Object(body));
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
        if let Some(title) = &view.shape.title
            && self.dialect.says(Type::Any, Keyword::Title)
        {
            node = self.open(node);
            node.shift_insert(0, "title".to_owned(), json!(title));
        }
        node
    }

    fn form(&mut self, view: View<'s>, rules: &[&'s Rule]) -> Node {
        match &view.shape.kind {
            Kind::Option(inner) => {
                let inner = self.value(view.at(*inner), rules);
                self.nullable(inner)
            }
            Kind::Newtype(newtype) => self.field(view, &newtype.field, rules),
            Kind::List(list) => self.list(view, list, rules),
            Kind::Map(map) => self.map(view, map, rules),
            Kind::Tuple(fields) => self.tuple(view, fields),
            Kind::Struct(fields) => {
                let objects = self.fields(view, fields);
                self.union_of(objects)
            }
            Kind::Enum(kind) => self.union(view, kind, rules),
            Kind::Any => self.any(),
            Kind::Opaque(_) if !self.dialect.foreign => {
                self.inline(foreign::shape(view).view(), rules)
            }
            Kind::Opaque(schema) => match schema(self.generator).to_value() {
                Value::Object(node) => node,
                Value::Bool(false) => node([("not", json!({}))]),
                _ => Node::new(),
            },
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
        const ITEMS: Kind = Kind::Tuple(Cow::Borrowed(&[]));
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
        let mut words = Vec::new();
        if self.dialect.says(Type::Array, Keyword::PrefixItems) {
            if !items.is_empty() {
                node.insert("prefixItems".to_owned(), Value::Array(items));
            }
            if self.dialect.says(Type::Array, Keyword::NoMoreItems) {
                node.insert("items".to_owned(), Value::Bool(false));
            }
        } else {
            let item = if items.windows(2).all(|pair| pair[0] == pair[1]) {
                let item = items.into_iter().next();
                item.unwrap_or_else(|| json!({"type": "null"}))
            } else {
                words.push("the items have different types, in this order".to_owned());
                json!({ "anyOf": items })
            };
            node.insert("items".to_owned(), item);
        }
        let (least, most) = (Some(least), Some(fields.len()));
        words.extend(self.counts(&mut node, Type::Array, least, most, &ITEMS));
        self.note(node, &words)
    }

    /// Any value.
    fn any(&mut self) -> Node {
        match self.dialect.any {
            Place::Beside => Node::new(),
            Place::Alone => {
                let types = ["object", "array", "string", "number", "boolean", "null"];
                node([("anyOf", types.map(|ty| json!({ "type": ty })).into())])
            }
            Place::Never => {
                self.gap("a value of any type");
                Node::new()
            }
        }
    }

    /// Puts a sentence before what the description says already.
    fn describe(&self, node: Node, text: Option<String>) -> Node {
        let Some(text) = text.filter(|_| self.takes_words(&node)) else {
            return node;
        };
        let mut node = self.open(node);
        if let Some(Value::Array(forms)) = node.get_mut("anyOf")
            && self.dialect.unions == Place::Alone
        {
            for form in forms {
                if let Value::Object(inner) = form.take() {
                    *form = Value::Object(self.describe(inner, Some(text.clone())));
                }
            }
            return node;
        }
        let text = match node.remove("description") {
            Some(Value::String(old)) => format!("{text}\n{old}"),
            _ => text,
        };
        node.shift_insert(0, "description".to_owned(), Value::String(text));
        node
    }

    /// Puts limits in words behind what the description says.
    fn note(&mut self, node: Node, words: &[String]) -> Node {
        if words.is_empty() {
            return node;
        }
        let text = words.join(", ");
        self.moved.push((self.here(), text.clone()));
        self.describe(node, Some(text))
    }

    /// Whether anything may stand beside a node, or round it.
    fn takes_words(&self, node: &Node) -> bool {
        let Rules { refs, unions, .. } = self.dialect;
        !node.contains_key("$ref") || *refs == Place::Beside || *unions != Place::Never
    }

    /// A node that may take further keywords.
    fn open(&self, reference: Node) -> Node {
        if reference.contains_key("$ref") && self.dialect.refs == Place::Alone {
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

    /// Something that the dialect cannot say.
    fn gap(&mut self, what: &'static str) {
        self.gaps.push((self.here(), what));
    }

    /// Something that is said so loosely that a dialect in which objects may have no further keys cannot say it.
    fn loosened(&mut self, what: &'static str) {
        if self.dialect.maps() {
            self.moved.push((self.here(), what.to_owned()));
        } else {
            self.gap(what);
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
