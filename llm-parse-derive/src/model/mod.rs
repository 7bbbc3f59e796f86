//! The type as serde reads it, joined with what `#[llm(..)]` says. Questions about the input are methods here.

mod field;
mod form;
mod loose;
mod variant;

use proc_macro2::{Span, TokenStream, TokenTree};
use serde_derive_internals::ast::{self, Style};
use serde_derive_internals::attr::{self, TagType};
use serde_derive_internals::{Ctxt as SerdeCtxt, Derive};
use syn::{DeriveInput, Ident, Member, Type};

use crate::ctxt::Ctxt;
use crate::syntax::Attrs;
use field::Group;

pub(crate) use field::{Field, Source};
pub(crate) use form::{Form, form};
pub(crate) use loose::Loose;
pub(crate) use variant::Variant;

pub(crate) struct Model<'a> {
    pub(crate) original: &'a DeriveInput,
    pub(crate) attrs: &'a Attrs,
    pub(crate) serde: attr::Container,
    pub(crate) data: Data<'a>,
}

pub(crate) enum Data<'a> {
    Struct(Style, Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
}

impl<'a> Model<'a> {
    /// `None` where the input is nothing that serde reads; the fault is reported.
    pub(crate) fn resolve(
        cx: &Ctxt,
        original: &'a DeriveInput,
        attrs: &'a Attrs,
    ) -> Option<Model<'a>> {
        if let syn::Data::Union(data) = &original.data {
            cx.ruin(data.union_token, "a union cannot be read; use an enum");
            return None;
        }
        let serde_cx = SerdeCtxt::new();
        let private = Ident::new("__private", Span::mixed_site());
        let container =
            ast::Container::from_ast(&serde_cx, original, Derive::Deserialize, &private);
        if let Err(error) = serde_cx.check() {
            // Then there is no `Deserialize` either.
            cx.ruin_by(error);
        }
        let container = container?;
        let group = Group {
            default: !container.attrs.default().is_none(),
            transparent: container.attrs.transparent(),
            skipped: false,
        };
        let data = match container.data {
            ast::Data::Struct(style, fields) => {
                Data::Struct(style, Field::resolve_all(cx, fields, group))
            }
            ast::Data::Enum(variants) => Data::Enum(
                variants
                    .into_iter()
                    .map(|variant| Variant::resolve(cx, variant))
                    .collect(),
            ),
        };
        Some(Model {
            original,
            attrs,
            serde: container.attrs,
            data,
        })
    }

    pub(crate) fn ident(&self) -> &Ident {
        &self.original.ident
    }

    pub(crate) fn wire_name(&self) -> &str {
        &self.serde.name().deserialize_name().value
    }

    pub(crate) fn is_parameter(&self, ty: &Type) -> bool {
        let mut params = self.original.generics.type_params();
        matches!(ty, Type::Path(path) if params.any(|param| path.path.is_ident(&param.ident)))
    }

    /// Whether a type parameter or a constant one has this name.
    pub(crate) fn has_parameter(&self, name: &Ident) -> bool {
        let generics = &self.original.generics;
        generics.type_params().any(|param| param.ident == *name)
            || generics.const_params().any(|param| param.ident == *name)
    }

    pub(crate) fn is_packed(&self) -> bool {
        self.serde.is_packed()
    }

    /// Whether the fields say nothing about the wire, since the container says it.
    pub(crate) fn is_overridden(&self) -> bool {
        self.attrs.shape_as.is_some() || self.attrs.opaque.is_some()
    }

    /// The variants that serde reads.
    pub(crate) fn variants(&self) -> impl Iterator<Item = &Variant<'a>> {
        let variants = match &self.data {
            Data::Enum(variants) => variants.as_slice(),
            Data::Struct(..) => &[],
        };
        variants.iter().filter(|variant| variant.is_read())
    }

    /// The variants that have no name on the wire.
    pub(crate) fn untagged_variants(&self) -> impl Iterator<Item = &Variant<'a>> {
        let all = matches!(self.serde.tag(), TagType::None) && matches!(self.data, Data::Enum(_));
        self.variants()
            .filter(move |variant| all || variant.serde.untagged())
    }

    /// The variants that serde never reads.
    pub(crate) fn skipped_variants(&self) -> impl Iterator<Item = &Variant<'a>> {
        let variants = match &self.data {
            Data::Enum(variants) => variants.as_slice(),
            Data::Struct(..) => &[],
        };
        variants.iter().filter(|variant| !variant.is_read())
    }

    /// Whether every value is written as a string alone.
    pub(crate) fn is_unit_only(&self) -> bool {
        matches!(self.serde.tag(), TagType::External)
            && matches!(self.data, Data::Enum(_))
            && self
                .variants()
                .all(|variant| matches!(variant.form(), Form::Unit) && !variant.serde.untagged())
    }

    /// Whether the checks of a sound value need the value decoded: those of the type itself, and those inside it where
    /// the shape alone does not lead there.
    pub(crate) fn is_probed(&self) -> bool {
        let has_content = matches!(self.data, Data::Enum(_)) && !self.is_unit_only();
        let told_by_shape =
            |field: &Field| !field.is_flattened() && matches!(field.source(), Source::Type(_));
        self.attrs.check.is_some()
            || self.is_overridden()
            || has_content
            || !self.fields().all(told_by_shape)
    }

    /// The fields that serde does not write, by their names in the source.
    pub(crate) fn lost(&self) -> impl Iterator<Item = (String, &'a Type)> {
        let (fields, variants) = match &self.data {
            Data::Struct(_, fields) => (fields.as_slice(), [].as_slice()),
            Data::Enum(variants) => ([].as_slice(), variants.as_slice()),
        };
        let own = fields.iter().map(|field| (String::new(), field));
        let inner = variants.iter().flat_map(|variant| {
            let of = format!("{}.", variant.original.ident);
            variant.fields.iter().map(move |field| (of.clone(), field))
        });
        let is_own = self.serde.type_into().is_none();
        let lost = move |field: &Field| is_own && field.serde.skip_serializing();
        own.chain(inner)
            .filter(move |(_, field)| lost(field))
            .map(|(of, field)| match &field.member {
                Member::Named(name) => (format!("{of}{name}"), field.ty),
                Member::Unnamed(index) => (format!("{of}{}", index.index), field.ty),
            })
    }

    /// The fields that the shape shows, in its order.
    pub(crate) fn shown_fields(&self) -> impl Iterator<Item = &Field<'a>> {
        let (own, variants) = match &self.data {
            Data::Struct(style, fields) => (Some(form(*style, fields)), [].as_slice()),
            Data::Enum(variants) => (None, variants.as_slice()),
        };
        let variants = variants.iter().filter(|variant| variant.is_read());
        let forms = own.into_iter().chain(variants.map(Variant::form));
        forms.flat_map(|form| form.fields())
    }

    /// All fields, read or not.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field<'a>> {
        let (fields, variants) = match &self.data {
            Data::Struct(_, fields) => (fields.as_slice(), [].as_slice()),
            Data::Enum(variants) => ([].as_slice(), variants.as_slice()),
        };
        let inner = variants.iter().flat_map(|variant| &variant.fields);
        fields.iter().chain(inner)
    }
}

/// Whether one of the names in some tokens is such a one.
pub(crate) fn mentions(tokens: TokenStream, is_one: &impl Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => is_one(&ident),
        TokenTree::Group(group) => mentions(group.stream(), is_one),
        _ => false,
    })
}
