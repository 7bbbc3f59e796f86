//! Examples of enums, written as serde reads them.

use serde_json::{Map, Value, json};

use super::Walk;
use crate::limits::Limits;
use crate::rules::{Literal, Rule};
use crate::shape::{Content, Enum, Field, Tagging, Variant, View};

impl Walk {
    /// The `nth` variant that has a finite value here.
    pub(super) fn union<'s>(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        rules: &[&'s Rule],
        nth: usize,
    ) -> Option<Value> {
        let allowed = Limits::of(view, rules).one_of;
        let is_allowed = |variant: &&Variant| {
            allowed.as_ref().is_none_or(|allowed| {
                allowed
                    .iter()
                    .any(|literal| matches!(literal, Literal::Text(name) if *name == variant.name))
            })
        };
        let variants: Vec<&Variant> = kind.variants.iter().filter(is_allowed).collect();
        let mut left = nth;
        for variant in variants.iter().filter(|variant| !variant.other) {
            if let Some(value) = self.variant(view, kind, variant, 0) {
                if left == 0 {
                    return Some(value);
                }
                left -= 1;
            }
        }
        // Beyond one example of each variant, a variant with content has further ones.
        let more = variants.iter().find_map(|variant| {
            (!matches!(variant.content, Content::Unit))
                .then(|| self.variant(view, kind, variant, left + 1))
                .flatten()
        });
        let other = variants.iter().find(|variant| variant.other && nth == 0);
        more.or_else(|| other.and_then(|variant| self.variant(view, kind, variant, 0)))
    }

    fn variant<'s>(
        &mut self,
        view: View<'s>,
        kind: &'s Enum,
        variant: &'s Variant,
        nth: usize,
    ) -> Option<Value> {
        let name = json!(variant.name);
        let content = match &variant.content {
            Content::Unit => None,
            Content::Newtype(field) => Some(self.content(view, field, kind, variant, nth)?),
            Content::Tuple(fields) => Some(self.tuple(view, fields, nth)?),
            Content::Struct(fields) => Some(Value::Object(self.fields(view, fields, nth)?)),
        };
        let tagging = if variant.untagged {
            &Tagging::Untagged
        } else {
            &kind.tagging
        };
        let mut object = Map::new();
        match (tagging, content) {
            (Tagging::External, None) => return Some(name),
            (Tagging::Untagged, content) => return Some(content.unwrap_or(Value::Null)),
            (Tagging::External, Some(content)) => {
                object.insert(variant.name.to_string(), content);
            }
            (Tagging::Internal { tag }, content) => {
                object.insert(tag.to_string(), name);
                if let Some(Value::Object(entries)) = content {
                    for (key, value) in entries {
                        object.entry(key).or_insert(value);
                    }
                }
            }
            (Tagging::Adjacent { tag, content: key }, content) => {
                object.insert(tag.to_string(), name);
                if let Some(content) = content {
                    object.insert(key.to_string(), content);
                }
            }
        }
        Some(Value::Object(object))
    }

    fn content<'s>(
        &mut self,
        view: View<'s>,
        field: &'s Field,
        kind: &Enum,
        variant: &Variant,
        nth: usize,
    ) -> Option<Value> {
        let value = self.field(view, field, &[], nth)?;
        let merged = matches!(kind.tagging, Tagging::Internal { .. }) && !variant.untagged;
        // Only an object can hold a tag beside its entries; `null` stands for a unit struct.
        (!merged || value.is_object() || value.is_null()).then_some(value)
    }
}
