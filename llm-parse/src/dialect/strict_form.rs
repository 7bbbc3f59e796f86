//! A value as a strict schema has it: every key is there, and a map is a list of its entries.

use crate::print::{json_string, print};
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, View};
use crate::strict;
use crate::tree::{NodeId, NodeKind, Tree};

/// How deep a value may be nested.
const DEEPEST: usize = 128;

/// The value, which is given as serde writes it. `None` where its form in the schema is not known for sure.
pub(crate) fn strict_form(view: View<'_>, json: &str) -> Option<String> {
    let mut tree = Tree::new(json);
    let root = strict::parse(&mut tree, DEEPEST).ok()?;
    let mut writer = Writer {
        tree: &tree,
        out: String::with_capacity(json.len()),
    };
    writer.value(root, view)?;
    Some(writer.out)
}

struct Writer<'t> {
    tree: &'t Tree<'t>,
    out: String,
}

impl Writer<'_> {
    fn value(&mut self, node: NodeId, view: View<'_>) -> Option<()> {
        match &view.shape.kind {
            Kind::Option(_) if self.tree.kind(node) == NodeKind::Null => self.as_it_is(node),
            Kind::Option(inner) => self.value(node, view.at(*inner)),
            Kind::Newtype(newtype) => self.value(node, view.at(newtype.field.shape)),
            Kind::List(list) => self.items(node, |_| Some(view.at(list.item))),
            Kind::Tuple(fields) => self.tuple(node, view, fields),
            Kind::Map(map) => {
                let value = view.at(map.value);
                self.map(node, value)
            }
            Kind::Struct(object) => self.object(|writer| writer.fields(node, view, object, &[])),
            Kind::Enum(kind) => self.variant(node, view, kind),
            _ => self.as_it_is(node),
        }
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "the other ways to write a value may fail"
    )]
    fn as_it_is(&mut self, node: NodeId) -> Option<()> {
        self.out.push_str(&print(self.tree, node));
        Some(())
    }

    fn tuple(&mut self, node: NodeId, view: View<'_>, fields: &[Field]) -> Option<()> {
        self.items(node, |index| Some(view.at(fields.get(index)?.shape)))
    }

    fn items<'v>(&mut self, node: NodeId, view: impl Fn(usize) -> Option<View<'v>>) -> Option<()> {
        let tree = self.tree;
        if tree.kind(node) != NodeKind::List {
            return None;
        }
        self.out.push('[');
        for (index, item) in tree.items(node).enumerate() {
            self.separate();
            self.value(item, view(index)?)?;
        }
        self.out.push(']');
        Some(())
    }

    fn map(&mut self, node: NodeId, value: View<'_>) -> Option<()> {
        let tree = self.tree;
        if tree.kind(node) != NodeKind::Object {
            return None;
        }
        self.out.push('[');
        for (key, entry) in tree.entries(node) {
            self.separate();
            self.object(|writer| {
                writer.key("key");
                writer.out.push_str(&json_string(tree.text(key)));
                writer.key("value");
                writer.value(entry, value)
            })?;
        }
        self.out.push(']');
        Some(())
    }

    fn object(&mut self, inside: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.out.push('{');
        inside(self)?;
        self.out.push('}');
        Some(())
    }

    /// The declared entries of an object that may have others of these names.
    fn fields(
        &mut self,
        node: NodeId,
        view: View<'_>,
        object: &Struct,
        others: &[&str],
    ) -> Option<()> {
        let tree = self.tree;
        if tree.kind(node) != NodeKind::Object || object.fields.iter().any(|field| field.flatten) {
            return None;
        }
        let entries: Vec<_> = tree
            .entries(node)
            .map(|(key, value)| (tree.text(key), value))
            .collect();
        let mut known = others.len();
        for field in object.fields.iter() {
            let named =
                |key: &str| field.name == key || field.aliases.iter().any(|name| name == key);
            self.key(&field.name);
            match entries.iter().find(|(key, _)| named(key)) {
                Some((_, value)) => {
                    known += 1;
                    self.value(*value, view.at(field.shape))?;
                }
                None => self.out.push_str("null"),
            }
        }
        (known == entries.len()).then_some(())
    }

    fn variant(&mut self, node: NodeId, view: View<'_>, kind: &Enum) -> Option<()> {
        let tree = self.tree;
        let entry = |name: &str| tree.entries(node).find(|(key, _)| tree.text(*key) == name);
        let named = |node: NodeId| kind.named(tree.text(node)).filter(|variant| !variant.other);
        match &kind.tagging {
            _ if tree.kind(node) == NodeKind::String => self.as_it_is(node),
            _ if tree.kind(node) != NodeKind::Object => None,
            Tagging::External => {
                let (key, value) = tree.entries(node).next()?;
                let variant = named(key)?;
                self.object(|writer| {
                    writer.key(&variant.name);
                    writer.content(value, view, &variant.content)
                })
            }
            Tagging::Internal { tag } => {
                let (_, value) = entry(tag)?;
                let variant = named(value)?;
                self.object(|writer| {
                    writer.key(tag);
                    writer.as_it_is(value)?;
                    match &variant.content {
                        Content::Unit => Some(()),
                        Content::Struct(object) => writer.fields(node, view, object, &[tag]),
                        Content::Newtype(field) => {
                            let inner = view.at(field.shape);
                            let Kind::Struct(object) = &inner.shape.kind else {
                                return None;
                            };
                            writer.fields(node, inner, object, &[tag])
                        }
                        Content::Tuple(_) => None,
                    }
                })
            }
            Tagging::Adjacent { tag, content } => {
                let (_, value) = entry(tag)?;
                let variant = named(value)?;
                self.object(|writer| {
                    writer.key(tag);
                    writer.as_it_is(value)?;
                    let Some((_, inner)) = entry(content) else {
                        return matches!(variant.content, Content::Unit).then_some(());
                    };
                    writer.key(content);
                    writer.content(inner, view, &variant.content)
                })
            }
            Tagging::Untagged => None,
        }
    }

    fn content(&mut self, node: NodeId, view: View<'_>, content: &Content) -> Option<()> {
        match content {
            Content::Unit => self.as_it_is(node),
            Content::Newtype(field) => self.value(node, view.at(field.shape)),
            Content::Tuple(fields) => self.tuple(node, view, fields),
            Content::Struct(object) => self.object(|writer| writer.fields(node, view, object, &[])),
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
