//! What is said of one field.

use super::judge;
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
    let is_reported = model.original.generics.lifetimes().next().is_some();
    if field.borrows() && !is_reported {
        cx.ruin(
            field.ty,
            "a value cannot borrow from a reply; own the data (`String`, `Vec<T>`)",
        );
    }
}

pub(super) fn read_by_function(cx: &Ctxt, field: &Field) {
    if let Some(function) = field.custom()
        && !field.is_described()
        && !field.borrows()
        && !field.attrs.is_unclear
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
        for key in &field.attrs.rules.given {
            cx.fault(
                key,
                format!("`{key}` has no place on a flattened field; put it on the fields inside"),
            );
        }
    }
}

pub(super) fn skipped(cx: &Ctxt, field: &Field) {
    no_effect(cx, &field.attrs, "on a field that serde does not read");
}

/// Everything but a description says something of what is read.
pub(super) fn no_effect(cx: &Ctxt, attrs: &Attrs, wherever: &str) {
    for key in attrs.keys.iter().filter(|key| *key != "description") {
        cx.fault(
            key,
            format!("`{key}` has no effect {wherever}; remove one of the two"),
        );
    }
}

pub(super) fn nothing_to_soften(cx: &Ctxt, field: &Field) {
    if let Some(warn) = &field.attrs.warn
        && field.attrs.check.is_none()
        && field.attrs.rules.given.is_empty()
        && !field.attrs.is_unclear
    {
        cx.fault(
            &warn.key,
            "`warn` softens nothing here; add a rule or a `check`",
        );
    }
}

pub(super) fn example(cx: &Ctxt, field: &Field) {
    if let Some(example) = &field.attrs.example {
        judge::example(cx, &field.attrs.rules, &example.value);
    }
}
