//! Which types become definitions, and under which names.

use std::collections::{HashMap, HashSet};

use schemars::SchemaGenerator;

use crate::foreign;
use crate::shape::{Content, Field, Key, Kind, Shape, Struct, Tagging, View};

/// The types that are used more than once or that hold themselves, and the names given to them so far.
pub(crate) struct Names {
    shared: HashSet<Key>,
    given: HashMap<Key, String>,
    taken: HashSet<String>,
}

impl Names {
    /// Looks through everything that is inside the root.
    pub(crate) fn collect(root: View<'_>, foreign: Foreign<'_>) -> Names {
        let mut count = Count {
            seen: HashSet::from_iter(root.key()),
            shared: HashSet::new(),
            parts: Vec::new(),
            foreign,
        };
        count.inside(root);
        Names {
            shared: count.shared,
            given: HashMap::new(),
            taken: HashSet::new(),
        }
    }

    pub(crate) fn is_shared(&self, key: Key) -> bool {
        self.shared.contains(&key)
    }

    /// The name of a type, and whether it is new; `elsewhere` says which names are not free.
    pub(crate) fn name(
        &mut self,
        key: Key,
        shape: &Shape,
        elsewhere: impl Fn(&str) -> bool,
    ) -> (String, bool) {
        if let Some(name) = self.given.get(&key) {
            return (name.clone(), false);
        }
        let base = legal(shape);
        let mut name = base.clone();
        let mut number = 1;
        while self.taken.contains(&name) || elsewhere(&name) {
            number += 1;
            name = format!("{base}_{number}");
        }
        self.taken.insert(name.clone());
        self.given.insert(key, name.clone());
        (name, true)
    }
}

/// The type's name with its generic arguments, module paths and everything but `[A-Za-z0-9_.-]` taken out.
fn legal(shape: &Shape) -> String {
    let instance = shape.instance.map_or("", |instance| instance());
    let arguments = instance.find('<').map_or("", |start| &instance[start..]);
    let mut name = String::new();
    for part in arguments.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
        name.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    let full = format!("{}{name}", shape.name);
    let mut out = String::new();
    for c in full.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-') {
            out.push(c);
        } else if !out.ends_with('_') {
            out.push('_');
        }
    }
    let out = out.trim_matches('_');
    if out.is_empty() { "Type" } else { out }.to_owned()
}

/// What is done about the types of which only a JSON Schema is known.
pub(crate) enum Foreign<'g> {
    /// Their definitions are made on the way, so that no other type takes their names.
    Embedded(&'g mut SchemaGenerator),
    /// What is inside them is looked through as well.
    Read,
    /// Nothing.
    Skipped,
}

struct Count<'g> {
    seen: HashSet<Key>,
    shared: HashSet<Key>,
    /// The types whose parts stand in place of themselves.
    parts: Vec<Key>,
    foreign: Foreign<'g>,
}

impl Count<'_> {
    fn visit(&mut self, view: View<'_>) {
        let key = view.key();
        // What stands for an option is the type inside it.
        let is_def =
            matches!(key, Some(Key::Def(_))) && !matches!(view.shape.kind, Kind::Option(_));
        let nameable = !view.shape.name.is_empty() || is_def;
        if let Some(key) = key.filter(|_| nameable)
            && !self.seen.insert(key)
        {
            self.shared.insert(key);
            return;
        }
        self.inside(view);
    }

    fn inside(&mut self, view: View<'_>) {
        match &view.shape.kind {
            Kind::Option(inner) => self.visit(view.at(*inner)),
            Kind::List(list) => self.visit(view.at(list.item)),
            Kind::Map(map) => {
                self.visit(view.at(map.key));
                self.visit(view.at(map.value));
            }
            Kind::Newtype(newtype) => self.visit(view.at(newtype.field.shape)),
            Kind::Tuple(fields) => self.fields(view, fields),
            Kind::Struct(fields) => self.fields(view, &fields.fields),
            Kind::Enum(kind) => {
                for variant in kind.variants.iter() {
                    let merged = matches!(kind.tagging, Tagging::Internal { .. });
                    match &variant.content {
                        Content::Unit => {}
                        Content::Newtype(field) if merged && !variant.untagged => {
                            self.parts(view.at(field.shape));
                        }
                        Content::Newtype(field) => self.visit(view.at(field.shape)),
                        Content::Tuple(fields) | Content::Struct(Struct { fields, .. }) => {
                            self.fields(view, fields);
                        }
                    }
                }
            }
            Kind::Opaque(schema) => match &mut self.foreign {
                Foreign::Embedded(generator) => _ = schema(generator),
                Foreign::Read => self.visit(foreign::shape(view).view()),
                Foreign::Skipped => {}
            },
            _ => {}
        }
    }

    fn fields(&mut self, view: View<'_>, fields: &[Field]) {
        for field in fields {
            if field.flatten {
                self.parts(view.at(field.shape));
            } else {
                self.visit(view.at(field.shape));
            }
        }
    }

    fn parts(&mut self, view: View<'_>) {
        let key = view.key();
        if key.is_some_and(|key| self.parts.contains(&key)) {
            return;
        }
        self.parts.extend(key);
        match &view.shape.kind {
            Kind::Option(inner) => self.parts(view.at(*inner)),
            Kind::Newtype(newtype) => self.parts(view.at(newtype.field.shape)),
            Kind::Opaque(_) if matches!(self.foreign, Foreign::Read) => {
                self.parts(foreign::shape(view).view());
            }
            _ => self.inside(view),
        }
        self.parts
            .truncate(self.parts.len() - usize::from(key.is_some()));
    }
}
