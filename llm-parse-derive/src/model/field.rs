//! A field as serde reads it, and where its shape comes from.

use quote::ToTokens;
use serde_derive_internals::{ast, attr};
use syn::{ExprPath, Member, Type};

use crate::bounds;
use crate::ctxt::Ctxt;
use crate::syntax::{self, Attrs, Place};

pub(crate) struct Field<'a> {
    pub(crate) original: &'a syn::Field,
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    pub(crate) attrs: Attrs,
    pub(crate) serde: attr::Field,
    /// Whether serde takes a default of the field's or of the container's.
    pub(crate) default: bool,
    is_read: bool,
}

/// Where a shape comes from.
pub(crate) enum Source<'a> {
    /// The Rust type has one.
    Type(&'a Type),
    /// Another type has it.
    As(&'a Type),
    /// The type's own JSON Schema.
    Opaque(&'a Type),
    /// A fault hides it.
    Unknown,
}

/// What fields that stand together have in common.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// Whether serde takes the container's default for what is missing.
    pub(super) default: bool,
    /// Whether serde reads one of them only.
    pub(super) transparent: bool,
    /// Whether serde reads none of them.
    pub(super) skipped: bool,
}

impl<'a> Field<'a> {
    pub(super) fn resolve_all(
        cx: &Ctxt,
        fields: Vec<ast::Field<'a>>,
        group: Group,
    ) -> Vec<Field<'a>> {
        let resolve = |field: ast::Field<'a>| Field {
            original: field.original,
            member: field.member,
            ty: field.ty,
            attrs: syntax::read(cx, &field.original.attrs, Place::Field),
            default: group.default || !field.attrs.default().is_none(),
            is_read: !group.skipped
                && !field.attrs.skip_deserializing()
                && (!group.transparent || field.attrs.transparent()),
            serde: field.attrs,
        };
        fields.into_iter().map(resolve).collect()
    }

    pub(crate) fn is_read(&self) -> bool {
        self.is_read
    }

    pub(crate) fn is_described(&self) -> bool {
        self.attrs.shape_as.is_some() || self.attrs.opaque.is_some()
    }

    /// Whether the value would hold a part of the reply itself.
    pub(crate) fn borrows(&self) -> bool {
        let reference = matches!(bounds::ungroup(self.ty), Type::Reference(_));
        !self.serde.borrowed_lifetimes().is_empty() || reference && self.custom().is_none()
    }

    /// Whether serde's own derive always writes the key.
    pub(crate) fn is_written(&self) -> bool {
        !self.serde.skip_serializing() && self.serde.skip_serializing_if().is_none()
    }

    pub(crate) fn is_flattened(&self) -> bool {
        self.serde.flatten()
    }

    /// The key on the wire; empty for a field without a name.
    pub(crate) fn wire_name(&self) -> &str {
        match self.member {
            Member::Named(_) if !self.serde.transparent() => {
                &self.serde.name().deserialize_name().value
            }
            _ => "",
        }
    }

    /// The further keys that serde accepts.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = &str> {
        let named = !self.wire_name().is_empty();
        let aliases = self.serde.aliases().iter().map(|name| name.value.as_str());
        aliases.filter(move |alias| named && *alias != self.wire_name())
    }

    /// All the keys that serde accepts.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.aliases().chain([self.wire_name()])
    }

    fn goes_by(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    pub(crate) fn goes_by_all_of(&self, other: &Field) -> bool {
        other.names().all(|name| self.goes_by(name))
    }

    pub(super) fn shares_name(&self, other: &Field) -> bool {
        other.names().any(|name| self.goes_by(name))
    }

    /// Whether serde reads what stands there in the same way.
    pub(crate) fn reads_as(&self, other: &Field) -> bool {
        let reading = |field: &Field| {
            let (ty, function) = (field.ty.to_token_stream(), field.custom().to_token_stream());
            (ty.to_string(), function.to_string())
        };
        reading(self) == reading(other)
    }

    /// Whether nothing is said of the field but what most fields say: name, text, type, rules and example.
    pub(crate) fn is_usual(&self) -> bool {
        let plain = !self.default && self.custom().is_none() && !self.is_flattened();
        let bare = self.attrs.warn.is_none() && self.attrs.check.is_none();
        let mut aliases = self.aliases();
        // A constant of another type is reported best where it stands in a literal of the struct.
        let mut texts = self.attrs.description.iter().map(|text| &text.value);
        plain
            && bare
            && self.is_written()
            && aliases.next().is_none()
            && texts.all(|text| syntax::literal(text).is_some())
    }

    /// The user's function that reads the field.
    pub(crate) fn custom(&self) -> Option<&ExprPath> {
        self.serde.deserialize_with()
    }

    pub(crate) fn source(&self) -> Source<'_> {
        let is_guessed = self.custom().is_some() && !self.is_described();
        match &self.attrs.shape_as {
            _ if self.attrs.is_unclear || self.borrows() || is_guessed => Source::Unknown,
            Some(shape_as) => Source::As(&shape_as.value),
            None if self.attrs.opaque.is_some() => Source::Opaque(self.ty),
            None => Source::Type(self.ty),
        }
    }
}
