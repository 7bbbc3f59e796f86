//! How a value stands in an answer under a lowered schema: a map may be a list of its entries, and what is absent `null`.
//!
//! # Design
//!
//! One walk over text writes both ways, so that numbers keep every digit and the ways cannot differ.

use serde_json::Value;

use super::Rules;
use crate::align::chosen;
use crate::decode::decode;
use crate::foreign;
use crate::print::{json_string, print};
use crate::read::Leniency;
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, Variant, View};
use crate::strict;
use crate::tree::{Cursor, NodeId, NodeKind, Tree};

/// How deep a value may be nested; a deeper one is left as it is.
const DEEPEST: usize = 128;

/// What is otherwise than in the type's own form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    /// A map is a list of `{"key": .., "value": ..}`.
    pub(super) entries: bool,
    /// What may be absent is there, and `null`.
    pub(super) nulls: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Lowered,
    Own,
}

impl Form {
    pub(crate) fn of(rules: &Rules) -> Form {
        Form {
            entries: !rules.maps(),
            nulls: rules.all_required,
        }
    }

    /// Whether every value is in the type's own form.
    pub(crate) fn is_own(self) -> bool {
        self == Form::default()
    }

    pub(super) fn lower(self, view: View<'_>, value: &Value) -> Option<Value> {
        let text = self.lower_text(view, &value.to_string())?;
        read(&text)
    }

    pub(super) fn lift(self, view: View<'_>, answer: Value) -> Value {
        let lifted = self.write(view, &answer.to_string(), To::Own);
        lifted.and_then(|(text, _)| read(&text)).unwrap_or(answer)
    }

    /// A value as serde writes it in this form. `None` where its form is not known for sure.
    pub(crate) fn lower_text(self, view: View<'_>, json: &str) -> Option<String> {
        let (text, sure) = self.write(view, json, To::Lowered)?;
        sure.then_some(text)
    }

    /// The text in the other form, and whether everything in it was known.
    fn write(self, view: View<'_>, json: &str, to: To) -> Option<(String, bool)> {
        if self.is_own() {
            return Some((json.to_owned(), true));
        }
        let mut tree = Tree::new(json);
        let root = strict::parse(&mut tree, DEEPEST).ok()?;
        let mut writer = Writer {
            tree: &tree,
            form: self,
            to,
            sure: true,
            out: String::with_capacity(json.len()),
        };
        writer.value(root, view);
        Some((writer.out, writer.sure))
    }
}

fn read(text: &str) -> Option<Value> {
    let mut tree = Tree::new(text);
    let node = strict::parse(&mut tree, DEEPEST).ok()?;
    decode(Cursor { tree: &tree, node }).ok()
}

struct Writer<'t> {
    tree: &'t Tree<'t>,
    form: Form,
    to: To,
    sure: bool,
    out: String,
}

/// An entry that an object of the type has.
struct Slot<'v> {
    name: &'v str,
    field: Option<&'v Field>,
    view: View<'v>,
    held: Held<'v>,
}

/// What stands in an entry.
#[derive(Clone, Copy)]
enum Held<'v> {
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

    fn is_named(&self, key: &str) -> bool {
        let aliases = match self.held {
            Held::Field(field) => &field.aliases[..],
            _ => &[],
        };
        self.name == key || aliases.iter().any(|alias| alias == key)
    }
}

