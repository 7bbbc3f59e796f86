//! Objects: structs and variants.

use super::slot::{Held, Slot};
use super::{To, Writer};
use crate::align::chosen;
use crate::print::print;
use crate::read::Leniency;
use crate::shape::{Enum, Struct, Tagging, View};
use crate::tree::{NodeId, NodeKind};

impl Writer<'_> {
    pub(super) fn structure(&mut self, node: NodeId, view: View<'_>, object: &Struct) {
        if self.tree.kind(node) != NodeKind::Object {
            return self.other(node);
        }
        let mut slots = Vec::new();
        self.fields(node, view, object, &mut slots);
        self.object(node, &slots);
    }

    fn object(&mut self, node: NodeId, slots: &[Slot<'_>]) {
        self.out.push('{');
        match self.to {
            To::Lowered => self.lowered(node, slots),
            To::Own => self.own(node, slots),
        }
        self.out.push('}');
    }

    fn lowered(&mut self, node: NodeId, slots: &[Slot<'_>]) {
        let tree = self.tree;
        let find = |slot: &Slot<'_>| {
            let mut entries = tree.entries(node);
            entries.find(|(key, _)| slot.is_named(tree.text(*key)))
        };
        let mut known = 0;
        for slot in slots {
            if let Some((_, value)) = find(slot) {
                known += 1;
                self.key(slot.name);
                self.held(value, slot);
            } else if self.form.nulls {
                // What `null` says, is read as `None` and not as the default.
                let field = slot.field;
                self.sure &= field
                    .is_some_and(|field| !field.default || field.reads_null_as_absent(slot.view));
                self.key(slot.name);
                self.out.push_str("null");
            }
        }
        self.sure &= known == tree.len(node);
    }

    fn own(&mut self, node: NodeId, slots: &[Slot<'_>]) {
        let tree = self.tree;
        for (key, value) in tree.entries(node) {
            let name = tree.text(key);
            let slot = slots.iter().find(|slot| slot.is_named(name));
            let is_absent = |slot: &&Slot<'_>| {
                let field = slot.field;
                field.is_some_and(|field| field.reads_null_as_absent(slot.view))
            };
            let is_null = self.form.nulls && tree.kind(value) == NodeKind::Null;
            if is_null && slot.as_ref().is_some_and(is_absent) {
                continue;
            }
            self.key(name);
            match slot {
                Some(slot) => self.held(value, slot),
                None => self.as_it_is(value),
            }
        }
    }

    fn held(&mut self, node: NodeId, slot: &Slot<'_>) {
        match slot.held {
            Held::Field(field) => self.value(node, slot.view.at(field.shape)),
            Held::Content(content) => self.content(node, slot.view, content),
            Held::Tag => self.as_it_is(node),
        }
    }

    pub(super) fn variant(&mut self, node: NodeId, view: View<'_>, kind: &Enum) {
        let tree = self.tree;
        match (tree.kind(node), &kind.tagging) {
            (_, Tagging::Untagged) => self.untagged(node, view, kind),
            (NodeKind::Object, _) if self.tagged(node, kind).is_some() => {
                let mut slots = Vec::new();
                self.variant_parts(node, view, kind, &mut slots);
                self.object(node, &slots);
            }
            (NodeKind::String, Tagging::External) if kind.named(tree.text(node)).is_some() => {
                self.as_it_is(node);
            }
            _ => self.untagged(node, view, kind),
        }
    }

    fn untagged(&mut self, node: NodeId, view: View<'_>, kind: &Enum) {
        let leniency = match self.to {
            To::Lowered => Leniency::Strict,
            To::Own => Leniency::Coerce,
        };
        let variant = chosen(view, &print(self.tree, node), leniency)
            .zip(kind.first_untagged())
            .and_then(|(index, first)| kind.variants.get(first + index));
        match variant {
            Some(variant) => self.content(node, view, &variant.content),
            None => self.other(node),
        }
    }
}
