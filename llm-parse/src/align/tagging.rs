//! A variant that is written in another tagging than the declared one.
//!
//! # Design
//!
//! Whatever the tagging, a variant is a name and what it holds. Both are read from the form that stands there, and the
//! node is made to look as the declared form does; the usual alignment goes on from there.

use super::object::Entry;
use super::{Aligner, fold};
use crate::fix::FixKind;
use crate::shape::{Content, Enum, Kind, Tagging, Variant, View};
use crate::tree::{NONE, Node, NodeId, NodeKind};

/// Keys under which models put a variant's name, besides that of the type, and what it holds, where they were not told
/// otherwise.
const TAGS: [&str; 4] = ["type", "kind", "tag", "variant"];
const CONTENTS: [&str; 5] = ["content", "data", "value", "payload", "fields"];

/// Keys of a call of a tool.
const CALLED: [&str; 4] = ["name", "tool", "function", "action"];
const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "input", "action_input"];

/// What a variant holds, as it stands in the text.
enum Held {
    Nothing,
    Value(NodeId),
    /// Entries beside the tag.
    Entries(Vec<Entry>),
}

impl<'s> Aligner<'_, '_, 's> {
    /// Gives a value the declared tagging, where it names a variant in another one; whether it was changed.
    pub(super) fn retag(&mut self, node: NodeId, view: View<'s>, kind: &'s Enum) -> bool {
        if !self.coerce || kind.variants.iter().any(|variant| variant.untagged) {
            return false;
        }
        let Some((variant, held)) = self.other_form(node, view, kind) else {
            return false;
        };
        let unit = matches!(variant.content, Content::Unit);
        let held = match held {
            Held::Value(value) if unit && self.is_nothing(value) => Held::Nothing,
            held => held,
        };
        if unit != matches!(held, Held::Nothing) {
            return false;
        }
        let Some(changed) = self.declared_form(node, view, kind, variant, held) else {
            return false;
        };
        self.fix(FixKind::Tagging, node, "read a variant in another tagging");
        self.replace(node, changed);
        true
    }

    /// The variant that a value names in any tagging, and what it holds.
    fn other_form(
        &self,
        node: NodeId,
        view: View<'_>,
        kind: &'s Enum,
    ) -> Option<(&'s Variant, Held)> {
        let tree = self.tree();
        match tree.kind(node) {
            NodeKind::String => Some((kind.variant_of(tree.text(node))?, Held::Nothing)),
            NodeKind::Object => self
                .outer_form(node, kind)
                .or_else(|| self.tagged_form(node, view, kind))
                .or_else(|| self.call_form(node, kind)),
            _ => None,
        }
    }

    /// `{"circle": {"radius": 2}}`
    fn outer_form(&self, node: NodeId, kind: &'s Enum) -> Option<(&'s Variant, Held)> {
        let (key, value) = self
            .tree()
            .entries(node)
            .next()
            .filter(|_| self.tree().len(node) == 1)?;
        Some((kind.variant_of(self.tree().text(key))?, Held::Value(value)))
    }

    /// `{"type": "circle", "radius": 2}` or `{"type": "circle", "data": {"radius": 2}}`
    fn tagged_form(
        &self,
        node: NodeId,
        view: View<'_>,
        kind: &'s Enum,
    ) -> Option<(&'s Variant, Held)> {
        let tree = self.tree();
        let (tag, content) = match &kind.tagging {
            Tagging::Adjacent { tag, content } => (Some(&**tag), Some(&**content)),
            Tagging::Internal { tag } => (Some(&**tag), None),
            _ => (None, None),
        };
        let name = fold(&view.shape.name);
        let is_own = |key: &str| !name.is_empty() && fold(key) == name;
        let is_tag = |key: &str| Some(key) == tag || TAGS.contains(&key) || is_own(key);
        let variant = |value: NodeId| match tree.kind(value) {
            NodeKind::String => kind.variant_of(tree.text(value)),
            _ => None,
        };
        let mut tags = tree
            .entries(node)
            .filter(|(key, _)| is_tag(tree.text(*key)))
            .filter_map(|(key, value)| Some((key, variant(value)?)));
        let (tag, variant) = tags.next().filter(|_| tags.next().is_none())?;
        let rest: Vec<Entry> = tree.entries(node).filter(|(key, _)| *key != tag).collect();
        let held = match rest[..] {
            [] => Held::Nothing,
            [(key, value)] if self.is_content(key, content, view, variant) => Held::Value(value),
            _ => Held::Entries(rest),
        };
        Some((variant, held))
    }

    /// `{"name": "circle", "arguments": {"radius": 2}}`, as a call of a tool is written, with its `id` and `type`.
    fn call_form(&self, node: NodeId, kind: &'s Enum) -> Option<(&'s Variant, Held)> {
        let tree = self.tree();
        let one = |keys: &[&str]| {
            let is = |(key, _): &Entry| keys.contains(&tree.text(*key));
            let mut found = tree.entries(node).filter(is);
            found.next().filter(|_| found.next().is_none())
        };
        let (_, name) = one(&CALLED)?;
        let (_, held) = one(&ARGUMENTS)?;
        let known = |key| {
            CALLED.contains(&key) || ARGUMENTS.contains(&key) || ["id", "type"].contains(&key)
        };
        if tree.kind(name) != NodeKind::String
            || !tree.entries(node).all(|(key, _)| known(tree.text(key)))
        {
            return None;
        }
        Some((kind.variant_of(tree.text(name))?, Held::Value(held)))
    }