impl Writer<'_> {
    fn value(&mut self, node: NodeId, view: View<'_>) {
        let kind = self.tree.kind(node);
        match &view.shape.kind {
            Kind::Option(_) if kind == NodeKind::Null => self.as_it_is(node),
            Kind::Option(inner) => self.value(node, view.at(*inner)),
            Kind::Newtype(newtype) => self.value(node, view.at(newtype.field.shape)),
            Kind::Opaque(_) => self.value(node, foreign::shape(view).view()),
            Kind::List(list) => self.items(node, |_| Some(view.at(list.item))),
            Kind::Tuple(fields) => self.tuple(node, view, fields),
            Kind::Map(map) => self.map(node, view.at(map.value)),
            Kind::Struct(object) => self.structure(node, view, object),
            Kind::Enum(kind) => self.variant(node, view, kind),
            _ => self.as_it_is(node),
        }
    }

    fn as_it_is(&mut self, node: NodeId) {
        self.out.push_str(&print(self.tree, node));
    }

    /// Writes what is no value of the type.
    fn other(&mut self, node: NodeId) {
        self.sure = false;
        self.as_it_is(node);
    }

    fn tuple(&mut self, node: NodeId, view: View<'_>, fields: &[Field]) {
        self.items(node, |index| Some(view.at(fields.get(index)?.shape)));
    }

    fn items<'v>(&mut self, node: NodeId, view: impl Fn(usize) -> Option<View<'v>>) {
        let tree = self.tree;
        if tree.kind(node) != NodeKind::List {
            return self.other(node);
        }
        self.out.push('[');
        for (index, item) in tree.items(node).enumerate() {
            self.separate();
            match view(index) {
                Some(view) => self.value(item, view),
                None => self.other(item),
            }
        }
        self.out.push(']');
    }

    fn map(&mut self, node: NodeId, value: View<'_>) {
        let tree = self.tree;
        match (tree.kind(node), self.to) {
            (NodeKind::Object, To::Lowered) if self.form.entries => {
                self.out.push('[');
                for (key, entry) in tree.entries(node) {
                    self.separate();
                    self.out.push('{');
                    self.key("key");
                    self.out.push_str(&json_string(tree.text(key)));
                    self.key("value");
                    self.value(entry, value);
                    self.out.push('}');
                }
                self.out.push(']');
            }
            (NodeKind::Object, _) => {
                self.out.push('{');
                for (key, entry) in tree.entries(node) {
                    self.key(tree.text(key));
                    self.value(entry, value);
                }
                self.out.push('}');
            }
            (NodeKind::List, To::Own) if self.form.entries => match self.pairs(node) {
                Some(pairs) => {
                    self.out.push('{');
                    for (key, entry) in pairs {
                        self.key(tree.text(key));
                        self.value(entry, value);
                    }
                    self.out.push('}');
                }
                None => self.other(node),
            },
            _ => self.other(node),
        }
    }

    /// The keys and values in a list of `{"key": .., "value": ..}`; no key stands twice.
    fn pairs(&self, node: NodeId) -> Option<Vec<(NodeId, NodeId)>> {
        let tree = self.tree;
        let mut seen = std::collections::HashSet::new();
        let pair = |item: NodeId| {
            if tree.kind(item) != NodeKind::Object || tree.len(item) != 2 {
                return None;
            }
            let (key, value) = (tree.entry(item, "key")?, tree.entry(item, "value")?);
            let is_new = tree.kind(key) == NodeKind::String && seen.insert(tree.text(key));
            is_new.then_some((key, value))
        };
        tree.items(node).map(pair).collect()
    }

    fn structure(&mut self, node: NodeId, view: View<'_>, object: &Struct) {
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

    /// The entries of a struct.
    fn fields<'v>(
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

    fn variant_parts<'v>(
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
    fn tagged<'v>(&self, node: NodeId, kind: &'v Enum) -> Option<(&'v str, &'v Variant)> {
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

    fn variant(&mut self, node: NodeId, view: View<'_>, kind: &Enum) {
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

    fn content(&mut self, node: NodeId, view: View<'_>, content: &Content) {
        match content {
            Content::Unit => self.as_it_is(node),
            Content::Newtype(field) => self.value(node, view.at(field.shape)),
            Content::Tuple(fields) => self.tuple(node, view, fields),
            Content::Struct(object) => self.structure(node, view, object),
        }
    }

    fn key(&mut self, name: &str) {
        self.separate();
        self.out.push_str(&json_string(name));
        self.out.push(':');
    }

    fn separate(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(['[', '{']) {
            self.out.push(',');
        }
    }
}
