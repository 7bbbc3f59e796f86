//! The constant that says what the type looks like on the wire.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use serde_derive_internals::attr::TagType;
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::assertions::dialects;
use crate::literal::Literal;
use crate::model::{self, Data, Field, Form, Model, Source, Variant};
use crate::rules::{all, rules};
use crate::spans::moved;
use crate::syntax::{self, Attrs};
use crate::values::{borrowed, option, seq};
use crate::walk;

pub(crate) fn shape(model: &Model) -> TokenStream {
    let name = borrowed(model.wire_name());
    let docs = text(docs(model.attrs));
    let title = option(
        model
            .attrs
            .title
            .as_ref()
            .map(|title| borrowed(&title.value)),
    );
    let this: Type = syn::parse_quote!(Self);
    let example = option(
        model
            .attrs
            .example
            .as_ref()
            .map(|keyed| example(&keyed.value, &this)),
    );
    let kind = kind(model);
    let checks = model.attrs.check.is_some();
    let is_generic = !model.original.generics.params.is_empty();
    // Decodes the type by itself, which is most of what an expansion costs.
    let probe = option(model.is_probed().then(|| tokens!(__llm::probe::<Self>)));
    let instance = option(is_generic.then(|| tokens!(__llm::any::type_name::<Self>)));
    let lost = seq(model
        .lost()
        .map(|(name, ty)| tokens!((#name, __llm::size_of::<#ty>()))));
    let dialects = seq(dialects(model).map(|name| {
        let name = name.to_string();
        tokens!(#name)
    }));
    tokens! {
        __llm::Shape {
            name: #name,
            instance: #instance,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: #title,
            docs: #docs,
            kind: #kind,
            example: #example,
            checks: #checks,
            probe: #probe,
            lost: #lost,
            dialects: #dialects,
        }
    }
}

fn kind(model: &Model) -> TokenStream {
    if let Some(shape_as) = &model.attrs.shape_as {
        let shape = shape_of(&Source::As(&shape_as.value));
        return tokens! {
            __llm::Kind::Newtype(__llm::Newtype {
                field: __llm::Field::item(__llm::ShapeRef::Static(#shape)),
                transparent: true,
            })
        };
    }
    if model.attrs.opaque.is_some() {
        return tokens!(__llm::Kind::Opaque(__llm::opaque_schema::<Self>));
    }
    match &model.data {
        Data::Struct(style, fields) => struct_kind(model, &model::form(*style, fields)),
        Data::Enum(_) => enum_kind(model),
    }
}

fn struct_kind(model: &Model, form: &Form) -> TokenStream {
    match form {
        Form::Unit => tokens!(__llm::Kind::Unit),
        Form::Newtype { field, transparent } => {
            let field = self::field(field);
            tokens!(__llm::Kind::Newtype(__llm::Newtype { field: #field, transparent: #transparent }))
        }
        Form::Tuple(_) => {
            let fields = fields(form);
            tokens!(__llm::Kind::Tuple(#fields))
        }
        Form::Struct(_) => {
            let object = object(model, form);
            tokens!(__llm::Kind::Struct(#object))
        }
    }
}

fn enum_kind(model: &Model) -> TokenStream {
    let tagging = match model.serde.tag() {
        TagType::External => tokens!(__llm::Tagging::External),
        TagType::Internal { tag } => {
            let tag = borrowed(tag);
            tokens!(__llm::Tagging::Internal { tag: #tag })
        }
        TagType::Adjacent { tag, content } => {
            let (tag, content) = (borrowed(tag), borrowed(content));
            tokens!(__llm::Tagging::Adjacent { tag: #tag, content: #content })
        }
        TagType::None => tokens!(__llm::Tagging::Untagged),
    };
    let variants = seq(model
        .variants()
        .map(|variant| self::variant(model, variant)));
    tokens!(__llm::Kind::Enum(__llm::Enum { tagging: #tagging, variants: #variants }))
}

fn variant(model: &Model, variant: &Variant) -> TokenStream {
    let name = borrowed(variant.wire_name());
    let aliases = seq(variant.aliases().map(borrowed));
    let spellings = seq(variant.attrs.aliases.iter().map(borrowed));
    let docs = text(docs(&variant.attrs));
    let (other, untagged) = (variant.serde.other(), variant.serde.untagged());
    let form = variant.form();
    let content = match &form {
        Form::Unit => tokens!(__llm::Content::Unit),
        Form::Newtype { field, .. } => {
            let field = self::field(field);
            tokens!(__llm::Content::Newtype(#field))
        }
        Form::Tuple(_) => {
            let fields = fields(&form);
            tokens!(__llm::Content::Tuple(#fields))
        }
        Form::Struct(_) => {
            let object = object(model, &form);
            tokens!(__llm::Content::Struct(#object))
        }
    };
    tokens! {
        __llm::Variant {
            name: #name,
            aliases: #aliases,
            spellings: #spellings,
            docs: #docs,
            content: #content,
            other: #other,
            untagged: #untagged,
        }
    }
}

fn object(model: &Model, form: &Form) -> TokenStream {
    let fields = fields(form);
    let deny_unknown = model.serde.deny_unknown_fields();
    tokens!(__llm::Struct { fields: #fields, deny_unknown: #deny_unknown })
}

fn fields(form: &Form) -> TokenStream {
    seq(form.fields().map(field))
}

fn field(field: &Field) -> TokenStream {
    let name = borrowed(field.wire_name());
    let aliases = seq(field.aliases().map(borrowed));
    let docs = docs(&field.attrs);
    let shape = shape_of(&field.source());
    let (default, flatten) = (field.default, field.is_flattened());
    let custom = field.custom().is_some();
    let written = field.is_written();
    let warn = field.attrs.warn.is_some();
    let example = option(
        field
            .attrs
            .example
            .as_ref()
            .map(|keyed| field_example(field, &keyed.value)),
    );
    if field.is_usual() {
        let (name, docs) = (field.wire_name(), option(docs));
        let rules = all(&field.attrs.rules);
        return tokens!(__llm::Field::usual(#name, #docs, #shape, &[#(#rules),*], #example));
    }
    let (docs, rules) = (text(docs), rules(&field.attrs.rules));
    let probe = option(probe(field));
    tokens! {
        __llm::Field {
            name: #name,
            aliases: #aliases,
            docs: #docs,
            shape: __llm::ShapeRef::Static(#shape),
            rules: #rules,
            default: #default,
            custom: #custom,
            flatten: #flatten,
            written: #written,
            warn: #warn,
            example: #example,
            probe: #probe,
        }
    }
}

/// The function that leads to a shape.
fn shape_of(source: &Source) -> TokenStream {
    match source {
        Source::Type(ty) | Source::As(ty) => tokens!(__llm::part::<#ty>().shape),
        Source::Opaque(ty) => tokens!(__llm::opaque::<#ty>),
        Source::Unknown => tokens!(__llm::part::<()>().shape),
    }
}

/// The field's check on a value that is decoded for it alone.
fn probe(field: &Field) -> Option<TokenStream> {
    let path = &field.attrs.check.as_ref()?.value;
    if matches!(field.source(), Source::Unknown) {
        return None;
    }
    let ty = field.ty;
    let (cursor, value) = (tokens!(cursor), tokens!(value));
    let decoded = field.custom().map_or_else(
        || tokens!(__llm::decode::<#ty>(#cursor)),
        |function| {
            let decoder = tokens!(__llm::decoder(&#cursor));
            quote_spanned!(function.span()=> #function(#decoder))
        },
    );
    let verdict = walk::verdict(path, &tokens!(&#value));
    Some(tokens! {
        |#cursor: __llm::Cursor<'_, '_>, checker: &mut __llm::Checker| {
            let decoded: __llm::Result<#ty, _> = #decoded;
            if let __llm::Ok(#value) = decoded {
                __llm::Checker::verdict(checker, #verdict);
            }
        }
    })
}

fn field_example(field: &Field, expr: &Expr) -> TokenStream {
    match (field.serde.serialize_with(), Literal::of(expr)) {
        (Some(function), None) => {
            let written = quote_spanned!(function.span()=> #function);
            tokens!(|| __llm::written(#written(&#expr, __llm::serde_json::value::Serializer)))
        }
        _ => example(expr, field.ty),
    }
}

/// A literal is the value on the wire; another expression is a value of the type.
fn example(expr: &Expr, ty: &Type) -> TokenStream {
    if let Some(literal) = Literal::of(expr) {
        let wire = literal.wire();
        return tokens!(|| #wire);
    }
    let call = moved(expr.span(), tokens!(__llm::example::<#ty, _>));
    tokens!(|| #call(#expr))
}

/// The description, or else the lines of the documentation comment as they stand.
fn docs(attrs: &Attrs) -> Option<TokenStream> {
    if let Some(description) = &attrs.description {
        return Some(description.value.to_token_stream());
    }
    if attrs.docs.is_empty() {
        return None;
    }
    let mut parts: Vec<TokenStream> = Vec::new();
    let mut literal = String::new();
    for (i, line) in attrs.docs.iter().enumerate() {
        if i > 0 {
            literal.push('\n');
        }
        if let Some(text) = syntax::text_of(line) {
            literal.push_str(&text);
        } else {
            parts.push(std::mem::take(&mut literal).to_token_stream());
            parts.push(line.to_token_stream());
        }
    }
    parts.push(literal.to_token_stream());
    Some(match &parts[..] {
        [literal] => literal.clone(),
        parts => tokens!(__llm::concat!(#(#parts),*)),
    })
}

fn text(text: Option<TokenStream>) -> TokenStream {
    option(text.map(borrowed))
}
