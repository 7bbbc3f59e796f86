//! The entries that an object of the type has, with those of what is flattened into it.

use super::Writer;
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, Variant, View};
use crate::tree::{NodeId, NodeKind};

/// An entry that an object of the type has.
pub(super) struct Slot<'v> {
    pub(super) name: &'v str,
    pub(super) field: Option<&'v Field>,
    pub(super) view: View<'v>,
    pub(super) held: Held<'v>,
}

/// What stands in an entry.
#[derive(Clone, Copy)]
pub(super) enum Held<'v> {
    Field(&'v Field),
    Content(&'v Content),
    Tag,
}

impl<'v> Slot<'v> {
    fn new(name: &'v str, view: View<'v>, held: Held<'v>) -> Self {
        let field = match held {
            Held::Field(field) | Held::Content(Content::Newtype(field)) => Some(field),
            _ => None,
        };
        Slot {
            name,
            field,
            view,
            held,
        }
    }

    pub(super) fn is_named(&self, key: &str) -> bool {
        let aliases = match self.held {
            Held::Field(field) => &field.aliases[..],
            _ => &[],
        };
        self.name == key || aliases.iter().any(|alias| alias == key)
    }
}

impl Writer<'_> {
    /// The entries of a struct.
    pub(super) fn fields<'v>(
        &mut self,
        node: NodeId,
        view: View<'v>,
        object: &'v Struct,
        slots: &mut Vec<Slot<'v>>,
    ) {
        for field in object.fields.iter() {
            if field.flatten {
                self.parts(node, view.at(field.shape), slots);
            } else {
                slots.push(Slot::new(&field.name, view, Held::Field(field)));
            }
        }
    }

    /// The entries of a value whose entries stand among those of another one.
    fn parts<'v>(&mut self, node: NodeId, view: View<'v>, slots: &mut Vec<Slot<'v>>) {
        match &view.shape.kind {
            Kind::Struct(object) => self.fields(node, view, object, slots),
            Kind::Newtype(newtype) => self.parts(node, view.at(newtype.field.shape), slots),
            Kind::Option(inner) => {
                let (first, sure) = (slots.len(), self.sure);
                self.parts(node, view.at(*inner), slots);
                let tree = self.tree;
                let is_there = |slot: &Slot<'_>| {
                    let mut keys = tree.entries(node);
                    keys.any(|(key, _)| slot.is_named(tree.text(key)))
                };
                if !slots[first..].iter().any(is_there) {
                    slots.truncate(first);
                    self.sure = sure;
                }
            }
            Kind::Enum(kind) => self.variant_parts(node, view, kind, slots),
            Kind::Unit => {}
            _ => self.sure = false,
        }
    }

    pub(super) fn variant_parts<'v>(
        &mut self,
        node: NodeId,
        view: View<'v>,
        kind: &'v Enum,
        slots: &mut Vec<Slot<'v>>,
    ) {
        let Some((name, variant)) = self.tagged(node, kind) else {
            self.sure = false;
            return;
        };
        match &kind.tagging {
            Tagging::External => {
                slots.push(Slot::new(name, view, Held::Content(&variant.content)));
            }
            Tagging::Internal { tag } => {
                slots.push(Slot::new(tag, view, Held::Tag));
                match &variant.content {
                    Content::Struct(object) => self.fields(node, view, object, slots),
                    Content::Newtype(field) => self.parts(node, view.at(field.shape), slots),
                    _ => {}
                }
            }
            Tagging::Adjacent { tag, content } => {
                slots.push(Slot::new(tag, view, Held::Tag));
                if !matches!(variant.content, Content::Unit) {
                    slots.push(Slot::new(content, view, Held::Content(&variant.content)));
                }
            }
            Tagging::Untagged => self.sure = false,
        }
    }

    /// The variant that an object names, and its name.
    pub(super) fn tagged<'v>(
        &self,
        node: NodeId,
        kind: &'v Enum,
    ) -> Option<(&'v str, &'v Variant)> {
        let tree = self.tree;
        let (Tagging::Internal { tag } | Tagging::Adjacent { tag, .. }) = &kind.tagging else {
            let mut found = tree
                .entries(node)
                .filter_map(|(key, _)| kind.named(tree.text(key)));
            return found.next().map(|variant| (&*variant.name, variant));
        };
        let value = tree.entry(node, tag)?;
        let named = kind.named(tree.text(value));
        let variant = named.or_else(|| kind.variants.iter().find(|variant| variant.other))?;
        (tree.kind(value) == NodeKind::String).then_some((&variant.name, variant))
    }
}
