//! What does not go together. One function for each rule; the first function is the list of them.

use std::cmp::Ordering;
use std::collections::HashMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use serde_derive_internals::ast::Style;
use serde_derive_internals::attr::{Identifier, TagType};
use syn::{Expr, GenericParam, Ident, Type};

use crate::ctxt::Ctxt;
use crate::literal::{Literal, Number};
use crate::model::{Data, Field, Form, Model, Variant};
use crate::syntax::{self, Attrs, Bounds, Keyed, Rules};
use crate::{bounds, model, pattern};

pub(crate) fn check(cx: &Ctxt, model: &Model) {
    lifetimes(cx, model);
    container_source(cx, model);
    serde_container(cx, model);
    if model.is_overridden() {
        return;
    }
    readable_variants(cx, model);
    variant_names(cx, model);
    field_names(cx, model);
    skipped_newtype(cx, model);
    wide_integers(cx, model);
    for variant in model.variants() {
        custom_variant(cx, variant);
    }
    for field in model.fields() {
        if field.is_read() {
            borrowed(cx, model, field);
            custom_field(cx, field);
            two_sources(cx, &field.attrs);
            flattened(cx, field);
            nothing_to_soften(cx, field);
            rules(cx, &field.attrs.rules);
        } else {
            skipped(cx, field);
        }
    }
}

