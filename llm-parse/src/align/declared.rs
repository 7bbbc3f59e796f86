//! The keys that a shape declares, and whether a value has one of them.

use std::collections::HashSet;

use super::{Aligner, fold};
use crate::shape::{Content, Kind, Struct, Tagging, View};
use crate::tree::{NodeId, NodeKind};

impl<'s> Aligner<'_, '_, 's> {
    /// The keys of a struct, and of what is flattened into it.
    pub(super) fn names(&self, view: View<'s>, kind: &'s Struct) -> HashSet<String> {
        let mut names = Vec::new();
        fields(view, kind, FLAT, &mut names);
        self.folded(names)
    }

    /// The keys of an item, one of which every item that says something has; `None` where that is not so.
    pub(super) fn item_names(&self, item: View<'s>) -> Option<HashSet<String>> {
        let mut names = Vec::new();
        let known = match &item.shape.kind {
            Kind::Option(inner) => return self.item_names(item.at(*inner)),
            Kind::Newtype(newtype) => return self.item_names(item.at(newtype.field.shape)),
            Kind::Opaque(_) => return self.item_names(crate::foreign::shape(item).view()),
            Kind::Struct(kind) => fields(item, kind, FLAT, &mut names),
            Kind::Enum(kind) if matches!(kind.tagging, Tagging::Untagged) => {
                keys(item, FLAT, &mut names)
            }
            _ => false,
        };
        (known && !names.is_empty()).then(|| self.folded(names))
    }

    fn folded(&self, names: Vec<&str>) -> HashSet<String> {
        names.into_iter().map(|name| self.key(name)).collect()
    }

    /// A key as it is compared.
    pub(super) fn key(&self, name: &str) -> String {
        if self.coerce {
            fold(name)
        } else {
            name.to_owned()
        }
    }

    pub(super) fn has_any(&self, node: NodeId, names: &HashSet<String>) -> bool {
        let tree = self.tree();
        let mut keys = tree.entries(node).map(|(key, _)| self.key(tree.text(key)));
        tree.kind(node) == NodeKind::Object && keys.any(|key| names.contains(&key))
    }

    /// Whether a value has one of the names at its top.
    pub(super) fn shows(&self, node: NodeId, names: &HashSet<String>) -> bool {
        self.has_any(node, names) || self.may_have(node, names)
    }

    /// Whether a value has one of the names anywhere.
    pub(super) fn holds(&self, node: NodeId, names: &HashSet<String>) -> bool {
        let tree = self.tree();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match tree.kind(node) {
                _ if self.shows(node, names) => return true,
                NodeKind::Object => open.extend(tree.entries(node).map(|(_, value)| value)),
                NodeKind::List => open.extend(tree.items(node)),
                _ => {}
            }
        }
        false
    }

    /// Whether a text looks like JSON with one of the names in it.
    fn may_have(&self, node: NodeId, names: &HashSet<String>) -> bool {
        let text = self.tree().text(node);
        let mut quoted = text.split('"');
        self.tree().kind(node) == NodeKind::String
            && text.trim_start().starts_with(['{', '['])
            && quoted.any(|part| names.contains(&self.key(part)))
    }
}

impl<'s> View<'s> {
    /// The fields of a struct, also inside options and newtypes.
    pub(super) fn fields(self) -> Option<(&'s Struct, View<'s>)> {
        let mut view = self;
        for _ in 0..FLAT {
            view = match &view.shape.kind {
                Kind::Struct(kind) => return Some((kind, view)),
                Kind::Option(inner) => view.at(*inner),
                Kind::Newtype(newtype) => view.at(newtype.field.shape),
                _ => return None,
            };
        }
        None
    }
}

/// How deep what is flattened is looked into.
const FLAT: usize = 16;

/// Gathers the keys of a struct; whether these are all that it takes.
fn fields<'s>(view: View<'s>, kind: &'s Struct, depth: usize, names: &mut Vec<&'s str>) -> bool {
    kind.fields.iter().fold(true, |known, field| {
        if field.flatten {
            return keys(view.at(field.shape), depth, names) && known;
        }
        names.push(&field.name);
        names.extend(field.aliases.iter().map(|alias| &**alias));
        known
    })
}

/// Gathers the keys of what stands in an object.
fn keys<'s>(view: View<'s>, depth: usize, names: &mut Vec<&'s str>) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match &view.shape.kind {
        Kind::Option(inner) => keys(view.at(*inner), depth, names),
        Kind::Newtype(newtype) => keys(view.at(newtype.field.shape), depth, names),
        Kind::Struct(kind) => fields(view, kind, depth, names),
        Kind::Enum(kind) => {
            match &kind.tagging {
                Tagging::External => names.extend(kind.variants.iter().map(|one| &*one.name)),
                Tagging::Internal { tag } => names.push(tag),
                Tagging::Adjacent { tag, content } => names.extend([&**tag, content]),
                Tagging::Untagged => {}
            }
            let inside = !matches!(kind.tagging, Tagging::External | Tagging::Adjacent { .. });
            let mut known = true;
            for variant in kind.variants.iter().filter(|one| inside || one.untagged) {
                known &= match &variant.content {
                    Content::Struct(kind) => fields(view, kind, depth, names),
                    Content::Newtype(field) => keys(view.at(field.shape), depth, names),
                    Content::Unit | Content::Tuple(_) => true,
                };
            }
            known
        }
        Kind::Map(_) | Kind::Any | Kind::Opaque(_) => false,
        _ => true,
    }
}
