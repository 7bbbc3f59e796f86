//! Structs: which entry belongs to which field, and what stands beside them.

use std::collections::HashSet;

use super::outer::Group;
use super::{Aligner, Step, expected};
use crate::fix::FixKind;
use crate::rules::quote;
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, Text, Variant, View};
use crate::tree::{NONE, NodeId, NodeKind};
use crate::violation::{Code, Violation};

/// An entry of an object: its key and its value.
pub(super) type Entry = (NodeId, NodeId);

/// Gives each entry of an object to the field that its key names.
struct Assign<'a> {
    fields: &'a [Field],
    slots: &'a mut [NodeId],
    /// The field after the last one that was found.
    guess: usize,
    rest: &'a mut Vec<Entry>,
    repeats: &'a mut Vec<(usize, NodeId)>,
}

impl Assign<'_> {
    #[inline]
    fn entry(&mut self, name: &[u8], key: NodeId, value: NodeId) {
        match (self.fields.get(self.guess), self.slots.get_mut(self.guess)) {
            (Some(field), Some(slot)) if *slot == NONE && is_named(field, name) => {
                *slot = key;
                self.guess += 1;
            }
            _ => self.out_of_order(name, key, value),
        }
    }

    fn out_of_order(&mut self, name: &[u8], key: NodeId, value: NodeId) {
        let is_alias = |alias: &Text| alias.as_bytes() == name;
        let index = self.fields.iter().position(|field| {
            is_named(field, name) || (!field.flatten && field.aliases.iter().any(is_alias))
        });
        match index {
            None => self.rest.push((key, value)),
            Some(index) if self.slots[index] == NONE => {
                self.slots[index] = key;
                self.guess = index + 1;
            }
            Some(index) => self.repeats.push((index, key)),
        }
    }
}

#[inline]
fn is_named(field: &Field, name: &[u8]) -> bool {
    field.name.as_bytes() == name && !field.flatten
}

impl<'s> Aligner<'_, '_, 's> {
    pub(super) fn structure(&mut self, node: NodeId, view: View<'s>, kind: &'s Struct) -> bool {
        match self.tree().kind(node) {
            NodeKind::Object => {}
            _ if self.parse_text(node, NodeKind::Object) => {}
            _ if self.unwrap_single(node) => return self.structure(node, view, kind),
            _ => return self.refuse(node, Code::Type, super::words::object(kind)),
        }
        let mut rest = Vec::new();
        if !self.unwrap_call(node, kind, view) || !self.ungroup(node, kind, view) {
            return false;
        }
        let named = |field: &Field| {
            let mut keys = self
                .tree()
                .entries(node)
                .map(|(key, _)| self.tree().bytes(key));
            keys.any(|key| field.is_named(key))
        };
        let gap = self.has_gap(node) && !kind.fields.iter().all(named);
        let whole = !gap || self.no_gap(node, false);
        let before = self.findings.violations.len();
        let mut sound = self.fields(node, None, &mut rest, kind, view);
        if !rest.is_empty() && rest.len() == self.tree().len(node) {
            let group = Group {
                object: node,
                kind,
                view,
                part: "",
            };
            sound = self.inward(group, &mut rest, (sound, before));
        }
        sound &= whole;
        let known = self.unknown(&rest, kind.deny_unknown, &kind.fields)
            & self.none_is_near(node, &rest, kind, view)
            & (!self.surplus || self.none_is_torn_off(node, &rest, kind, view));
        if self.prune && !rest.is_empty() {
            self.ignored.push((node, rest));
        }
        known && sound
    }

    /// Aligns the declared fields of a struct with an object's entries: with all of them, or with those that the struct
    /// around it left over. What belongs to no field is put into `rest`.
    pub(super) fn fields(
        &mut self,
        object: NodeId,
        entries: Option<&[Entry]>,
        rest: &mut Vec<Entry>,
        kind: &'s Struct,
        view: View<'s>,
    ) -> bool {
        let fields = &kind.fields[..];
        let base = self.slots.len();
        self.slots.resize(base + fields.len(), NONE);
        let mut repeats = Vec::new();
        self.assign(object, entries, fields, rest, &mut repeats);
        let spelled = !rest.is_empty()
            && self.coerce
            && self.match_spelling((fields, view), base, rest, &mut repeats);
        if self.path.is_empty() {
            self.findings.matched = self.slots[base..]
                .iter()
                .filter(|slot| **slot != NONE)
                .count();
        }
        self.remove_all(object, &repeats);
        let (start, mut broken) = (self.findings.violations.len(), Vec::new());
        for (index, field) in fields.iter().enumerate() {
            let key = self.slots[base + index];
            let mut sound = true;
            for &(_, second) in repeats.iter().filter(|(repeated, _)| *repeated == index) {
                sound &= self.repeated(field, key, second) || spelled && self.lose();
            }
            if spelled && key != NONE {
                self.respell(key, field);
            }
            sound &= match key {
                _ if field.flatten => self.flattened(object, rest, field, view),
                NONE => self.absent(object, field, view),
                key => self.present(object, key, field, view),
            };
            if !sound {
                broken.push((index, self.findings.violations.len()));
            }
        }
        let slots: Vec<NodeId> = if broken.is_empty() {
            Vec::new()
        } else {
            self.slots[base..].to_vec()
        };
        self.slots.truncate(base);
        if !broken.is_empty() && self.trials == 0 {
            self.probe_sound(fields.len(), start, &broken, |aligner, index, at| {
                aligner.probe_entry(object, slots[index], &fields[index], view, at)
            });
        }
        broken.is_empty()
    }

