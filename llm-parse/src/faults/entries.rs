//! Keys of one object that two parts of a type want, of which only one gets it.

use std::collections::{HashMap, HashSet};

use crate::shape::{Content, Field, Key, Kind, Struct, Tagging, View};

/// What wants which key of an object.
#[derive(Default)]
pub(super) struct Entries<'s> {
    taken: HashMap<&'s str, String>,
    /// The enum that the tag is of. A variant that holds its own enum is never read, but its type has others, and is met
    /// in the wild.
    of: Option<Key>,
}

impl<'s> Entries<'s> {
    /// The keys of an object that has a tag.
    pub(super) fn tagged(tag: &'s str, of: View<'s>) -> Entries<'s> {
        Entries {
            taken: HashMap::from([(tag, "the tag".to_owned())]),
            of: of.key(),
        }
    }

    /// The keys that the fields of a struct take for themselves, before those that are flattened get any.
    pub(super) fn own(&mut self, kind: &'s Struct) {
        for field in kind.fields.iter().filter(|field| !field.flatten) {
            let owner = format!("the field `{}`", field.name);
            for name in field.aliases.iter().chain([&field.name]) {
                self.taken.entry(name).or_insert_with(|| owner.clone());
            }
        }
    }

    /// Takes the keys of what stands in the same object; says where another has taken one already.
    pub(super) fn take(&mut self, owner: &str, view: View<'s>) -> Option<String> {
        let mut inner = Inner::default();
        inner.visited.extend(self.of);
        inner.visit(view);
        for key in inner.keys {
            if let Some(earlier) = self.taken.get(key) {
                return Some(format!(
                    "{earlier} takes the key `{key}`, so that {owner} in the same object never gets its own; rename one \
                     of them"
                ));
            }
            self.taken.insert(key, owner.to_owned());
        }
        None
    }
}

/// The keys that a type wants of the object in which it stands, each once.
#[derive(Default)]
struct Inner<'s> {
    keys: Vec<&'s str>,
    known: HashSet<&'s str>,
    visited: HashSet<Key>,
}

impl<'s> Inner<'s> {
    fn visit(&mut self, view: View<'s>) {
        if view.key().is_some_and(|key| !self.visited.insert(key)) {
            return;
        }
        match &view.shape.kind {
            Kind::Option(inner) => self.visit(view.at(*inner)),
            Kind::Newtype(newtype) => self.visit(view.at(newtype.field.shape)),
            Kind::Struct(kind) => self.fields(view, &kind.fields),
            Kind::Enum(kind) => {
                match &kind.tagging {
                    Tagging::Internal { tag } => self.add(tag),
                    Tagging::Adjacent { tag, content } => {
                        self.add(tag);
                        self.add(content);
                    }
                    Tagging::External | Tagging::Untagged => {}
                }
                for variant in kind.variants.iter() {
                    let is_untagged = variant.untagged || matches!(kind.tagging, Tagging::Untagged);
                    match (&variant.content, &kind.tagging) {
                        (_, Tagging::External) if !is_untagged => self.add(&variant.name),
                        (_, Tagging::Adjacent { .. }) if !is_untagged => {}
                        (Content::Newtype(field), _) => self.visit(view.at(field.shape)),
                        (Content::Struct(kind), _) => self.fields(view, &kind.fields),
                        (Content::Unit | Content::Tuple(_), _) => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, view: View<'s>, fields: &'s [Field]) {
        for field in fields {
            if field.flatten {
                self.visit(view.at(field.shape));
            } else {
                self.add(&field.name);
            }
        }
    }

    fn add(&mut self, key: &'s str) {
        if self.known.insert(key) {
            self.keys.push(key);
        }
    }
}
