//! What a constant can know of the type, and the constants that hold rules and literals to it.
//!
//! # Design
//!
//! Each assertion is a constant of its own, so that one build reports all that fail. What mentions a parameter of the
//! type is asserted where the code for the finished type is made.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, Type};

use crate::literal::Literal;
use crate::model::{self, Data, Field, Form, Model, Source, mentions};
use crate::rules::number;
use crate::spans::{call, ends, moved};
use crate::syntax::{Bounds, Rules};
use crate::values::tight;

/// The type that says what is known.
pub(crate) fn known(model: &Model) -> TokenStream {
    let whole = tokens!(__llm::Whole<Self, __F>);
    let newtype = |ty: &Type| tokens!(__llm::NewtypeOf<Self, #ty, __F>);
    if model.attrs.opaque.is_some() {
        return tokens!(__llm::Alone<Self>);
    }
    if let Some(shape_as) = &model.attrs.shape_as {
        return newtype(&shape_as.value);
    }
    let Data::Struct(style, fields) = &model.data else {
        return whole;
    };
    match model::form(*style, fields) {
        Form::Newtype { field, .. } => match field.source() {
            Source::Type(ty) | Source::As(ty) => newtype(ty),
            Source::Opaque(ty) => tokens!(__llm::Opaque<#ty>),
            Source::Unknown => whole,
        },
        _ => whole,
    }
}

/// The types that the shape refers to, in its order.
pub(crate) fn inside(model: &Model) -> TokenStream {
    if model.attrs.opaque.is_some() {
        return tokens!(&[]);
    }
    if let Some(shape_as) = &model.attrs.shape_as {
        let node = node(&Source::As(&shape_as.value));
        return tokens!(&[#node]);
    }
    let nodes = model.shown_fields().map(|field| node(&field.source()));
    tokens!(&[#(#nodes),*])
}

fn node(source: &Source) -> TokenStream {
    match source {
        // It is asked for as everywhere, so that a type without a shape is reported once.
        Source::Type(ty) | Source::As(ty) => tokens!({
            let _ = __llm::part::<#ty>;
            __llm::node::<#ty, __F>()
        }),
        Source::Opaque(ty) => tokens!({
            let _ = __llm::opaque::<#ty>;
            __llm::opaque_node::<#ty>()
        }),
        Source::Unknown => tokens!(__llm::node::<(), __F>()),
    }
}

/// What has to hold of the types.
pub(crate) struct Assertions {
    /// Can be looked at at once.
    pub(crate) closed: Vec<TokenStream>,
    /// Can be looked at when the parameters of the type are known.
    pub(crate) open: Vec<TokenStream>,
}

pub(crate) fn assertions(model: &Model) -> Assertions {
    let mut all: Vec<TokenStream> = dialects(model).map(|name| sendable(model, name)).collect();
    if let Some(example) = &model.attrs.example {
        let mut place = Place::new(tokens!(__llm::part), true, &syn::parse_quote!(Self));
        place.name = model.ident().to_string();
        example_fits(&mut all, &place, &example.value);
    }
    let fields = model
        .fields()
        .filter(|field| !model.is_overridden() && field.is_read() && !field.is_flattened());
    for field in fields {
        of_field(&mut all, field);
    }
    let (open, closed) = all.into_iter().partition(|one| is_open(model, one.clone()));
    let closed: Vec<TokenStream> = closed;
    Assertions {
        closed: closed
            .into_iter()
            .map(|one| named(one, model.ident()))
            .collect(),
        open,
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
        example_fits(out, &place, &example.value);
    }
}

/// A field, or what is inside it.
#[derive(Clone)]
struct Place {
    function: TokenStream,
    ty: TokenStream,
    name: String,
    is_part: bool,
    steps: Vec<Ident>,
}

impl Place {
    fn of(source: &Source) -> Option<Place> {
        match source {
            Source::Type(ty) | Source::As(ty) => Some(Place::new(tokens!(__llm::part), true, ty)),
            Source::Opaque(ty) => Some(Place::new(tokens!(__llm::opaque_known), false, ty)),
            Source::Unknown => None,
        }
    }

    fn new(function: TokenStream, is_part: bool, ty: &Type) -> Place {
        Place {
            function,
            ty: ty.to_token_stream(),
            name: tight(ty),
            is_part,
            steps: Vec::new(),
        }
    }

    fn inside(&self, step: &str) -> Place {
        let mut inside = self.clone();
        inside.steps.push(Ident::new(step, Span::mixed_site()));
        inside
    }

    /// A question to the place, at the tokens that it is about. The type stays where it is, so that a type without a
    /// shape is reported once.
    fn ask(&self, at: impl ToTokens, question: &str, argument: impl ToTokens) -> TokenStream {
        let (start, _) = ends(&at);
        let (name, ty, steps) = (&self.name, &self.ty, &self.steps);
        let known = if self.is_part {
            tokens!(().known(#name))
        } else {
            tokens!((#name))
        };
        let question = Ident::new(question, Span::mixed_site());
        let function = &self.function;
        let (open, close) = (tokens!(#function::<), tokens!(> #known #(.#steps())*.));
        let (open, close) = (moved(start, open), moved(start, close));
        let question = call(&at, tokens!(#question), argument);
        tokens!(#open #ty #close #question)
    }
}

fn rules_fit(out: &mut Vec<TokenStream>, place: &Place, rules: &Rules) {
    if rules.is_faulty.get() {
        return;
    }
    // What implements `Unique` says so where the items are compared.
    let elsewhere = |key: &&Ident| place.is_part && *key == "unique";
    for key in rules.given.iter().filter(|key| !elsewhere(key)) {
        let rule = variant(&key.to_string());
        let takes = place.ask(key, "takes", tokens!(__llm::Key::#rule));
        let mut values = values_fit(key, place, rules).into_iter();
        let first = values.next();
        // A constant costs: where the rule is not taken, its first value need not be reported.
        out.push(tokens!({ #takes; #first }));
        out.extend(values);
    }
}

/// What a rule says of the type, beyond its being for that type.
fn values_fit(key: &Ident, place: &Place, rules: &Rules) -> Vec<TokenStream> {
    let mut out = Vec::new();
    let inner = [
        ("items", "item", &rules.items),
        ("keys", "key", &rules.keys),
        ("values", "value", &rules.values),
    ];
    if let Some((_, step, Some(inner))) = inner.iter().find(|(name, ..)| key == name) {
        rules_fit(&mut out, &place.inside(step), &inner.value);
    } else if let ("range", Some(range)) = (&*key.to_string(), &rules.range) {
        range_fits(&mut out, place, &range.value);
    } else if let ("len", Some(len)) = (&*key.to_string(), &rules.len) {
        len_fits(&mut out, place, &len.value);
    } else if let ("multiple_of", Some(of)) = (&*key.to_string(), &rules.multiple_of) {
        out.push(place.ask(&of.value, "multiple_of", number(&of.value)));
    } else if let ("one_of", Some(one_of)) = (&*key.to_string(), &rules.one_of) {
        for value in &one_of.value {
            if let Some(literal) = Literal::of(value) {
                out.push(place.ask(value, "allows", literal.given()));
            }
        }
    }
    out
}

fn range_fits(out: &mut Vec<TokenStream>, place: &Place, range: &Bounds) {
    for bound in [&range.min, &range.max].into_iter().flatten() {
        let bound = &bound.value;
        out.push(place.ask(bound, "bound", number(bound)));
    }
    ordered(out, range);
}

fn len_fits(out: &mut Vec<TokenStream>, place: &Place, len: &Bounds) {
    let least = [&len.min, &len.equal].into_iter().flatten();
    let least = least.map(|bound| place.ask(&bound.value, "min_len", number(&bound.value)));
    let most = [&len.max, &len.equal].into_iter().flatten();
    let most = most.map(|bound| place.ask(&bound.value, "max_len", number(&bound.value)));
    out.push(tokens!({ #(#least;)* #(#most;)* }));
    ordered(out, len);
}

/// Bounds that are literals were compared before.
fn ordered(out: &mut Vec<TokenStream>, bounds: &Bounds) {
    if let (Some(min), Some(max)) = (&bounds.min, &bounds.max)
        && !(is_literal(&min.value) && is_literal(&max.value))
    {
        let (low, high) = (number(&min.value), number(&max.value));
        let ordered = tokens!(__llm::ordered);
        out.push(call(&min.value, ordered, tokens!(#low, #high)));
    }
}

fn example_fits(out: &mut Vec<TokenStream>, place: &Place, example: &Expr) {
    let Some(literal) = Literal::of(example) else {
        return;
    };
    out.push(place.ask(example, "example", literal.given()));
    if let Expr::Array(array) = crate::literal::ungroup(example) {
        for item in &array.elems {
            example_fits(out, &place.inside("item"), item);
        }
    }
}

fn is_literal(expr: &Expr) -> bool {
    Literal::of(expr).is_some()
}

/// The key of a rule as a variant of `Key`: `multiple_of` is `MultipleOf`.
fn variant(key: &str) -> Ident {
    let words = key.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    Ident::new(&words.collect::<String>(), Span::mixed_site())
}

/// Whether a parameter of the type is mentioned.
fn is_open(model: &Model, tokens: TokenStream) -> bool {
    let is_generic = !model.original.generics.params.is_empty();
    is_generic
        && mentions(tokens, &|ident| {
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
            let mut inner =
                proc_macro2::Group::new(group.delimiter(), named(group.stream(), ident));
            inner.set_span(group.span());
            inner.into()
        }
        token => token,
    };
    tokens.into_iter().map(name).collect()
}
