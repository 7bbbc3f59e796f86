//! The constants that hold rules and literals to the type.
//!
//! # Design
//!
//! Each assertion is a constant of its own, so that one build reports all that fail. What mentions a parameter of the
//! type is asserted where the code for the finished type is made.

mod example;
mod place;
mod rules;
mod within;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;

use crate::model::{Field, Model, mentions};
use crate::spans::{call, moved};
use crate::syntax::Rules;
use example::{example_fits, names_constant};
use place::Place;
use rules::rules_fit;
use within::constant_fits;

/// What has to hold of the types.
pub(crate) struct Assertions {
    /// Can be looked at at once.
    pub(crate) closed: Vec<TokenStream>,
    /// Can be looked at when the parameters of the type are known.
    pub(crate) open: Vec<TokenStream>,
}

pub(crate) fn assertions(model: &Model) -> Assertions {
    let input = model.original;
    let is_generic = !input.generics.params.is_empty();
    let mut all: Vec<TokenStream> = dialects(model).map(|name| sendable(model, name)).collect();
    if let Some(example) = &model.attrs.example {
        let place = Place::part(tokens!(Self), &model.ident().to_string());
        example_fits(&mut all, &place, &Rules::default(), &example.value);
    }
    let is_held = |field: &&Field| {
        let attrs = &field.attrs;
        !attrs.rules.given.is_empty() || attrs.example.is_some()
    };
    let fields = model
        .fields()
        .filter(|field| !model.is_overridden() && field.is_read() && !field.is_flattened());
    for field in fields.filter(is_held) {
        of_field(&mut all, field);
    }
    if is_generic {
        let (open, closed) = all.into_iter().partition(|one| is_open(model, one.clone()));
        return Assertions { closed, open };
    }
    // Looking through the input once is less than through all that is made of it.
    let is_self = |ident: &Ident| ident == "Self";
    let own = model.attrs.example.is_some() || dialects(model).next().is_some();
    if own || mentions(input.to_token_stream(), &is_self) {
        let ident = model.ident();
        all = all.into_iter().map(|one| named(one, ident)).collect();
    }
    Assertions {
        closed: all,
        open: Vec::new(),
    }
}

/// The dialects that the type has to be sayable in.
pub(crate) fn dialects<'m>(model: &'m Model) -> impl Iterator<Item = &'m Ident> {
    let dialects = model.attrs.dialects.iter();
    dialects.flat_map(|dialects| &dialects.value)
}

fn sendable(model: &Model, dialect: &Ident) -> TokenStream {
    let (name, text) = (model.ident().to_string(), dialect.to_string());
    let question = call(dialect, tokens!(sendable), tokens!(#name, #text));
    let part = moved(dialect.span(), tokens!(__llm::part::<Self>()));
    tokens!(#part.#question)
}

fn of_field(out: &mut Vec<TokenStream>, field: &Field) {
    let Some(place) = Place::of(&field.source()) else {
        return;
    };
    rules_fit(out, &place, &field.attrs.rules);
    if let Some(example) = &field.attrs.example {
        let rules = &field.attrs.rules;
        example_fits(out, &place, rules, &example.value);
        // Else a function writes another value.
        if field.serde.serialize_with().is_none() && names_constant(&example.value) {
            constant_fits(out, rules, &example.value);
        }
    }
}

/// Whether a parameter of the type, or the type itself with its parameters, is mentioned.
fn is_open(model: &Model, tokens: TokenStream) -> bool {
    mentions(tokens, &|ident| {
        model.has_parameter(ident) || ident == "Self"
    })
}

/// The tokens with the type's name for `Self`, which is not known outside of an impl.
fn named(tokens: TokenStream, ident: &Ident) -> TokenStream {
    let name = |token| match token {
        TokenTree::Ident(this) if this == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(ident.span().located_at(this.span()));
            ident.into()
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), named(group.stream(), ident));
            inner.set_span(group.span());
            inner.into()
        }
        token => token,
    };
    tokens.into_iter().map(name).collect()
}