    fn is_content(
        &self,
        key: NodeId,
        declared: Option<&str>,
        view: View<'_>,
        variant: &Variant,
    ) -> bool {
        let key = self.tree().text(key);
        let own = match &variant.content {
            Content::Struct(kind) => kind.fields.iter().any(|field| field.name == key),
            // `value` may be a field of the type inside.
            Content::Newtype(field) => {
                let sure = Some(key) == declared || CONTENTS[..2].contains(&key);
                !sure && holds_entries(view.at(field.shape))
            }
            _ => false,
        };
        let known = Some(key) == declared || CONTENTS.contains(&key);
        !own && (known || fold(key) == fold(&variant.name))
    }

    /// The node that says the variant in the declared tagging.
    fn declared_form(
        &mut self,
        node: NodeId,
        view: View<'s>,
        kind: &'s Enum,
        variant: &'s Variant,
        held: Held,
    ) -> Option<Node> {
        let name = &*variant.name;
        match (&kind.tagging, held) {
            (Tagging::External, Held::Nothing) => {
                let text = self.text(NodeKind::String, name, node);
                Some(*self.tree().node(text))
            }
            (Tagging::External, held) => {
                let value = self.held_value(node, view, variant, held)?;
                let key = self.text(NodeKind::Key, name, node);
                Some(self.object(&[(key, value)], node))
            }
            (Tagging::Internal { tag }, held) => {
                let mut entries = vec![self.entry(tag, name, node)];
                match held {
                    Held::Nothing => {}
                    Held::Entries(rest) => entries.extend(rest),
                    Held::Value(value) if self.tree().kind(value) == NodeKind::Object => {
                        entries.extend(self.tree().entries(value));
                    }
                    Held::Value(_) => return None,
                }
                Some(self.object(&entries, node))
            }
            (Tagging::Adjacent { tag, content }, held) => {
                let mut entries = vec![self.entry(tag, name, node)];
                if !matches!(held, Held::Nothing) {
                    let value = self.held_value(node, view, variant, held)?;
                    entries.push((self.text(NodeKind::Key, content, node), value));
                }
                Some(self.object(&entries, node))
            }
            (Tagging::Untagged, _) => None,
        }
    }

    /// What a variant holds as one value.
    fn held_value(
        &mut self,
        node: NodeId,
        view: View<'s>,
        variant: &Variant,
        held: Held,
    ) -> Option<NodeId> {
        let entries = match held {
            Held::Value(value) => return Some(value),
            Held::Nothing => return None,
            Held::Entries(entries) => entries,
        };
        let object = match &variant.content {
            Content::Struct(_) => true,
            Content::Newtype(field) => holds_entries(view.at(field.shape)),
            _ => false,
        };
        let inner = object.then(|| self.object(&entries, node))?;
        Some(self.found.tree.push(inner))
    }

    fn entry(&mut self, key: &str, text: &str, like: NodeId) -> Entry {
        let key = self.text(NodeKind::Key, key, like);
        (key, self.text(NodeKind::String, text, like))
    }

    /// A new string or key that stands where `like` does.
    pub(super) fn text(&mut self, kind: NodeKind, text: &str, like: NodeId) -> NodeId {
        let node = Node {
            next: NONE,
            ..*self.tree().node(like)
        };
        let id = self.found.tree.push(node);
        self.rewrite(id, kind, text);
        id
    }

    /// An object of these entries that stands where `like` does.
    pub(super) fn object(&mut self, entries: &[Entry], like: NodeId) -> Node {
        for (index, &(key, value)) in entries.iter().enumerate() {
            self.relink(key, value);
            self.relink(value, entries.get(index + 1).map_or(NONE, |(key, _)| *key));
        }
        Node {
            kind: NodeKind::Object,
            side: false,
            a: entries.first().map_or(NONE, |(key, _)| *key),
            b: u32::try_from(entries.len()).unwrap_or(NONE),
            next: NONE,
            ..*self.tree().node(like)
        }
    }

    fn is_nothing(&self, node: NodeId) -> bool {
        self.tree().kind(node) == NodeKind::Null || self.is_empty_object(node)
    }
}

impl Enum {
    /// The variant that a text names: exactly, by an alias or spelling, or as the only one in another spelling. Where every
    /// name means something, a near miss is a name of its own.
    pub(crate) fn variant_of(&self, text: &str) -> Option<&Variant> {
        let tagged = || {
            self.variants
                .iter()
                .filter(|variant| !variant.untagged && !variant.other)
        };
        let spelled =
            |variant: &&Variant| variant.spellings.iter().any(|spelling| spelling == text);
        let exact = self.named(text).filter(|variant| !variant.other);
        if let Some(variant) = exact.or_else(|| tagged().find(spelled)) {
            return Some(variant);
        }
        let folded = fold(text);
        if folded.is_empty() || self.variants.iter().any(|variant| variant.other) {
            return None;
        }
        let fits = |variant: &&Variant| {
            let others = variant.aliases.iter().chain(variant.spellings.iter());
            std::iter::once(&variant.name)
                .chain(others)
                .any(|name| fold(name) == folded)
        };
        let mut fitting = tagged().filter(fits);
        fitting.next().filter(|_| fitting.next().is_none())
    }
}

/// Whether a value of this shape is written as an object.
fn holds_entries(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Struct(_) | Kind::Map(_) | Kind::Any | Kind::Opaque(_) => true,
        Kind::Newtype(newtype) => holds_entries(view.at(newtype.field.shape)),
        _ => false,
    }
}
