//! Objects, and the objects that are merged into others.

use serde_json::{Value, json};

use super::union::{any_of, join_names};
use super::{Node, Walk, node};
use crate::dialect::OtherKeys;
use crate::foreign;
use crate::shape::{Field, Kind, Struct, View};

/// An object in the making; several stand for a union that is merged into something.
#[derive(Clone, Default)]
pub(super) struct Object {
    pub(super) docs: Option<String>,
    pub(super) entries: Vec<Entry>,
    pub(super) rest: Rest,
    /// Foreign schemas that the object satisfies as well.
    pub(super) also: Vec<Value>,
}

#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) schema: Node,
    pub(super) required: bool,
}

/// What other keys an object may have.
#[derive(Clone, Default)]
pub(super) enum Rest {
    /// Any; they are ignored.
    #[default]
    Open,
    Closed,
    /// Those of a flattened map.
    Of(Node),
}

/// The most objects that one struct with flattened enums is multiplied out to.
const MOST: usize = 64;

impl Object {
    pub(super) fn closed() -> Object {
        Object {
            rest: Rest::Closed,
            ..Object::default()
        }
    }

    pub(super) fn with(mut self, name: &str, schema: Node) -> Object {
        self.add(name, schema, true);
        self
    }

    /// The first entry of a name is the one that serde sees.
    fn add(&mut self, name: &str, schema: Node, required: bool) {
        if self.entries.iter().all(|entry| entry.name != name) {
            self.entries.push(Entry {
                name: name.to_owned(),
                schema,
                required,
            });
        }
    }

    /// One object that each of the parts satisfies.
    fn any_of(parts: &[Object]) -> Object {
        let mut any = Object::default();
        for entry in parts.iter().flat_map(|part| &part.entries) {
            any.add(&entry.name, Node::new(), false);
        }
        for entry in &mut any.entries {
            let mut forms: Vec<Node> = Vec::new();
            entry.required = true;
            for part in parts {
                let same = part.entries.iter().find(|same| same.name == entry.name);
                entry.required &= same.is_some_and(|same| same.required);
                forms.extend(
                    same.map(|same| same.schema.clone())
                        .filter(|form| !forms.contains(form)),
                );
            }
            entry.schema = any_of(join_names(forms));
        }
        any
    }

    fn merge(&mut self, part: &Object) {
        for entry in &part.entries {
            self.add(&entry.name, entry.schema.clone(), entry.required);
        }
        if let (Rest::Open, Rest::Of(_)) = (&self.rest, &part.rest) {
            self.rest = part.rest.clone();
        }
        self.also.extend_from_slice(&part.also);
    }
}

impl<'s> Walk<'s, '_> {
    /// The objects that a struct may be: one, or more where enums are flattened into it.
    pub(super) fn fields(&mut self, view: View<'s>, fields: &'s Struct) -> Vec<Object> {
        let rest = if fields.deny_unknown {
            Rest::Closed
        } else {
            Rest::Open
        };
        let mut objects = vec![Object {
            rest,
            ..Object::default()
        }];
        for field in fields.fields.iter() {
            if field.flatten {
                let parts = self.parts(view.at(field.shape), field, true);
                objects = self.product(&objects, parts);
            } else {
                let required = field.is_required(view);
                let schema = self.at(&field.name, |walk| walk.field(view, field, &[]));
                for object in &mut objects {
                    object.add(&field.name, schema.clone(), required);
                }
            }
        }
        objects
    }

    fn product(&mut self, objects: &[Object], mut parts: Vec<Object>) -> Vec<Object> {
        if objects.len() * parts.len() > MOST {
            self.loosened("a union too large to be written out");
            parts = vec![Object::any_of(&parts)];
        }
        let mut all = Vec::new();
        for object in objects {
            for part in &parts {
                let mut object = object.clone();
                object.docs = object.docs.or_else(|| part.docs.clone());
                object.merge(part);
                all.push(object);
            }
        }
        all
    }

    /// The objects whose entries stand among those of another object.
    pub(super) fn parts(&mut self, view: View<'s>, field: &'s Field, flat: bool) -> Vec<Object> {
        let key = view.key();
        if key.is_some_and(|key| self.merging.contains(&key)) {
            self.loosened("a type that is merged into itself");
            return vec![Object::default()];
        }
        self.merging.extend(key);
        let parts = match &view.shape.kind {
            Kind::Struct(fields) => self.fields(view, fields),
            Kind::Newtype(newtype) => self.parts(view.at(newtype.field.shape), field, flat),
            Kind::Option(inner) => {
                let mut parts = self.parts(view.at(*inner), field, flat);
                if flat {
                    parts.push(Object::default());
                }
                parts
            }
            Kind::Enum(kind) => self.variants(view, kind, flat),
            Kind::Map(_) | Kind::Any => vec![self.open_part(view, field)],
            Kind::Opaque(_) if !self.dialect.foreign => {
                self.parts(foreign::shape(view).view(), field, flat)
            }
            Kind::Opaque(schema) => {
                let also = vec![schema(self.generator).to_value()];
                vec![Object {
                    also,
                    ..Object::default()
                }]
            }
            _ => vec![Object::default()],
        };
        self.merging
            .truncate(self.merging.len() - usize::from(key.is_some()));
        parts
    }

    fn open_part(&mut self, view: View<'s>, field: &'s Field) -> Object {
        if !self.dialect.maps() {
            self.gap("an object with keys of its own beside free ones");
            return Object::default();
        }
        let rules: Vec<_> = field.rules.iter().collect();
        let mut map = self.value(view, &rules);
        let value = match map.remove("additionalProperties") {
            Some(Value::Object(value)) => value,
            _ => self.any(),
        };
        Object {
            rest: Rest::Of(value),
            ..Object::default()
        }
    }

    /// The schema of one of these objects.
    pub(super) fn union_of(&mut self, objects: Vec<Object>) -> Node {
        let forms = objects.into_iter().map(|object| self.finish(object));
        any_of(forms.collect())
    }

    pub(super) fn finish(&mut self, object: Object) -> Node {
        let all = self.dialect.all_required;
        let mut properties = Node::new();
        let mut required = Vec::new();
        for entry in object.entries {
            if all || entry.required {
                required.push(json!(entry.name));
            }
            let mut schema = self.constant(entry.schema);
            if all && !entry.required {
                schema = self.nullable(schema);
            }
            properties.insert(entry.name, Value::Object(schema));
        }
        if properties.is_empty() && !self.dialect.empty_objects {
            self.gap("an object without keys");
        }
        let mut schema = node([
            ("type", json!("object")),
            ("properties", Value::Object(properties)),
        ]);
        if all || !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
        let others = match (self.dialect.other_keys, object.rest) {
            (OtherKeys::Unsaid, _) | (OtherKeys::Declared, Rest::Open) => None,
            (OtherKeys::Declared, Rest::Of(value)) => Some(Value::Object(value)),
            _ => Some(Value::Bool(false)),
        };
        if let Some(others) = others {
            schema.insert("additionalProperties".to_owned(), others);
        }
        if !object.also.is_empty() {
            let mut all = vec![Value::Object(schema)];
            all.extend(object.also);
            schema = node([("allOf", Value::Array(all))]);
        }
        self.describe(schema, object.docs)
    }
}
