//! Names on the wire that are taken twice.

use std::collections::HashMap;

use quote::ToTokens;
use serde_derive_internals::attr::TagType;
use syn::{Attribute, Ident};

use crate::ctxt::Ctxt;
use crate::model::{self, Data, Form, Model, Variant};
use crate::spans::literal;

pub(super) fn variants(cx: &Ctxt, model: &Model) {
    if matches!(model.serde.tag(), TagType::None) {
        return;
    }
    let tagged = || model.variants().filter(|variant| !variant.serde.untagged());
    let mut names = Names::new("variant");
    for variant in tagged() {
        let (ident, attrs) = (&variant.original.ident, &variant.original.attrs[..]);
        names.take(cx, ident, attrs, variant.wire_name());
        for alias in variant.aliases() {
            names.take(cx, ident, attrs, alias);
        }
    }
    for variant in tagged() {
        for alias in &variant.attrs.aliases {
            names.take_at(cx, &variant.original.ident, alias, &alias.value());
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
        let mut names = Names::new("field");
        for field in form.fields().filter(|field| !field.is_flattened()) {
            let Some(ident) = &field.original.ident else {
                continue;
            };
            let attrs = &field.original.attrs[..];
            names.take(cx, ident, attrs, field.wire_name());
            for alias in field.aliases() {
                names.take(cx, ident, attrs, alias);
            }
        }
    }
}

/// The names that are taken on the wire, with what has taken them.
struct Names {
    what: &'static str,
    taken: HashMap<String, Ident>,
}

impl Names {
    fn new(what: &'static str) -> Names {
        Names {
            what,
            taken: HashMap::new(),
        }
    }

    /// Takes a name, whose place is the literal that says it or, where a case or nothing does, the identifier.
    fn take(&mut self, cx: &Ctxt, owner: &Ident, attrs: &[Attribute], name: &str) {
        match literal(attrs, "serde", name) {
            Some(literal) => self.take_at(cx, owner, literal, name),
            None => self.take_at(cx, owner, owner, name),
        }
    }

    fn take_at(&mut self, cx: &Ctxt, owner: &Ident, at: impl ToTokens, name: &str) {
        let what = self.what;
        match self.taken.get(name) {
            Some(earlier) if earlier == owner => cx.fault(
                at,
                format!("the {what} `{owner}` is called `{name}` already; remove this name"),
            ),
            Some(earlier) => cx.fault(
                at,
                format!("the {what} `{earlier}` is already called `{name}` on the wire; rename one of them"),
            ),
            None => {
                self.taken.insert(name.to_owned(), owner.clone());
            }
        }
    }
}
