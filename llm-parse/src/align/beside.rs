//! What stands among the entries of another object: flattened structs, maps and enums.

use super::Aligner;
use super::Step;
use super::object::Entry;
use super::outer::Group;
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, View};
use crate::tree::NodeId;

impl<'s> Aligner<'_, '_, 's> {
    /// Aligns a flattened field with the entries that the struct's own fields left over, and takes what belongs to it.
    pub(super) fn flattened(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        field: &'s Field,
        outer: View<'s>,
    ) -> bool {
        let soft = self.soften(field);
        let inner = outer.at(field.shape);
        let sound = match inner.fields() {
            Some((kind, view)) if !rest.is_empty() => {
                let part = &*field.name;
                let group = Group {
                    object,
                    kind,
                    view,
                    part,
                };
                self.lift(group, rest) && self.beside(object, rest, inner)
            }
            _ => self.beside(object, rest, inner),
        };
        self.soft = soft;
        sound
    }

    /// Aligns a value whose entries stand among those of an object.
    pub(super) fn beside(&mut self, object: NodeId, rest: &mut Vec<Entry>, view: View<'s>) -> bool {
        match &view.shape.kind {
            Kind::Struct(kind) => {
                let entries = std::mem::take(rest);
                let sound = self.fields(object, Some(&entries), rest, kind, view);
                if kind.deny_unknown {
                    let unknown = std::mem::take(rest);
                    return self.unknown(&unknown, true, &kind.fields) && sound;
                }
                sound
            }
            Kind::Option(inner) => {
                let inner = view.at(*inner);
                let concerned = rest
                    .iter()
                    .any(|(key, _)| takes_key(inner, self.tree().text(*key)));
                !concerned || self.beside(object, rest, inner)
            }
            Kind::Newtype(newtype) => self.beside(object, rest, view.at(newtype.field.shape)),
            Kind::Map(map) => {
                let (key_view, value_view) = (view.at(map.key), view.at(map.value));
                let mut sound = true;
                let mut own = Vec::new();
                for (key, value) in std::mem::take(rest) {
                    let fits = |a: &mut Self| a.map_key(key, key_view, &[]);
                    // A document says which keys a map is for.
                    if view.is_runtime() && !self.attempt(fits) {
                        rest.push((key, value));
                        continue;
                    }
                    sound &= self.inside(Step::Entry(key), |a| a.map_key(key, key_view, &[]));
                    own.push((key, value));
                }
                sound &= self.merge_rest(object, &mut own);
                own.into_iter().fold(sound, |sound, (key, value)| {
                    self.inside(Step::Entry(key), |a| a.value(value, value_view, &[])) && sound
                })
            }
            Kind::Enum(kind) => self.variant_beside(object, rest, view, kind),
            Kind::Any | Kind::Opaque(_) => {
                let sound = self.merge_rest(object, rest);
                let entries = std::mem::take(rest);
                entries.into_iter().fold(sound, |sound, (key, value)| {
                    self.inside(Step::Entry(key), |a| a.any(value)) && sound
                })
            }
            Kind::Unit => true,
            _ => self.mismatch(object, view, &[]),
        }
    }

    /// An enum whose variant stands among the entries of an object.
    fn variant_beside(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        view: View<'s>,
        kind: &'s Enum,
    ) -> bool {
        match &kind.tagging {
            Tagging::External => {
                let named = rest
                    .iter()
                    .position(|(key, _)| kind.named(self.tree().text(*key)).is_some());
                let Some(at) = named else {
                    return self.no_variant(object, kind, "no key that names a variant".to_owned());
                };
                let (key, value) = rest.remove(at);
                let Some(variant) = kind.named(self.tree().text(key)) else {
                    return true;
                };
                self.inside(Step::Variant(key), |a| {
                    a.content(value, view, &variant.content)
                })
            }
            Tagging::Internal { tag } => self.tagged(object, rest, view, kind, tag),
            Tagging::Adjacent { tag, content } => {
                self.adjacent(object, rest, view, kind, (tag, content))
            }
            Tagging::Untagged => self.untagged_beside(object, rest, view, kind),
        }
    }
}

/// Whether an entry of this key belongs to a flattened value of this shape.
pub(super) fn takes_key(view: View<'_>, key: &str) -> bool {
    match &view.shape.kind {
        Kind::Struct(kind) => is_field(kind, view, key),
        Kind::Option(inner) => takes_key(view.at(*inner), key),
        Kind::Newtype(newtype) => takes_key(view.at(newtype.field.shape), key),
        Kind::Enum(kind) => match &kind.tagging {
            Tagging::External => kind.named(key).is_some(),
            Tagging::Internal { tag } | Tagging::Adjacent { tag, .. } => tag == key,
            Tagging::Untagged => kind.variants.iter().any(|variant| match &variant.content {
                Content::Struct(inner) => inner.fields.iter().any(|field| field.name == key),
                Content::Newtype(field) => takes_key(view.at(field.shape), key),
                _ => false,
            }),
        },
        Kind::Map(_) | Kind::Any | Kind::Opaque(_) => true,
        _ => false,
    }
}

/// Whether a struct has a field of this key, or takes it into one that is flattened.
pub(super) fn is_field(kind: &Struct, view: View<'_>, key: &str) -> bool {
    kind.fields.iter().any(|field| {
        if field.flatten {
            takes_key(view.at(field.shape), key)
        } else {
            field.is_named(key.as_bytes())
        }
    })
}
