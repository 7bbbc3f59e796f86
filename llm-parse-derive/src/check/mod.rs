//! What does not go together. One function for each rule; `check` is the list of them.

mod container;
mod decoding;
mod field;
mod judge;
mod names;
mod rules;
mod together;
mod untagged;

use crate::ctxt::Ctxt;
use crate::model::Model;

pub(crate) fn check(cx: &Ctxt, model: &Model) {
    container::lifetimes(cx, model);
    container::source(cx, model);
    container::serde(cx, model);
    container::bound(cx, model);
    container::repeated_bounds(cx, model);
    if model.is_overridden() {
        return container::parts_of_overridden(cx, model);
    }
    container::example(cx, model);
    container::readable_variants(cx, model);
    names::variants(cx, model);
    names::fields(cx, model);
    untagged::variants(cx, model);
    container::alias_of_untagged(cx, model);
    decoding::skipped_newtype(cx, model);
    decoding::wide_integers(cx, model);
    for variant in model.variants() {
        container::read_by_function(cx, variant);
    }
    for variant in model.skipped_variants() {
        container::skipped_variant(cx, variant);
    }
    for field in model.fields() {
        if field.is_read() {
            field::borrowed(cx, model, field);
            field::read_by_function(cx, field);
            field::two_sources(cx, &field.attrs);
            field::flattened(cx, field);
            field::nothing_to_soften(cx, field);
            rules::rules(cx, &field.attrs.rules);
            field::example(cx, field);
        } else {
            field::skipped(cx, field);
        }
    }
}
