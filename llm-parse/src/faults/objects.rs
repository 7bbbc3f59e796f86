//! What stands together in one object: fields, flattened fields and tags.

use super::entries::Entries;
use super::keys::naked;
use super::{Search, constant};
use crate::shape::{Kind, Struct, View};

impl Search {
    /// The content of a newtype variant whose tag stands in the same object.
    pub(super) fn beside_tag(&mut self, tag: &str, view: View<'_>, content: View<'_>) {
        if let Some(noun) = constant::no_object(&naked(content, false).shape.kind) {
            self.report(format!(
                "serde has no place for the tag `{tag}` beside {noun}; give it a key: `{{ value: .. }}`, or say \
                 `#[serde(content = \"..\")]`"
            ));
        }
        if let Some(fault) = Entries::tagged(tag, view).take("what the variant holds", content) {
            self.report(fault);
        }
    }

    pub(super) fn structure<'s>(
        &mut self,
        kind: &'s Struct,
        view: View<'s>,
        buffered: bool,
        mut entries: Entries<'s>,
    ) {
        entries.own(kind);
        // A flattened field makes serde buffer the entries of its siblings too, but only those that it takes itself.
        for field in kind.fields.iter() {
            self.path.push(field.name.to_string());
            if field.flatten {
                self.open.extend(view.key());
                self.same_place(field, &field.rules, view, true);
                if view.key().is_some() {
                    self.open.pop();
                }
                self.flattened(view.at(field.shape), kind.deny_unknown);
                let owner = format!("the flattened `{}`", field.name);
                if let Some(fault) = entries.take(&owner, view.at(field.shape)) {
                    self.report(fault);
                }
            } else {
                self.field(field, view, buffered);
            }
            self.path.pop();
        }
    }

    fn flattened(&mut self, view: View<'_>, deny_unknown: bool) {
        match &view.shape.kind {
            Kind::Option(inner) => self.flattened(view.at(*inner), deny_unknown),
            Kind::Newtype(newtype) => self.flattened(view.at(newtype.field.shape), deny_unknown),
            Kind::Map(_) | Kind::Any if deny_unknown => self.report(
                "a flattened map never gets a key where unknown keys are denied; remove `deny_unknown_fields`".to_owned(),
            ),
            Kind::Struct(_) | Kind::Map(_) | Kind::Enum(_) | Kind::Any | Kind::Opaque(_) | Kind::Unit => {}
            _ => self.report("only a struct, a map or an enum can be flattened".to_owned()),
        }
    }
}
