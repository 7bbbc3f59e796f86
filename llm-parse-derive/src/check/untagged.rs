//! Untagged variants that are never read, as far as the variants themselves say it.
//!
//! What lies in the types of the fields is asked of the types: by constants in the expansion, and when the type is first
//! used.

use crate::ctxt::Ctxt;
use crate::model::{Field, Form, Loose, Model, Variant};

pub(super) fn variants(cx: &Ctxt, model: &Model) {
    let mut earlier: Vec<&Variant> = Vec::new();
    for later in model.untagged_variants() {
        let message = |first: &&Variant| {
            let loose = || Loose::of(model, first, later).filter(Loose::is_certain);
            if takes_all_of(model, first, later) {
                Some(format!(
                    "`{}` is never read, since `{}` before it takes whatever it takes; put it first, or tell them apart \
                     by a key or a type",
                    later.original.ident, first.original.ident
                ))
            } else {
                loose().map(|loose| loose.message())
            }
        };
        if let Some(message) = earlier.iter().find_map(message) {
            cx.fault(&later.original.ident, message);
        }
        earlier.push(later);
    }
}

fn takes_all_of(model: &Model, first: &Variant, later: &Variant) -> bool {
    match (first.form(), later.form()) {
        (Form::Unit, Form::Unit) => true,
        (Form::Newtype { field, .. }, Form::Newtype { field: other, .. }) => same(field, other),
        (Form::Tuple(fields), Form::Tuple(others)) => {
            let mut pairs = fields.iter().zip(others);
            let as_many = fields.len() == others.len();
            as_many
                && pairs
                    .all(|(field, other)| field.is_read() == other.is_read() && same(field, other))
        }
        (Form::Struct(fields), Form::Struct(others)) => takes_object_of(model, fields, others),
        _ => false,
    }
}

/// Whether the first finds all that it needs in whatever the other takes. Where it needs a key, unknown ones are of any
/// type, so that what it does not need must not be one.
fn takes_object_of(model: &Model, fields: &[Field], others: &[Field]) -> bool {
    let read = |fields: &'_ [Field<'_>]| fields.iter().filter(|field| field.is_read()).count();
    let is_flat = |field: &Field| field.is_flattened();
    let has_same = |field: &Field| {
        others
            .iter()
            .any(|other| other.is_read() && same_key(field, other))
    };
    let closed = model.serde.deny_unknown_fields();
    !fields.iter().chain(others).any(is_flat)
        && fields.iter().filter(|field| field.is_read()).all(has_same)
        && (!closed || read(fields) == read(others))
}

fn same_key(field: &Field, other: &Field) -> bool {
    field.goes_by_all_of(other) && same(field, other)
}

/// Whether serde reads both in the same way.
fn same(field: &Field, other: &Field) -> bool {
    field.reads_as(other) && field.default == other.default
}
