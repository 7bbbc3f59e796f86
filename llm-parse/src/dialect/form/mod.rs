//! How a value stands in an answer under a lowered schema: a map may be a list of its entries, and what is absent `null`.
//!
//! # Design
//!
//! One walk over text writes both ways, so that numbers keep every digit and the ways cannot differ.

mod object;
mod slot;

use serde_json::Value;

use super::Rules;
use crate::decode::decode;
use crate::foreign;
use crate::print::{json_string, print};
use crate::shape::{Content, Field, Kind, View};
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
