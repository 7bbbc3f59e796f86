//! A variant as serde reads it.

use serde_derive_internals::ast::{self, Style};
use serde_derive_internals::attr;

use super::field::{Field, Group};
use super::form::{Form, form};
use crate::ctxt::Ctxt;
use crate::syntax::{self, Attrs, Place};

pub(crate) struct Variant<'a> {
    pub(crate) original: &'a syn::Variant,
    pub(crate) attrs: Attrs,
    pub(crate) serde: attr::Variant,
    pub(crate) fields: Vec<Field<'a>>,
    style: Style,
}

impl<'a> Variant<'a> {
    pub(super) fn resolve(cx: &Ctxt, variant: ast::Variant<'a>) -> Variant<'a> {
        let group = Group {
            default: false,
            transparent: false,
            skipped: variant.attrs.skip_deserializing(),
        };
        Variant {
            original: variant.original,
            attrs: syntax::read(cx, &variant.original.attrs, Place::Variant),
            serde: variant.attrs,
            fields: Field::resolve_all(cx, variant.fields, group),
            style: variant.style,
        }
    }

    pub(crate) fn is_read(&self) -> bool {
        !self.serde.skip_deserializing()
    }

    pub(crate) fn wire_name(&self) -> &str {
        &self.serde.name().deserialize_name().value
    }

    /// The further names that serde accepts.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = &str> {
        let aliases = self.serde.aliases().iter().map(|name| name.value.as_str());
        aliases.filter(|alias| *alias != self.wire_name())
    }

    /// A newtype variant whose field serde does not read is a unit variant to it.
    pub(crate) fn form(&self) -> Form<'_, 'a> {
        match (self.style, &self.fields[..]) {
            (Style::Newtype, [field]) if !field.is_read() => Form::Unit,
            (style, fields) => form(style, fields),
        }
    }
}
