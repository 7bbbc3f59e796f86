//! Constants that hold the types of fields to the form of the type around them: what of it serde can never read.
//!
//! A constant sees a field type's own form and not what is inside it, so that types may hold each other; what lies deeper
//! is found when the type is first used. Each is a constant of its own, so that one build reports all that fail.

use proc_macro2::TokenStream;
use quote::ToTokens;
use serde_derive_internals::attr::TagType;
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::model::{self, Data, Field, Form, Loose, Model, Source, Variant, mentions};
use crate::spans::moved;

pub(crate) fn block(model: &Model) -> TokenStream {
    let mut out = Vec::new();
    if !model.is_overridden() {
        untagged(&mut out, model);
        behind_loose(&mut out, model);
        match &model.data {
            Data::Struct(style, fields) => {
                flattened(&mut out, model, &model::form(*style, fields), None);
            }
            Data::Enum(_) => {
                for variant in model.variants() {
                    of_variant(&mut out, model, variant);
                }
            }
        }
    }
    if out.is_empty() {
        return TokenStream::new();
    }
    let krate = model.attrs.krate();
    tokens! {
        #[doc(hidden)]
        #[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            use #krate::__private as __llm;
            #(const _: () = #out;)*
        };
    }
}

/// A newtype variant that takes all that a later one takes.
fn untagged(out: &mut Vec<TokenStream>, model: &Model) {
    let mut earlier: Vec<(&Ident, &Type)> = Vec::new();
    for variant in model.untagged_variants() {
        let later = &variant.original.ident;
        let form = variant.form();
        let Some(ty) = newtype(model, &form) else {
            continue;
        };
        let text = |ty: &Type| ty.to_token_stream().to_string();
        // The same type twice needs no constant to be seen.
        for (first, takes) in earlier.iter().filter(|(_, other)| text(other) != text(ty)) {
            let (takes, own) = (own(takes), own(ty));
            let message = format!(
                "`{later}` is never read, since `{first}` before it takes whatever it takes; put it first, or tell them \
                 apart by a key or a type"
            );
            out.push(refuse(
                later,
                &tokens!(__llm::takes_all_of(#takes, #own)),
                &message,
            ));
        }
        earlier.push((later, ty));
    }
}

/// A variant whose fields may all be absent, before one that is an object too. One constant for each of the later, which
/// stops at the first that is before it.
fn behind_loose(out: &mut Vec<TokenStream>, model: &Model) {
    let mut earlier: Vec<&Variant> = Vec::new();
    for later in model.untagged_variants() {
        let refusals = earlier.iter().filter_map(|first| {
            let loose = Loose::of(model, first, later).filter(|loose| !loose.is_certain())?;
            let optional = loose.optional.iter().map(|field| {
                let own = own(stated(model, field)?);
                Some(tokens!(__llm::is_optional(#own)))
            });
            let inside = loose.inside.map(|field| {
                let (own, keys) = (own(asked(model, field)?), &loose.keys);
                Some(tokens!(__llm::is_object_without(#own, &[#(#keys),*])))
            });
            let all: Vec<_> = optional.chain(inside).collect::<Option<_>>()?;
            let (later, all) = (&later.original.ident, tokens!(#(#all)&&*));
            Some(refuse(later, &all, &loose.message()))
        });
        let refusals: Vec<_> = refusals.collect();
        if !refusals.is_empty() {
            out.push(tokens!({ #(#refusals)* }));
        }
        earlier.push(later);
    }
}

fn of_variant(out: &mut Vec<TokenStream>, model: &Model, variant: &Variant) {
    let tag = match model.serde.tag() {
        TagType::Internal { tag } if !variant.serde.untagged() => Some(tag.as_str()),
        _ => None,
    };
    let form = variant.form();
    flattened(out, model, &form, tag);
    let (Some(tag), Some(ty)) = (tag, newtype(model, &form)) else {
        return;
    };
    let (own, ident) = (own(ty), &variant.original.ident);
    let message = format!(
        "serde has no place for the tag `{tag}` beside this value; give it a key: `{ident} {{ value: .. }}`, or say \
         `#[serde(content = \"..\")]`"
    );
    out.push(refuse(ty, &tokens!(__llm::has_no_entries(#own)), &message));
    let message = format!(
        "the tag takes the key `{tag}`, so that this type never gets its own; rename one of them"
    );
    out.push(refuse(ty, &tokens!(__llm::wants_key(#own, #tag)), &message));
}

/// Flattened fields, and the keys that are taken before they get any.
fn flattened(out: &mut Vec<TokenStream>, model: &Model, form: &Form, tag: Option<&str>) {
    let names = || form.fields().filter(|field| !field.is_flattened());
    for field in form.fields().filter(|field| field.is_flattened()) {
        let Some(ty) = asked(model, field) else {
            continue;
        };
        let own = own(ty);
        let message = "only a struct, a map or an enum can be flattened; remove `flatten`";
        out.push(refuse(ty, &tokens!(__llm::is_not_flat(#own)), message));
        if model.serde.deny_unknown_fields() {
            let message = "a flattened map never gets a key where unknown keys are denied; remove `deny_unknown_fields`";
            out.push(refuse(ty, &tokens!(__llm::has_free_keys(#own)), message));
        }
        let keys = names().flat_map(|other| other.aliases().chain([other.wire_name()]));
        for key in keys.chain(tag) {
            let message = format!(
                "the key `{key}` is taken before this type, which is flattened, gets its own; rename one of them"
            );
            out.push(refuse(ty, &tokens!(__llm::wants_key(#own, #key)), &message));
        }
    }
}

/// The type in a newtype variant.
fn newtype<'m>(model: &Model, form: &Form<'m, '_>) -> Option<&'m Type> {
    match form {
        Form::Newtype { field, .. } => asked(model, field),
        _ => None,
    }
}

/// The type of a field that serde reads as that type, if it mentions neither a parameter nor the type around it: an enum
/// may hold itself beside its own tag, and have other variants that are read.
fn asked<'m>(model: &Model, field: &'m Field) -> Option<&'m Type> {
    let is_own = |ident: &Ident| ident == model.ident();
    stated(model, field).filter(|ty| !mentions(ty.to_token_stream(), &is_own))
}

/// The same, where the type around it may be inside.
fn stated<'m>(model: &Model, field: &'m Field) -> Option<&'m Type> {
    let is_open = |ident: &Ident| model.has_parameter(ident) || ident == "Self";
    match field.source() {
        Source::Type(ty) if field.custom().is_none() => Some(ty),
        _ => None,
    }
    .filter(|ty| !mentions(ty.to_token_stream(), &is_open))
}

fn own(ty: &Type) -> TokenStream {
    tokens!(__llm::part::<#ty>().own())
}

fn refuse(at: &(impl ToTokens + Spanned), condition: &TokenStream, message: &str) -> TokenStream {
    let fail = moved(at.span(), tokens!(__llm::refuse(#message)));
    tokens!(if #condition { #fail })
}
