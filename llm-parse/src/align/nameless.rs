//! Variants that are said without their names: by `null` or a word for nothing, or by what they hold.
//!
//! # Design
//!
//! Which variants may be said so is told by two spellings: [`NOTHING`] and [`CONTENT`]. The node is made to look as the
//! declared form does; the usual alignment goes on from there.

use super::{Aligner, fold};
use crate::fix::FixKind;
use crate::shape::{Content, Enum, Kind, Tagging, Variant, View};
use crate::tree::{NONE, Node, NodeId, NodeKind};

/// The spelling of a variant that `null` means, and each word for nothing where it holds a text.
const NOTHING: &str = "null";
/// The spelling of a variant that may be said by what it holds alone.
const CONTENT: &str = "";

impl<'s> Aligner<'_, '_, 's> {
    /// Gives a value the name of the variant that it means, where it says none or several; whether it was changed.
    pub(super) fn name_variant(&mut self, node: NodeId, view: View<'s>, kind: &'s Enum) -> bool {
        if !self.coerce {
            return false;
        }
        let nothing = kind.spelled(NOTHING);
        if let Some(variant) = nothing.filter(|variant| self.means_nothing(node, view, variant)) {
            return self.say_nothing(node, variant);
        }
        let Some(content) = kind.spelled(CONTENT) else {
            return false;
        };
        if self.tree().kind(node) == NodeKind::Object && self.leave_empty_variants(node, view, kind)
        {
            return true;
        }
        let Content::Newtype(field) = &content.content else {
            return false;
        };
        let named = self.tree().kind(node) == NodeKind::Object && self.names_variant(node, kind);
        if named || !self.looks_like(node, view.at(field.shape)) {
            return false;
        }
        let detail = "read a value without its variant's name";
        self.fix(FixKind::Tagging, node, detail);
        let inner = Node {
            next: NONE,
            ..*self.tree().node(node)
        };
        let inner = self.found.tree.push(inner);
        self.say(node, content, inner);
        true
    }

    fn say(&mut self, node: NodeId, variant: &Variant, content: NodeId) {
        let key = self.text(NodeKind::Key, &variant.name, node);
        let changed = self.object(&[(key, content)], node);
        self.replace(node, changed);
    }

    fn means_nothing(&self, node: NodeId, view: View<'_>, variant: &Variant) -> bool {
        match &variant.content {
            Content::Unit => self.tree().kind(node) == NodeKind::Null,
            Content::Newtype(field) if is_free_text(view.at(field.shape)) => self.is_void(node),
            _ => false,
        }
    }

    /// Makes the variant of a value that says that there is none; its words are what the variant holds.
    fn say_nothing(&mut self, node: NodeId, variant: &Variant) -> bool {
        let detail = "read a word for nothing as a variant";
        self.fix(FixKind::Tagging, node, detail);
        if matches!(variant.content, Content::Unit) {
            self.rewrite(node, NodeKind::String, &variant.name);
            return true;
        }
        let words = match self.tree().kind(node) {
            NodeKind::String => self.tree().text(node).to_owned(),
            _ => String::new(),
        };
        let words = self.text(NodeKind::String, &words, node);
        self.say(node, variant, words);
        true
    }

    /// Takes out the variants that hold nothing, where an object names several; with none left, or nothing in the only
    /// one, it is the variant for nothing.
    fn leave_empty_variants(&mut self, node: NodeId, view: View<'s>, kind: &'s Enum) -> bool {
        let entries: Vec<_> = self.tree().entries(node).collect();
        let variant = |key: NodeId| kind.variant_of(self.tree().text(key));
        let full: Vec<_> = entries
            .iter()
            .filter(|(_, value)| !self.is_void(*value))
            .copied()
            .collect();
        if entries.is_empty() || !entries.iter().all(|(key, _)| variant(*key).is_some()) {
            return false;
        }
        match (full.as_slice(), entries.len()) {
            ([one], 2..) => {
                let changed = self.object(&[*one], node);
                self.fix(
                    FixKind::Tagging,
                    node,
                    "left out a variant that holds nothing",
                );
                self.replace(node, changed);
                true
            }
            ([], _) => {
                let takes_it = |(key, value): &(NodeId, NodeId)| {
                    self.tree().kind(*value) == NodeKind::String
                        || variant(*key).is_some_and(|variant| takes_null(view, variant))
                };
                let Some(nothing) = kind.spelled(NOTHING) else {
                    return false;
                };
                !entries.iter().any(takes_it) && self.say_nothing(node, nothing)
            }
            _ => false,
        }
    }

    fn names_variant(&self, object: NodeId, kind: &Enum) -> bool {
        let mut keys = self.tree().entries(object).map(|(key, _)| key);
        keys.any(|key| kind.variant_of(self.tree().text(key)).is_some())
    }

    /// Whether a value is `null`, or a string that says that there is none.
    fn is_void(&self, node: NodeId) -> bool {
        self.tree().kind(node) == NodeKind::Null || self.says_nothing(node)
    }

    /// Whether a value can only be meant for this shape; a text that may say anything cannot.
    fn looks_like(&self, node: NodeId, view: View<'_>) -> bool {
        let tree = self.tree();
        let is = |kind: NodeKind| tree.kind(node) == kind;
        match &view.shape.kind {
            Kind::Newtype(newtype) => self.looks_like(node, view.at(newtype.field.shape)),
            Kind::Option(inner) => self.looks_like(node, view.at(*inner)),
            Kind::List(_) | Kind::Tuple(_) => is(NodeKind::List),
            Kind::Bool => is(NodeKind::True) || is(NodeKind::False),
            Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal | Kind::Number => {
                is(NodeKind::Number)
            }
            Kind::String(form) => {
                is(NodeKind::String) && form.accepts.is_some_and(|takes| takes(tree.text(node)))
            }
            Kind::Struct(object) => {
                let names: Vec<_> = object
                    .fields
                    .iter()
                    .map(|field| fold(&field.name))
                    .collect();
                let mut keys = tree.entries(node).map(|(key, _)| fold(tree.text(key)));
                is(NodeKind::Object) && keys.any(|key| names.contains(&key))
            }
            Kind::Enum(kind) => match &kind.tagging {
                Tagging::External if is(NodeKind::String) => {
                    kind.variant_of(tree.text(node)).is_some()
                }
                Tagging::External => is(NodeKind::Object) && self.names_variant(node, kind),
                Tagging::Untagged => false,
                tagging => is(NodeKind::Object) && self.has_tag(node, tagging),
            },
            _ => false,
        }
    }
}

impl Enum {
    /// Whether a word for nothing means one of the variants.
    pub(crate) fn takes_nothing(&self, view: View<'_>) -> bool {
        self.spelled(NOTHING)
            .is_some_and(|variant| match &variant.content {
                Content::Newtype(field) => is_free_text(view.at(field.shape)),
                _ => false,
            })
    }

    fn spelled(&self, spelling: &str) -> Option<&Variant> {
        let has = |variant: &&Variant| variant.spellings.iter().any(|other| other == spelling);
        self.variants.iter().find(has)
    }
}

fn is_free_text(view: View<'_>) -> bool {
    matches!(&view.shape.kind, Kind::String(form) if form.noun.is_empty())
}

fn takes_null(view: View<'_>, variant: &Variant) -> bool {
    match &variant.content {
        Content::Newtype(field) => matches!(
            view.at(field.shape).shape.kind,
            Kind::Option(_) | Kind::Unit | Kind::Any | Kind::Opaque(_)
        ),
        Content::Unit => true,
        _ => false,
    }
}
