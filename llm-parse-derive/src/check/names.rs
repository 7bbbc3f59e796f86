//! Names on the wire that are taken twice.

use std::collections::HashMap;

use quote::ToTokens;
use serde_derive_internals::attr::TagType;
use syn::Ident;

use crate::ctxt::Ctxt;
use crate::model::{self, Data, Form, Model, Variant};

pub(super) fn variants(cx: &Ctxt, model: &Model) {
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

pub(super) fn fields(cx: &Ctxt, model: &Model) {
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