    /// Finds the field of each entry. Models write fields in the order they were shown, so the next one is tried first.
    fn assign(
        &mut self,
        object: NodeId,
        entries: Option<&[Entry]>,
        fields: &[Field],
        rest: &mut Vec<Entry>,
        repeats: &mut Vec<(usize, NodeId)>,
    ) {
        let base = self.slots.len() - fields.len();
        let (tree, slots) = (&self.found.tree, &mut self.slots[base..]);
        let mut assign = Assign {
            fields,
            slots,
            guess: 0,
            rest,
            repeats,
        };
        if let Some(entries) = entries {
            for &(key, value) in entries {
                assign.entry(tree.bytes(key), key, value);
            }
            return;
        }
        let mut key = tree.first(object);
        while key != NONE {
            let value = tree.next(key);
            assign.entry(tree.bytes(key), key, value);
            key = tree.next(value);
        }
    }

    fn repeated(&mut self, field: &'s Field, first: NodeId, second: NodeId) -> bool {
        let names = [
            self.tree().text(first).to_owned(),
            self.tree().text(second).to_owned(),
        ];
        let names = if names[0] == names[1] {
            vec![&*names[0]]
        } else {
            vec![&*names[0], &*names[1]]
        };
        let values = (self.tree().next(first), self.tree().next(second));
        self.inside(Step::Name(&field.name), |a| {
            a.same(values.0, values.1, &names)
        })
    }

    /// Takes the further entries of a field out of an object, in one walk.
    fn remove_all(&mut self, object: NodeId, repeats: &[(usize, NodeId)]) {
        if repeats.is_empty() {
            return;
        }
        let repeated: HashSet<NodeId> = repeats.iter().map(|(_, key)| *key).collect();
        let (mut before, mut key) = (NONE, self.tree().first(object));
        while key != NONE {
            let value = self.tree().next(key);
            let next = self.tree().next(value);
            if repeated.contains(&key) {
                self.unlink(object, before, next);
            } else {
                before = value;
            }
            key = next;
        }
    }

    /// Takes an entry out of an object.
    pub(super) fn remove(&mut self, object: NodeId, key: NodeId) {
        let mut before = NONE;
        let mut at = self.tree().first(object);
        while at != NONE {
            let value = self.tree().next(at);
            if at == key {
                let next = self.tree().next(value);
                return self.unlink(object, before, next);
            }
            (before, at) = (value, self.tree().next(value));
        }
    }

    fn present(&mut self, object: NodeId, key: NodeId, field: &'s Field, view: View<'s>) -> bool {
        let value = self.tree().next(key);
        if view.is_runtime() {
            self.rename(key, field);
        } else if !field.aliases.is_empty() && self.tree().text(key) != field.name {
            // What is wrong is looked for by the path.
            self.rewrite(key, NodeKind::Key, &field.name);
        }
        if self.coerce
            && self.tree().kind(value) == NodeKind::Null
            && field.reads_null_as_absent(view)
        {
            self.inside(Step::Name(&field.name), |a| {
                a.fix(FixKind::NullAsAbsent, value, "read null as absent");
            });
            self.findings.defaults = true;
            self.remove(object, key);
            return true;
        }
        if self.fits(value, view.at(field.shape), &field.rules) {
            return true;
        }
        self.path.push(Step::Name(&field.name));
        let sound = self.field_value(value, field, view);
        self.path.pop();
        sound
    }

    /// Aligns the value of a field with its shape and rules.
    pub(super) fn field_value(&mut self, value: NodeId, field: &'s Field, view: View<'s>) -> bool {
        let soft = self.soften(field);
        let sound = self.value(value, view.at(field.shape), &field.rules);
        self.soft = soft;
        sound
    }

    fn absent(&mut self, object: NodeId, field: &'s Field, view: View<'s>) -> bool {
        if !field.is_required(view) {
            self.findings.defaults |= field.default;
            return true;
        }
        let wanted = expected(view.at(field.shape), &field.rules);
        let message = format!("missing key {}; expected {wanted}", quote(&field.name));
        let violation = self.inside(Step::Name(&field.name), |a| {
            Violation::new(a.here(), Code::Missing, wanted, "nothing").with_message(message)
        });
        let violation = violation.with_span(Some(self.tree().span(object)));
        // What is absent is never only a matter of soft rules.
        self.findings.violations.push(violation);
        false
    }
}

impl Field {
    /// Whether a `null` can only say that the key is absent.
    pub(crate) fn reads_null_as_absent(&self, struct_view: View<'_>) -> bool {
        self.default && (self.custom || !accepts_null(struct_view.at(self.shape)))
    }

    pub(super) fn is_named(&self, name: &[u8]) -> bool {
        self.names().any(|own| own.as_bytes() == name)
    }

    /// The keys by which serde knows the field.
    pub(super) fn names(&self) -> impl Iterator<Item = &Text> {
        std::iter::once(&self.name).chain(self.aliases.iter())
    }
}

impl Enum {
    /// The variant of this exact name.
    pub(crate) fn named(&self, name: &str) -> Option<&Variant> {
        let is = |variant: &&Variant| {
            !variant.untagged
                && (variant.name == name || variant.aliases.iter().any(|alias| alias == name))
        };
        self.variants.iter().find(is)
    }
}

/// Whether serde reads `null` as a value of this shape.
pub(super) fn accepts_null(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Any | Kind::Unit | Kind::Option(_) => true,
        Kind::Opaque(_) => accepts_null(crate::foreign::shape(view).view()),
        Kind::Newtype(newtype) => accepts_null(view.at(newtype.field.shape)),
        Kind::Enum(kind) => kind.variants.iter().any(|variant| {
            (variant.untagged || matches!(kind.tagging, Tagging::Untagged))
                && match &variant.content {
                    Content::Unit => true,
                    Content::Newtype(field) => accepts_null(view.at(field.shape)),
                    _ => false,
                }
        }),
        _ => false,
    }
}
