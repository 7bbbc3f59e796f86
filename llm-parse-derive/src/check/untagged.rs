//! Untagged variants that are never read, as far as the variants themselves say it.
//!
//! What lies in the types of the fields is asked of the types: by constants in the expansion, and when the type is first
//! used.

use quote::ToTokens;

use crate::ctxt::Ctxt;
use crate::model::{Field, Form, Model, Variant};

pub(super) fn variants(cx: &Ctxt, model: &Model) {
    let mut earlier: Vec<&Variant> = Vec::new();
    for later in model.untagged_variants() {
        if let Some(first) = earlier
            .iter()
            .find(|first| takes_all_of(model, first, later))
        {
            cx.fault(
                &later.original.ident,
                format!(
                    "`{}` is never read, since `{}` before it takes whatever it takes; put it first, or tell them apart by \
                     a key or a type",
                    later.original.ident, first.original.ident
                ),
            );
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

/// Whether the first finds all that it needs in whatever the other takes. Unknown keys are of any type, so what it does
/// not need must not be one.
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
    let names = |field: &Field| -> Vec<String> {
        let names = field.aliases().chain([field.wire_name()]);
        names.map(ToOwned::to_owned).collect()
    };
    let known = names(field);
    names(other).iter().all(|name| known.contains(name)) && same(field, other)
}

/// Whether serde reads both in the same way.
fn same(field: &Field, other: &Field) -> bool {
    let reading = |field: &Field| {
        let (ty, function) = (field.ty.to_token_stream(), field.custom().to_token_stream());
        (ty.to_string(), function.to_string(), field.default)
    };
    reading(field) == reading(other)
}
