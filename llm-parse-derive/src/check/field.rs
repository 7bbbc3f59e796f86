//! What is said of one field.

use syn::Type;

use crate::bounds;
use crate::ctxt::Ctxt;
use crate::model::{Field, Model};
use crate::syntax::Attrs;

pub(super) fn two_sources(cx: &Ctxt, attrs: &Attrs) {
    if let (Some(_), Some(opaque)) = (&attrs.shape_as, &attrs.opaque) {
        cx.fault(
            &opaque.key,
            "`opaque` and `as` exclude each other; keep one",
        );
    }
}

/// A reference is borrowed from the reply, which does not live long enough.
pub(super) fn borrowed(cx: &Ctxt, model: &Model, field: &Field) {
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

pub(super) fn read_by_function(cx: &Ctxt, field: &Field) {
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

pub(super) fn flattened(cx: &Ctxt, field: &Field) {
    if field.is_flattened() {
        for key in field.attrs.rules.keys_given() {
            cx.fault(
                key,
                format!("`{key}` has no place on a flattened field; put it on the fields inside"),
            );
        }
    }
}

pub(super) fn skipped(cx: &Ctxt, field: &Field) {
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

pub(super) fn nothing_to_soften(cx: &Ctxt, field: &Field) {
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
