//! What a constant can know of the type.

use proc_macro2::TokenStream;
use syn::Type;

use crate::model::{self, Data, Form, Model, Source};

/// The type that says what is known.
pub(crate) fn known(model: &Model) -> TokenStream {
    let whole = tokens!(__llm::Whole<Self, __F>);
    let newtype = |ty: &Type| tokens!(__llm::NewtypeOf<Self, #ty, __F>);
    if model.attrs.opaque.is_some() {
        return tokens!(__llm::Alone<Self>);
    }
    if let Some(shape_as) = &model.attrs.shape_as {
        return newtype(&shape_as.value);
    }
    let Data::Struct(style, fields) = &model.data else {
        return whole;
    };
    match model::form(*style, fields) {
        Form::Newtype { field, .. } => match field.source() {
            Source::Type(ty) | Source::As(ty) => newtype(ty),
            Source::Opaque(ty) => tokens!(__llm::Opaque<#ty>),
            Source::Unknown => whole,
        },
        _ => whole,
    }
}

/// The types that the shape refers to, in its order.
pub(crate) fn inside(model: &Model) -> TokenStream {
    if model.attrs.opaque.is_some() {
        return tokens!(&[]);
    }
    if let Some(shape_as) = &model.attrs.shape_as {
        let node = node(&Source::As(&shape_as.value));
        return tokens!(&[#node]);
    }
    let nodes = model.shown_fields().map(|field| node(&field.source()));
    tokens!(&[#(#nodes),*])
}

fn node(source: &Source) -> TokenStream {
    match source {
        // It is asked for as everywhere, so that a type without a shape is reported once.
        Source::Type(ty) | Source::As(ty) => tokens!({
            let _ = __llm::part::<#ty>;
            __llm::node::<#ty, __F>()
        }),
        Source::Opaque(ty) => tokens!({
            let _ = __llm::opaque::<#ty>;
            __llm::opaque_node::<#ty>()
        }),
        Source::Unknown => tokens!(__llm::node::<(), __F>()),
    }
}
