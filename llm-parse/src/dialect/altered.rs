//! Whether an answer in a dialect may be in another form than the type's own.

use std::collections::HashSet;

use super::Form;
use crate::foreign;
use crate::shape::{Content, Field, Key, Kind, Struct, View};

/// Whether a value of this shape may stand in an answer in another form than serde reads.
pub(crate) fn alters(form: Form, view: View<'_>) -> bool {
    let mut search = Search {
        form,
        seen: HashSet::new(),
    };
    !form.is_own() && search.view(view)
}

/// The same for what a variant holds.
pub(crate) fn alters_content(form: Form, view: View<'_>, content: &Content) -> bool {
    let mut search = Search {
        form,
        seen: HashSet::new(),
    };
    !form.is_own() && search.content(view, content)
}

struct Search {
    form: Form,
    seen: HashSet<Key>,
}

impl Search {
    fn view(&mut self, view: View<'_>) -> bool {
        if view.key().is_some_and(|key| !self.seen.insert(key)) {
            return false;
        }
        match &view.shape.kind {
            Kind::Option(inner) => self.view(view.at(*inner)),
            Kind::Newtype(newtype) => self.view(view.at(newtype.field.shape)),
            Kind::List(list) => self.view(view.at(list.item)),
            Kind::Map(map) => self.form.entries || self.view(view.at(map.value)),
            Kind::Opaque(_) => self.view(foreign::shape(view).view()),
            Kind::Tuple(fields) => self.values(view, fields),
            Kind::Struct(object) => self.fields(view, object),
            Kind::Enum(kind) => {
                let mut variants = kind.variants.iter();
                variants.any(|variant| self.content(view, &variant.content))
            }
            _ => false,
        }
    }

    fn content(&mut self, view: View<'_>, content: &Content) -> bool {
        match content {
            Content::Unit => false,
            Content::Newtype(field) => self.view(view.at(field.shape)),
            Content::Tuple(fields) => self.values(view, fields),
            Content::Struct(object) => self.fields(view, object),
        }
    }

    fn values(&mut self, view: View<'_>, fields: &[Field]) -> bool {
        fields.iter().any(|field| self.view(view.at(field.shape)))
    }

    fn fields(&mut self, view: View<'_>, object: &Struct) -> bool {
        let is_null = |field: &Field| !field.flatten && field.reads_null_as_absent(view);
        (self.form.nulls && object.fields.iter().any(is_null)) || self.values(view, &object.fields)
    }
}
