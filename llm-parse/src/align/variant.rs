//! Enums that say their variant: by an outer key, or by a tag.

use super::{Aligner, Step, expected};
use crate::fix::FixKind;
use crate::rules::{Rule, one_of, quote};
use crate::shape::{Content, Enum, Tagging, Variant, View};
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

impl<'s> Aligner<'_, '_, 's> {
    pub(super) fn variant(
        &mut self,
        node: NodeId,
        view: View<'s>,
        kind: &'s Enum,
        rules: &[Rule],
    ) -> bool {
        match &kind.tagging {
            Tagging::External => self.external(node, view, kind, rules),
            Tagging::Untagged => self.untagged(node, view, &kind.variants),
            Tagging::Internal { .. } | Tagging::Adjacent { .. } => self.with_tag(node, view, kind),
        }
    }

    fn external(&mut self, node: NodeId, view: View<'s>, kind: &'s Enum, rules: &[Rule]) -> bool {
        if self.unwrap_single(node) {
            return self.external(node, view, kind, rules);
        }
        if self.tree().kind(node) == NodeKind::Object && !self.merge_duplicates(node) {
            return false;
        }
        self.name_variant(node, view, kind);
        match self.tree().kind(node) {
            NodeKind::String => {
                let Some(variant) = self.find_variant(node, kind) else {
                    return self.unnamed(node, view, kind, rules);
                };
                match &variant.content {
                    Content::Unit => self.hold_name(node, variant, view, rules),
                    _ => self.refuse(
                        node,
                        Code::Type,
                        format!("an object {{{}: ..}}", quote(&variant.name)),
                    ),
                }
            }
            NodeKind::Object if self.tree().len(node) == 1 => {
                let key = self.tree().first(node);
                let value = self.tree().next(key);
                let Some(variant) = self.find_variant(key, kind) else {
                    return if self.retag(node, view, kind) {
                        self.external(node, view, kind, rules)
                    } else {
                        self.unnamed(node, view, kind, rules)
                    };
                };
                if matches!(variant.content, Content::Unit)
                    && self.coerce
                    && self.is_empty_object(value)
                {
                    self.inside(Step::Entry(key), |a| {
                        a.fix(
                            FixKind::Tagging,
                            value,
                            "read an empty object as a variant without content",
                        );
                        a.rewrite(value, NodeKind::Null, "");
                    });
                }
                self.inside(Step::Variant(key), |a| {
                    a.content(value, view, &variant.content)
                })
            }
            NodeKind::Object if self.retag(node, view, kind) => {
                self.external(node, view, kind, rules)
            }
            _ => self.unnamed(node, view, kind, rules),
        }
    }

    pub(super) fn is_empty_object(&self, node: NodeId) -> bool {
        self.tree().kind(node) == NodeKind::Object && self.tree().len(node) == 0
    }

    /// `one_of` on an enum narrows its variants.
    fn hold_name(
        &mut self,
        node: NodeId,
        variant: &Variant,
        view: View<'s>,
        rules: &[Rule],
    ) -> bool {
        let name = variant.name.to_string();
        self.hold(node, view, rules, &crate::rules::Seen::Text(&name))
    }

    /// No name of a variant fits: one of those that are untagged for themselves may.
    pub(super) fn unnamed(
        &mut self,
        node: NodeId,
        view: View<'s>,
        kind: &'s Enum,
        rules: &[Rule],
    ) -> bool {
        // serde wants them to be the last ones.
        if let Some(first) = kind.first_untagged() {
            return self.untagged(node, view, &kind.variants[first..]);
        }
        let code = match self.tree().kind(node) {
            NodeKind::String | NodeKind::Object => Code::OneOf,
            _ => Code::Type,
        };
        self.refuse(node, code, expected(view, rules))
    }

    /// A key of a map that is an enum without content.
    pub(super) fn unit_variant_name(
        &mut self,
        key: NodeId,
        view: View<'s>,
        kind: &'s Enum,
        rules: &[Rule],
    ) -> bool {
        match self.find_variant(key, kind) {
            Some(variant) => self.hold_name(key, variant, view, rules),
            None => self.refuse(key, Code::OneOf, expected(view, &[])),
        }
    }

    /// The variant that a string or key names: exactly, by an alias, by a further spelling, or, where only one does,
    /// in another case or with other separators. What serde would not know is rewritten.
    pub(super) fn find_variant(&mut self, node: NodeId, kind: &'s Enum) -> Option<&'s Variant> {
        let text = self.tree().text(node);
        if let Some(variant) = kind.named(text) {
            return Some(variant);
        }
        let other = kind.variants.iter().find(|variant| variant.other);
        let found = kind.variant_of(text).filter(|_| self.coerce);
        let Some(variant) = found else { return other };
        let detail = format!("took {} for {}", quote(text), quote(&variant.name));
        self.fix(FixKind::VariantSpelling, node, detail);
        let kind = self.tree().kind(node);
        self.rewrite(node, kind, &variant.name);
        Some(variant)
    }

    /// Aligns what a variant holds.
    pub(super) fn content(&mut self, node: NodeId, view: View<'s>, content: &'s Content) -> bool {
        match content {
            Content::Unit => {
                self.tree().kind(node) == NodeKind::Null
                    || self.refuse(node, Code::Type, "null".to_owned())
            }
            Content::Newtype(field) => self.field_value(node, field, view),
            Content::Tuple(fields) => self.tuple(node, view, fields),
            Content::Struct(kind) => self.structure(node, view, kind),
        }
    }

    /// An object without any variant in it.
    pub(super) fn no_variant(&mut self, object: NodeId, kind: &'s Enum, found: String) -> bool {
        let wanted = format!(
            "one of the keys {}",
            one_of(kind.variants.iter().map(|variant| quote(&variant.name)))
        );
        let violation = Violation::new(self.here(), Code::Missing, wanted, found);
        let violation = violation.with_span(Some(self.tree().span(object)));
        self.findings.violations.push(violation);
        false
    }
}
