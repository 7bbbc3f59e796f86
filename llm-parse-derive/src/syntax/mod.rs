//! `#[llm(..)]` and documentation comments. Keeps the span of each key; faults are collected, never returned.

mod dialects;
mod form;
mod keys;
mod rules;
mod unnamed;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprPath, Ident, LitStr, Meta, Path, Token, Type, WherePredicate};

use crate::ctxt::Ctxt;
use crate::literal::ungroup;
use form::{each_key, equals, flag, path, quoted, set, text, unquoted};
use keys::{accepts, refusal};

pub(crate) use keys::Place;
pub(crate) use rules::{Bounds, Rules};

/// A value with the key that it was given for.
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

pub(crate) type Slot<T> = Option<Keyed<T>>;

/// What stands on one container, variant or field.
#[derive(Default)]
pub(crate) struct Attrs {
    /// All keys that could be read, in the order of the source.
    pub(crate) keys: Vec<Ident>,
    /// Whether a key could not be read, so that what was meant is unknown.
    pub(crate) is_unclear: bool,
    /// The lines of the documentation comment.
    pub(crate) docs: Vec<Expr>,
    pub(crate) description: Slot<Expr>,
    pub(crate) title: Slot<Expr>,
    pub(crate) example: Slot<Expr>,
    pub(crate) check: Slot<ExprPath>,
    pub(crate) krate: Slot<Path>,
    pub(crate) bound: Slot<Punctuated<WherePredicate, Token![,]>>,
    pub(crate) json_schema: Slot<()>,
    /// The names of those that the type has to be sayable in.
    pub(crate) dialects: Slot<Vec<Ident>>,
    pub(crate) shape_as: Slot<Type>,
    pub(crate) opaque: Slot<()>,
    pub(crate) warn: Slot<()>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) rules: Rules,
}

impl Attrs {
    /// The path of the library.
    pub(crate) fn krate(&self) -> TokenStream {
        let krate = self.krate.as_ref().map(|krate| &krate.value);
        krate.map_or_else(|| tokens!(::llm_parse), ToTokens::to_token_stream)
    }
}

/// Reads everything that stands on a container, variant or field.
pub(crate) fn read(cx: &Ctxt, attrs: &[Attribute], place: Place) -> Attrs {
    let mut out = Attrs::default();
    for attr in attrs {
        if attr.path().is_ident("doc") {
            if let Meta::NameValue(doc) = &attr.meta {
                out.docs.push(doc.value.clone());
            }
        } else if attr.path().is_ident("llm") {
            let before = cx.count();
            read_attr(cx, attr, place, &mut out);
            out.is_unclear |= cx.count() > before;
        }
    }
    out
}

fn read_attr(cx: &Ctxt, attr: &Attribute, place: Place, out: &mut Attrs) {
    let Meta::List(list) = &attr.meta else {
        return cx.fault(
            &attr.meta,
            "expected `#[llm(..)]`; put the keys in parentheses",
        );
    };
    let read = |input: ParseStream| {
        each_key(cx, input, "description = \"text\"", |key, input| {
            read_key(cx, key, input, place, out)
        });
        Ok(())
    };
    if let Err(error) = list.parse_args_with(read) {
        cx.absorb(error);
    }
}

fn read_key(
    cx: &Ctxt,
    key: Ident,
    input: ParseStream,
    place: Place,
    out: &mut Attrs,
) -> syn::Result<()> {
    let name = key.to_string();
    if !accepts(&name, place) {
        return Err(syn::Error::new(key.span(), refusal(&name, place)));
    }
    out.keys.push(key.clone());
    match name.as_str() {
        "example" => set(cx, &mut out.example, equals(&key, input)?, key),
        "description" => set(cx, &mut out.description, text(&key, input)?, key),
        "title" => set(cx, &mut out.title, text(&key, input)?, key),
        "check" => set(cx, &mut out.check, unquoted(&key, input)?, key),
        "as" => set(cx, &mut out.shape_as, unquoted(&key, input)?, key),
        "opaque" => set(cx, &mut out.opaque, flag(&key, input)?, key),
        "warn" => set(cx, &mut out.warn, flag(&key, input)?, key),
        "json_schema" => set(cx, &mut out.json_schema, flag(&key, input)?, key),
        "dialects" => {
            let dialects = dialects::dialects(cx, &key, input)?;
            set(cx, &mut out.dialects, dialects, key);
        }
        "crate" => set(cx, &mut out.krate, path(&key, input)?, key),
        "bound" => {
            let bound = quoted(&key, input)?;
            let bound = bound.parse_with(Punctuated::parse_terminated)?;
            set(cx, &mut out.bound, bound, key);
        }
        "alias" => out.aliases.push(quoted(&key, input)?),
        _ => rules::read(cx, key, input, &mut out.rules)?,
    }
    Ok(())
}

/// An expression that is a string literal.
pub(crate) fn literal(expr: &Expr) -> Option<&LitStr> {
    match ungroup(expr) {
        Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Str(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// The text of an expression that is a string literal.
pub(crate) fn text_of(expr: &Expr) -> Option<String> {
    literal(expr).map(LitStr::value)
}
