//! What serde describes but can never read.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use serde_derive_internals::ast::Style;
use serde_derive_internals::attr::TagType;
use syn::{Ident, Type};

use crate::bounds;
use crate::ctxt::Ctxt;
use crate::model::{Data, Field, Model};

/// serde reads the only field of a newtype struct even where it is told to skip it.
pub(super) fn skipped_newtype(cx: &Ctxt, model: &Model) {
    if let Data::Struct(Style::Newtype, fields) = &model.data
        && let [field] = &fields[..]
        && !field.is_read()
    {
        cx.ruin(
            field.ty,
            "serde reads the only field of a newtype although it is skipped; give the field a name, or remove `skip`",
        );
    }
}

/// serde buffers what is in these and cannot hold an integer of 128 bits while it does.
pub(super) fn wide_integers(cx: &Ctxt, model: &Model) {
    let container = match (&model.data, model.serde.tag()) {
        (Data::Struct(..), _) | (_, TagType::External | TagType::Adjacent { .. }) => None,
        (_, TagType::Internal { .. }) => Some("an internally tagged enum"),
        (_, TagType::None) => Some("an untagged enum"),
    };
    for variant in model.variants() {
        let untagged = variant.serde.untagged().then_some("an untagged variant");
        for field in &variant.fields {
            wide_integer(cx, field, container.or(untagged));
        }
    }
    if let Data::Struct(_, fields) = &model.data {
        for field in fields {
            wide_integer(cx, field, None);
        }
    }
}

fn wide_integer(cx: &Ctxt, field: &Field, within: Option<&str>) {
    let flattened = field.is_flattened().then_some("a flattened field");
    let Some(within) = within.or(flattened) else {
        return;
    };
    if field.custom().is_some() || !field.is_read() {
        return;
    }
    if let Some(wide) = mentions(field.ty.to_token_stream(), &["i128", "u128"]) {
        let message =
            format!("serde cannot read `{wide}` inside {within}; use 64 bits, or `serde(with)`");
        cx.fault(&wide, message);
    }
    if field.is_flattened() && bounds::first_argument(field.ty).is_some_and(is_integer) {
        cx.fault(
            field.ty,
            "serde cannot read integer keys of a flattened map; use `String` keys, or remove `flatten`",
        );
    }
}

fn is_integer(ty: &Type) -> bool {
    const INTEGERS: [&str; 12] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    ];
    matches!(ty, Type::Path(path) if INTEGERS.iter().any(|name| path.path.is_ident(name)))
}

/// The first of the names that occurs in the type.
fn mentions(tokens: TokenStream, names: &[&str]) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if names.iter().any(|name| ident == name) => Some(ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => None,
    })
}
