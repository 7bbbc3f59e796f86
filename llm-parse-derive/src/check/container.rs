//! What is said of the type as a whole.

use quote::ToTokens;
use serde_derive_internals::attr::Identifier;
use syn::{GenericParam, Type};

use super::field::two_sources;
use crate::ctxt::Ctxt;
use crate::model::{Data, Model, Variant};

pub(super) fn lifetimes(cx: &Ctxt, model: &Model) {
    for param in &model.original.generics.params {
        if let GenericParam::Lifetime(param) = param {
            cx.fault(
                &param.lifetime,
                format!(
                    "a value cannot borrow from a reply; remove `{}` and own the data (`String`, `Vec<T>`)",
                    param.lifetime
                ),
            );
        }
    }
}

pub(super) fn source(cx: &Ctxt, model: &Model) {
    two_sources(cx, model.attrs);
    if let (Some(opaque), Some(_)) = (&model.attrs.opaque, &model.attrs.json_schema) {
        cx.fault(
            &opaque.key,
            "`opaque` takes the schema that `json_schema` would make of it; keep one",
        );
    }
    let from = [
        ("from", model.serde.type_from()),
        ("try_from", model.serde.type_try_from()),
    ];
    for (name, ty) in from {
        if let Some(ty) = ty
            && !model.is_overridden()
        {
            let text = tight(ty);
            cx.fault(
                ty,
                format!(
                    "serde reads this type by `{name}`; say what it looks like with `#[llm(as = {text})]` or \
                     `#[llm(opaque)]`"
                ),
            );
        }
    }
}

pub(super) fn serde(cx: &Ctxt, model: &Model) {
    if let Some(remote) = model.serde.remote() {
        cx.fault(
            remote,
            "`remote` gives no `Deserialize` to this type; use `#[llm(as = Type)]` on the fields that hold the other",
        );
    }
    let identifier = match model.serde.identifier() {
        Identifier::No => return,
        Identifier::Field => "field_identifier",
        Identifier::Variant => "variant_identifier",
    };
    cx.fault(
        model.ident(),
        format!("`{identifier}` is part of a `Deserialize` written by hand; remove one of the two derives"),
    );
}

pub(super) fn readable_variants(cx: &Ctxt, model: &Model) {
    if matches!(model.data, Data::Enum(_)) && model.variants().next().is_none() {
        cx.fault(
            model.ident(),
            format!(
                "`{}` has no variant that serde reads; add one",
                model.ident()
            ),
        );
    }
}

pub(super) fn read_by_function(cx: &Ctxt, variant: &Variant) {
    if let Some(function) = variant.serde.deserialize_with() {
        cx.fault(
            function,
            "serde reads this variant by a function, so its form is unknown; move the function to a field and say \
             `#[llm(as = Type)]` there",
        );
    }
}

/// The type as its author would write it.
fn tight(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    text.replace(" :: ", "::")
        .replace(" <", "<")
        .replace("< ", "<")
        .replace(" >", ">")
}
