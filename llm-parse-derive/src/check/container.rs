//! What is said of the type as a whole.

use serde_derive_internals::attr::Identifier;
use syn::{GenericParam, TypeParamBound, WherePredicate};

use super::field::{self, two_sources};
use super::judge;
use crate::ctxt::Ctxt;
use crate::model::{self, Data, Form, Model, Variant};
use crate::values::tight;

pub(super) fn lifetimes(cx: &Ctxt, model: &Model) {
    for param in &model.original.generics.params {
        if let GenericParam::Lifetime(param) = param {
            cx.ruin(
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
            && !model.attrs.is_unclear
        {
            let text = tight(ty);
            cx.ruin(
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
        cx.ruin(
            remote,
            "`remote` gives no `Deserialize` to this type; use `#[llm(as = Type)]` on the fields that hold the other",
        );
    }
    let identifier = match model.serde.identifier() {
        Identifier::No => return,
        Identifier::Field => "field_identifier",
        Identifier::Variant => "variant_identifier",
    };
    cx.ruin(
        model.ident(),
        format!("`{identifier}` is part of a `Deserialize` written by hand; remove one of the two derives"),
    );
}

pub(super) fn readable_variants(cx: &Ctxt, model: &Model) {
    if matches!(model.data, Data::Enum(_)) && model.variants().next().is_none() {
        cx.ruin(
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
        cx.ruin(
            function,
            "serde reads this variant by a function, so its form is unknown; move the function to a field and say \
             `#[llm(as = Type)]` there",
        );
    }
}

/// What a container says of itself as a whole leaves nothing for its parts to say.
pub(super) fn parts_of_overridden(cx: &Ctxt, model: &Model) {
    let key = if model.attrs.opaque.is_some() {
        "opaque"
    } else {
        "as"
    };
    let variants = model.variants().chain(model.skipped_variants());
    let parts = variants.map(|variant| &variant.attrs);
    for attrs in parts.chain(model.fields().map(|field| &field.attrs)) {
        field::no_effect(
            cx,
            attrs,
            &format!("where `{key}` describes the whole type"),
        );
    }
}

pub(super) fn skipped_variant(cx: &Ctxt, variant: &Variant) {
    field::no_effect(cx, &variant.attrs, "on a variant that serde does not read");
}

pub(super) fn alias_of_untagged(cx: &Ctxt, model: &Model) {
    for alias in model
        .untagged_variants()
        .filter_map(|variant| variant.attrs.aliases.first())
    {
        cx.fault(
            alias,
            "`alias` has no effect on an untagged variant, which has no name on the wire; remove it",
        );
    }
}

pub(super) fn bound(cx: &Ctxt, model: &Model) {
    if let Some(bound) = &model.attrs.bound
        && model.original.generics.params.is_empty()
    {
        cx.fault(
            &bound.key,
            "`bound` has no effect on a type without parameters; remove it",
        );
    }
}

/// serde bounds the parameters itself, and two bounds that say the same leave the compiler a choice that it refuses.
pub(super) fn repeated_bounds(cx: &Ctxt, model: &Model) {
    if model.serde.de_bound().is_some() {
        return;
    }
    let generics = &model.original.generics;
    let clauses = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let clauses = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if model.is_parameter(&predicate.bounded_ty) => {
            Some(&predicate.bounds)
        }
        _ => None,
    });
    let bounds = generics.type_params().map(|param| &param.bounds);
    for bound in bounds.chain(clauses).flatten() {
        if let TypeParamBound::Trait(bound) = bound
            && let Some(last) = bound.path.segments.last()
            && ["LlmExtract", "DeserializeOwned"]
                .iter()
                .any(|name| last.ident == name)
        {
            cx.ruin(
                &bound.path,
                format!(
                    "`{}` repeats what serde's derive asks of a parameter, which the compiler refuses; remove it, since \
                     both derives add their bounds, or add `#[serde(bound = \"\")]`",
                    last.ident
                ),
            );
        }
    }
}

/// The example of a newtype is held to the rules of its only field.
pub(super) fn example(cx: &Ctxt, model: &Model) {
    if let Some(example) = &model.attrs.example
        && let Data::Struct(style, fields) = &model.data
        && let Form::Newtype { field, .. } = model::form(*style, fields)
    {
        judge::example(cx, &field.attrs.rules, &example.value);
    }
}
