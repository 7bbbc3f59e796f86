//! The variants of an enum, and what they hold.

use super::Walk;
use super::questions::may_leave_out;
use crate::dialect::{Count, Keyword, Type};
use crate::known::fit::slice;
use crate::known::literal::{count, text};
use crate::known::tree::Node;
use crate::shape::{Content, Enum, Tagging, Variant};

impl Walk {
    /// The variants, each an object of its own or merged into the one around.
    pub(super) const fn variants(&mut self, node: &'static Node, kind: &'static Enum, flat: bool) {
        let (mut index, mut first) = (0, 0);
        let variants = slice(&kind.variants);
        while index < variants.len() {
            let variant = &variants[index];
            let tagging = if variant.untagged {
                &Tagging::Untagged
            } else {
                &kind.tagging
            };
            match (tagging, &variant.content) {
                (Tagging::External, Content::Unit) if !flat => self.name(variant),
                (Tagging::Untagged, content) if !flat => self.content(node, content, first),
                _ => {
                    self.variant(node, tagging, variant, first, flat);
                }
            }
            first += width(&variant.content);
            index += 1;
        }
    }

    const fn variant(
        &mut self,
        node: &'static Node,
        tagging: &'static Tagging,
        variant: &'static Variant,
        first: usize,
        flat: bool,
    ) {
        if !flat {
            self.enter();
        }
        let (name, content) = (text(&variant.name), &variant.content);
        match tagging {
            Tagging::External => {
                self.property(name, false, false);
                let len = self.step(name);
                self.content(node, content, first);
                self.back(len);
            }
            Tagging::Internal { tag } => {
                self.property(text(tag), false, false);
                self.parts(node, content, first);
            }
            Tagging::Adjacent { tag, content: key } => {
                self.property(text(tag), false, false);
                if !matches!(content, Content::Unit) {
                    self.property(text(key), false, false);
                    let len = self.step(text(key));
                    self.content(node, content, first);
                    self.back(len);
                }
            }
            Tagging::Untagged => self.parts(node, content, first),
        }
        if !flat {
            self.leave();
        }
    }

    const fn content(&mut self, node: &'static Node, content: &'static Content, first: usize) {
        match content {
            Content::Newtype(field) if first < node.inside.len() => {
                self.ruled = may_leave_out(slice(&field.rules));
                self.value(node.inside[first]);
            }
            Content::Tuple(fields) => self.tuple(node, slice(fields), first),
            Content::Struct(object) => self.object(node, object, first),
            _ => {}
        }
    }

    /// The content in the object around it.
    const fn parts(&mut self, node: &'static Node, content: &'static Content, first: usize) {
        match content {
            Content::Newtype(_) if first < node.inside.len() => self.merged(node.inside[first]),
            Content::Struct(object) => self.fields(node, slice(&object.fields), first),
            _ => {}
        }
    }

    /// A variant that is a name alone.
    const fn name(&mut self, variant: &'static Variant) {
        if self.ruled || variant.other {
            return;
        }
        let joins = variant.docs.is_none() || !self.rules.says(Type::String, Keyword::Const);
        self.count(Count::EnumValues, joins as usize);
        self.count(Count::Characters, count(text(&variant.name)));
    }
}

/// The number of types that the content refers to.
const fn width(content: &Content) -> usize {
    match content {
        Content::Unit => 0,
        Content::Newtype(_) => 1,
        Content::Tuple(fields) => slice(fields).len(),
        Content::Struct(object) => slice(&object.fields).len(),
    }
}