fn lifetimes(cx: &Ctxt, model: &Model) {
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

fn two_sources(cx: &Ctxt, attrs: &Attrs) {
    if let (Some(_), Some(opaque)) = (&attrs.shape_as, &attrs.opaque) {
        cx.fault(
            &opaque.key,
            "`opaque` and `as` exclude each other; keep one",
        );
    }
}

fn container_source(cx: &Ctxt, model: &Model) {
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

fn serde_container(cx: &Ctxt, model: &Model) {
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

fn readable_variants(cx: &Ctxt, model: &Model) {
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

fn variant_names(cx: &Ctxt, model: &Model) {
    if matches!(model.serde.tag(), TagType::None) {
        return;
    }
    let mut names = Names::default();
    for variant in model.variants().filter(|variant| !variant.serde.untagged()) {
        let ident = &variant.original.ident;
        names.take(cx, "variant", ident, ident, variant.wire_name());
        for alias in variant.aliases() {
            names.take(cx, "variant", ident, ident, alias);
        }
    }
    for variant in model.variants().filter(|variant| !variant.serde.untagged()) {
        for alias in &variant.attrs.aliases {
            names.take(
                cx,
                "variant",
                &variant.original.ident,
                alias,
                &alias.value(),
            );
        }
    }
}

fn field_names(cx: &Ctxt, model: &Model) {
    let structs = match &model.data {
        Data::Struct(style, fields) => vec![model::form(*style, fields)],
        Data::Enum(_) => model.variants().map(Variant::form).collect(),
    };
    for form in structs {
        let Form::Struct(_) = form else { continue };
        let mut names = Names::default();
        for field in form.fields().filter(|field| !field.is_flattened()) {
            let Some(ident) = &field.original.ident else {
                continue;
            };
            names.take(cx, "field", ident, ident, field.wire_name());
            for alias in field.aliases() {
                names.take(cx, "field", ident, ident, alias);
            }
        }
    }
}

/// The names that are taken on the wire, with what has taken them.
#[derive(Default)]
struct Names(HashMap<String, Ident>);

impl Names {
    fn take(&mut self, cx: &Ctxt, what: &str, owner: &Ident, at: impl ToTokens, name: &str) {
        match self.0.get(name) {
            Some(earlier) => cx.fault(
                at,
                format!("the {what} `{earlier}` is already called `{name}` on the wire; rename one of them"),
            ),
            None => {
                self.0.insert(name.to_owned(), owner.clone());
            }
        }
    }
}

/// serde reads the only field of a newtype struct even where it is told to skip it.
fn skipped_newtype(cx: &Ctxt, model: &Model) {
    if let Data::Struct(Style::Newtype, fields) = &model.data
        && let [field] = &fields[..]
        && !field.is_read()
    {
        cx.fault(
            field.ty,
            "serde reads the only field of a newtype although it is skipped; give the field a name, or remove `skip`",
        );
    }
}

/// serde buffers what is in these and cannot hold an integer of 128 bits while it does.
fn wide_integers(cx: &Ctxt, model: &Model) {
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

fn custom_variant(cx: &Ctxt, variant: &Variant) {
    if let Some(function) = variant.serde.deserialize_with() {
        cx.fault(
            function,
            "serde reads this variant by a function, so its form is unknown; move the function to a field and say \
             `#[llm(as = Type)]` there",
        );
    }
}

/// A reference is borrowed from the reply, which does not live long enough.
fn borrowed(cx: &Ctxt, model: &Model, field: &Field) {
    let borrows = !field.serde.borrowed_lifetimes().is_empty();
    let reference = matches!(bounds::ungroup(field.ty), Type::Reference(_));
    let reported = model.original.generics.lifetimes().next().is_some();
    if (borrows || reference && field.custom().is_none()) && !reported {
        cx.fault(
            field.ty,
            "a value cannot borrow from a reply; own the data (`String`, `Vec<T>`)",
        );
    }
}

fn custom_field(cx: &Ctxt, field: &Field) {
    let described = field.attrs.shape_as.is_some() || field.attrs.opaque.is_some();
    let borrows = !field.serde.borrowed_lifetimes().is_empty();
    if let Some(function) = field.custom()
        && !described
        && !borrows
    {
        cx.fault(
            function,
            "serde reads this field by a function; say what it looks like with `#[llm(as = Type)]` or \
             `#[llm(opaque)]`",
        );
    }
}

fn flattened(cx: &Ctxt, field: &Field) {
    if field.is_flattened() {
        for key in field.attrs.rules.keys_given() {
            cx.fault(
                key,
                format!("`{key}` has no place on a flattened field; put it on the fields inside"),
            );
        }
    }
}

fn skipped(cx: &Ctxt, field: &Field) {
    let attrs = &field.attrs;
    let others = [
        attrs.example.as_ref().map(|keyed| &keyed.key),
        attrs.check.as_ref().map(|keyed| &keyed.key),
        attrs.shape_as.as_ref().map(|keyed| &keyed.key),
        attrs.opaque.as_ref().map(|keyed| &keyed.key),
        attrs.warn.as_ref().map(|keyed| &keyed.key),
    ];
    for key in attrs.rules.keys_given().chain(others.into_iter().flatten()) {
        cx.fault(
            key,
            format!("`{key}` has no effect on a field that serde skips; remove one of the two"),
        );
    }
}

fn nothing_to_soften(cx: &Ctxt, field: &Field) {
    if let Some(warn) = &field.attrs.warn
        && field.attrs.check.is_none()
        && field.attrs.rules.keys_given().next().is_none()
    {
        cx.fault(
            &warn.key,
            "`warn` softens nothing here; add a rule or a `check`",
        );
    }
}

fn rules(cx: &Ctxt, rules: &Rules) {
    if let Some(range) = &rules.range {
        order(cx, &range.value);
    }
    if let Some(len) = &rules.len {
        lengths(cx, len);
    }
    if let Some(of) = &rules.multiple_of
        && number(&of.value).is_some_and(|of| !of.is_positive())
    {
        cx.fault(&of.value, "`multiple_of` must be greater than 0; change it");
    }
    if let Some(pattern) = &rules.pattern
        && let Some(text) = syntax::text(&pattern.value)
        && let Some(fault) = pattern::fault(&text)
    {
        cx.fault(&pattern.value, fault);
    }
    if let Some(format) = &rules.format
        && format_name(&format.value.value()).is_none()
    {
        let known: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
        let message = format!(
            "unknown format `{}`; known are `{}`, or use `pattern`",
            format.value.value(),
            known.join("`, `")
        );
        cx.fault(&format.value, message);
    }
    if let Some(one_of) = &rules.one_of {
        literals(cx, one_of);
    }
    for inner in [&rules.items, &rules.keys, &rules.values]
        .into_iter()
        .flatten()
    {
        self::rules(cx, &inner.value);
    }
}

fn order(cx: &Ctxt, bounds: &Bounds) {
    if let (Some(min), Some(max)) = (&bounds.min, &bounds.max)
        && let (Some(low), Some(high)) = (number(&min.value), number(&max.value))
        && low.compare(high) == Some(Ordering::Greater)
    {
        cx.fault(&min.value, "`min` is greater than `max`; swap them");
    }
}

fn lengths(cx: &Ctxt, len: &Keyed<Bounds>) {
    order(cx, &len.value);
    let bounds = &len.value;
    if let Some(equal) = &bounds.equal
        && (bounds.min.is_some() || bounds.max.is_some())
    {
        cx.fault(
            &equal.key,
            "`equal` excludes `min` and `max`; keep one of the two forms",
        );
    }
    for bound in [&bounds.min, &bounds.max, &bounds.equal]
        .into_iter()
        .flatten()
    {
        let whole = match number(&bound.value) {
            Some(Number::Int(n)) => n >= 0,
            Some(_) => false,
            None => true,
        };
        if !whole {
            cx.fault(
                &bound.value,
                "a length is a whole number from 0 up; change it",
            );
        }
    }
}

fn literals(cx: &Ctxt, one_of: &Keyed<Vec<Expr>>) {
    for expr in &one_of.value {
        match Literal::of(expr) {
            Some(Literal::Text(_) | Literal::Number(_) | Literal::Bool(_)) => {}
            _ => cx.fault(
                expr,
                "`one_of` takes strings, numbers and booleans; write a literal",
            ),
        }
    }
}

fn number(expr: &Expr) -> Option<Number> {
    match Literal::of(expr) {
        Some(Literal::Number(number)) => Some(number),
        _ => None,
    }
}

const FORMATS: [(&str, &str); 10] = [
    ("date", "Date"),
    ("date-time", "DateTime"),
    ("time", "Time"),
    ("duration", "Duration"),
    ("email", "Email"),
    ("hostname", "Hostname"),
    ("uri", "Uri"),
    ("ipv4", "Ipv4"),
    ("ipv6", "Ipv6"),
    ("uuid", "Uuid"),
];

/// The variant of `rules::Format` for a name of JSON Schema's.
pub(crate) fn format_name(name: &str) -> Option<&'static str> {
    FORMATS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, variant)| *variant)
}

/// The type as its author would write it.
fn tight(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    text.replace(" :: ", "::")
        .replace(" <", "<")
        .replace("< ", "<")
        .replace(" >", ">")
}
