//! The type as serde reads it, joined with what `#[llm(..)]` says. Questions about the input are methods here.

use proc_macro2::Span;
use serde_derive_internals::ast::{self, Style};
use serde_derive_internals::attr::{self, TagType};
use serde_derive_internals::{Ctxt as SerdeCtxt, Derive};
use syn::{DeriveInput, ExprPath, Ident, Member, Type};

use crate::bounds;
use crate::ctxt::Ctxt;
use crate::syntax::{self, Attrs, Place};

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

pub(crate) struct Variant<'a> {
    pub(crate) original: &'a syn::Variant,
    pub(crate) attrs: Attrs,
    pub(crate) serde: attr::Variant,
    pub(crate) fields: Vec<Field<'a>>,
    style: Style,
}

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

/// What fields that stand together have in common.
#[derive(Clone, Copy)]
struct Group {
    /// Whether serde takes the container's default for what is missing.
    default: bool,
    /// Whether serde reads one of them only.
    transparent: bool,
    /// Whether serde reads none of them.
    skipped: bool,
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

/// The form of a struct on the wire.
pub(crate) enum Form<'m, 'a> {
    Unit,
    Newtype {
        field: &'m Field<'a>,
        transparent: bool,
    },
    Tuple(&'m [Field<'a>]),
    Struct(&'m [Field<'a>]),
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

impl<'a> Variant<'a> {
    fn resolve(cx: &Ctxt, variant: ast::Variant<'a>) -> Variant<'a> {
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

/// The form of a struct, or of what is in a variant.
pub(crate) fn form<'m, 'a>(style: Style, fields: &'m [Field<'a>]) -> Form<'m, 'a> {
    if let Some(field) = fields.iter().find(|field| field.serde.transparent()) {
        return Form::Newtype {
            field,
            transparent: true,
        };
    }
    match (style, fields) {
        (Style::Unit, _) => Form::Unit,
        (Style::Newtype, [field]) => Form::Newtype {
            field,
            transparent: false,
        },
        (Style::Newtype | Style::Tuple, fields) => Form::Tuple(fields),
        (Style::Struct, fields) => Form::Struct(fields),
    }
}

impl<'a> Form<'_, 'a> {
    /// The fields that serde reads.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field<'a>> {
        let fields = match self {
            Form::Unit => &[],
            Form::Newtype { field, .. } => std::slice::from_ref(*field),
            Form::Tuple(fields) | Form::Struct(fields) => fields,
        };
        fields.iter().filter(|field| field.is_read())
    }
}

impl<'a> Field<'a> {
    fn resolve_all(cx: &Ctxt, fields: Vec<ast::Field<'a>>, group: Group) -> Vec<Field<'a>> {
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
