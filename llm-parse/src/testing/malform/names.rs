//! What must be known of a type to tell its structure from data.

use std::collections::{BTreeSet, HashSet};

use crate::LlmExtract;
use crate::root::is_text;
use crate::shape::{Content, Enum, Field, Key, Kind, ShapeRef, Tagging, View};

/// The keys that a type declares, with those of all types inside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    declared: BTreeSet<String>,
    /// The names of variants that stand as keys.
    variants: BTreeSet<String>,
    /// Whether a value of another JSON type, or with another key, may be another value of the type: it takes any JSON
    /// somewhere, or is told apart by form alone.
    pub(super) loose: bool,
    /// Whether the type is a map, which cannot be told from another object.
    pub(super) map: bool,
    /// Whether the type may be a text, whose value is all of the reply unless that is a JSON string.
    pub(super) text: bool,
}

impl Names {
    /// Those of a type that nothing is known of.
    pub(super) fn unknown() -> Names {
        Names {
            loose: true,
            text: true,
            ..Names::default()
        }
    }

    pub(super) fn of<T: LlmExtract>() -> Names {
        let mut search = Search::default();
        search.visit(View::of(T::SHAPE));
        let map = matches!(T::SHAPE.kind, Kind::Map(_));
        let text = is_text(View::of(T::SHAPE));
        Names {
            map,
            text,
            ..search.names
        }
    }

    pub(super) fn is_variant(&self, key: &str) -> bool {
        self.variants.contains(key)
    }

    pub(super) fn declares(&self, key: &str) -> bool {
        self.declared.contains(key)
    }
}

#[derive(Default)]
struct Search {
    visited: HashSet<Key>,
    names: Names,
}

impl Search {
    fn child(&mut self, view: View<'_>, child: ShapeRef) {
        self.visit(view.at(child));
    }

    fn visit(&mut self, view: View<'_>) {
        if view.key().is_some_and(|key| !self.visited.insert(key)) {
            return;
        }
        match &view.shape.kind {
            Kind::Any | Kind::Opaque(_) => self.names.loose = true,
            Kind::Option(inner) => self.child(view, *inner),
            Kind::List(list) => self.child(view, list.item),
            Kind::Map(map) => self.child(view, map.value),
            Kind::Newtype(newtype) => self.child(view, newtype.field.shape),
            Kind::Tuple(fields) => self.fields(view, fields),
            Kind::Struct(kind) => self.fields(view, &kind.fields),
            Kind::Enum(kind) => self.variants(view, kind),
            _ => {}
        }
    }

    fn fields(&mut self, view: View<'_>, fields: &[Field]) {
        for field in fields {
            let map = matches!(view.at(field.shape).shape.kind, Kind::Map(_));
            self.names.loose |= field.flatten && map;
            self.names.declared.insert(field.name.to_string());
            self.child(view, field.shape);
        }
    }

    fn variants(&mut self, view: View<'_>, kind: &Enum) {
        let keys = match &kind.tagging {
            Tagging::Internal { tag } => vec![tag],
            Tagging::Adjacent { tag, content } => vec![tag, content],
            Tagging::External => kind.variants.iter().map(|variant| &variant.name).collect(),
            Tagging::Untagged => Vec::new(),
        };
        for key in keys {
            self.names.declared.insert(key.to_string());
            if matches!(kind.tagging, Tagging::External) {
                self.names.variants.insert(key.to_string());
            }
        }
        self.names.loose |= matches!(kind.tagging, Tagging::Untagged);
        for variant in kind.variants.iter() {
            self.names.loose |= variant.untagged;
            match &variant.content {
                Content::Unit => {}
                Content::Newtype(field) => self.child(view, field.shape),
                Content::Tuple(fields) => self.fields(view, fields),
                Content::Struct(inner) => self.fields(view, &inner.fields),
            }
        }
    }
}
