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
use crate::spans::{call, moved};
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

/// A field, or what is inside it.
#[derive(Clone)]
struct Place {
    /// The expression that says what is known of it. Its type stays where it is, so that a type without a shape is
    /// reported once.
    known: TokenStream,
    is_part: bool,
}

impl Place {
    fn of(source: &Source) -> Option<Place> {
        match source {
            Source::Type(ty) | Source::As(ty) => Some(Place::part(ty, &tight(ty))),
            Source::Opaque(ty) => {
                let name = tight(ty);
                Some(Place {
                    known: tokens!(__llm::opaque_known::<#ty>(#name)),
                    is_part: false,
                })
            }
            Source::Unknown => None,
        }
    }

    fn part(ty: impl ToTokens, name: &str) -> Place {
        Place {
            known: tokens!(__llm::part::<#ty>().known(#name)),
            is_part: true,
        }
    }

    fn inside(&self, step: &str) -> Place {
        let (known, step) = (&self.known, Ident::new(step, Span::mixed_site()));
        Place {
            known: tokens!(#known.#step()),
            is_part: self.is_part,
        }
    }

    /// Some questions as one constant, which stops at the first that is answered with no.
    fn ask(&self, questions: &[TokenStream]) -> TokenStream {
        let known = &self.known;
        tokens!({ let at = #known; #(#questions;)* })
    }
}

/// A question to the place, at the tokens that it is about.
fn question(at: impl ToTokens, name: &str, argument: impl ToTokens) -> TokenStream {
    let name = Ident::new(name, Span::mixed_site());
    call(&at, tokens!(at.#name), argument)
}

fn rules_fit(out: &mut Vec<TokenStream>, place: &Place, rules: &Rules) {
    if rules.is_faulty.get() {
        return;
    }
    // What implements `Unique` says so where the items are compared.
    let elsewhere = |key: &&Ident| place.is_part && *key == "unique";
    for key in rules.given.iter().filter(|key| !elsewhere(key)) {
        let rule = variant(&key.to_string());
        let takes = question(key, "takes", tokens!(__llm::Key::#rule));
        // A constant costs: where the rule is not taken, its first value need not be reported.
        let mut values = values_fit(key, rules).into_iter();
        let first: Vec<_> = [takes].into_iter().chain(values.next()).collect();
        out.push(place.ask(&first));
        out.extend(values.map(|value| place.ask(&[value])));
        ordered(out, rules, key);
        allowed(out, rules, key);
        inner_fit(out, place, rules, key);
    }
}

/// What a rule says of the type, beyond its being for that type.
fn values_fit(key: &Ident, rules: &Rules) -> Vec<TokenStream> {
    match (&*key.to_string(), &rules.range, &rules.len) {
        ("range", Some(range), _) => {
            let bounds = [&range.value.min, &range.value.max];
            let bounds = bounds.into_iter().flatten().map(|bound| &bound.value);
            bounds
                .map(|bound| question(bound, "bound", number(bound)))
                .collect()
        }
        ("len", _, Some(len)) => lens_fit(&len.value).into_iter().collect(),
        ("multiple_of", ..) => {
            let of = rules.multiple_of.iter().map(|of| &of.value);
            of.map(|of| question(of, "multiple_of", number(of)))
                .collect()
        }
        ("one_of", ..) => {
            let values = rules.one_of.iter().flat_map(|one_of| &one_of.value);
            let allows = |value: &Expr| {
                let given = Literal::of(value)?.given();
                Some(question(value, "allows", given))
            };
            values.filter_map(allows).collect()
        }
        _ => Vec::new(),
    }
}

/// Lengths say less of a type than bounds do, so that one constant is enough for both.
fn lens_fit(len: &Bounds) -> Option<TokenStream> {
    let ask = |what, bound: &Expr| question(bound, what, number(bound));
    let least = [&len.min, &len.equal].into_iter().flatten();
    let least = least.map(|bound| ask("min_len", &bound.value));
    let most = [&len.max, &len.equal].into_iter().flatten();
    let most = most.map(|bound| ask("max_len", &bound.value));
    let all: Vec<_> = least.chain(most).collect();
    (!all.is_empty()).then(|| tokens!(#(#all);*))
}

/// The rules of what is inside.
fn inner_fit(out: &mut Vec<TokenStream>, place: &Place, rules: &Rules, key: &Ident) {
    let inner = [
        ("items", "item", &rules.items),
        ("keys", "key", &rules.keys),
        ("values", "value", &rules.values),
    ];
    if let Some((_, step, Some(inner))) = inner.iter().find(|(name, ..)| key == name) {
        rules_fit(out, &place.inside(step), &inner.value);
    }
}

/// The values of `one_of` against the bounds beside them.
fn allowed(out: &mut Vec<TokenStream>, rules: &Rules, key: &Ident) {
    if key != "one_of" {
        return;
    }
    for value in rules.one_of.iter().flat_map(|one_of| &one_of.value) {
        if let Some(literal) = Literal::of(value) {
            within_bounds(out, rules, "value", value, &literal);
        }
    }
}

/// Bounds that are literals were compared before.
fn ordered(out: &mut Vec<TokenStream>, rules: &Rules, key: &Ident) {
    let bounds = match &*key.to_string() {
        "range" => &rules.range,
        "len" => &rules.len,
        _ => return,
    };
    if let Some(bounds) = bounds
        && let (Some(min), Some(max)) = (&bounds.value.min, &bounds.value.max)
        && !(is_literal(&min.value) && is_literal(&max.value))
    {
        let (low, high) = (number(&min.value), number(&max.value));
        let ordered = tokens!(__llm::ordered);
        out.push(call(&min.value, ordered, tokens!(#low, #high)));
    }
}

fn example_fits(out: &mut Vec<TokenStream>, place: &Place, rules: &Rules, example: &Expr) {
    let Some(literal) = Literal::of(example) else {
        return;
    };
    out.push(place.ask(&[question(example, "example", literal.given())]));
    within_bounds(out, rules, "example", example, &literal);
    if let Expr::Array(array) = crate::literal::ungroup(example) {
        let none = Rules::default();
        let inner = rules.items.as_ref().map_or(&none, |items| &items.value);
        for item in &array.elems {
            example_fits(out, &place.inside("item"), inner, item);
        }
    }
}

/// Whether it is a constant by its name: nothing else can be evaluated for sure.
fn names_constant(expr: &Expr) -> bool {
    let Expr::Path(path) = crate::literal::ungroup(expr) else {
        return false;
    };
    path.path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        last.arguments.is_none()
            && name.contains(char::is_uppercase)
            && !name.contains(char::is_lowercase)
    })
}

/// Holds a constant to the bounds, if it is a number; its type is not known here.
fn constant_fits(out: &mut Vec<TokenStream>, rules: &Rules, example: &Expr) {
    let Some(range) = rules.range.as_ref().filter(|_| !rules.is_faulty.get()) else {
        return;
    };
    let bounds = [
        ("at_least", &range.value.min),
        ("at_most", &range.value.max),
    ];
    for (function, bound) in bounds {
        if let Some(bound) = bound {
            let (function, bound) = (
                Ident::new(function, Span::mixed_site()),
                number(&bound.value),
            );
            let answer = tokens!(|| __llm::type_of(&#example).answer());
            let value = tokens!(__llm::is_number(&#answer).of(#example).get());
            let arguments = tokens!("example", #value, #bound);
            out.push(call(example, tokens!(__llm::#function), arguments));
        }
    }
}

/// Holds a literal to bounds that are constants; those that are literals were compared before.
fn within_bounds(
    out: &mut Vec<TokenStream>,
    rules: &Rules,
    what: &str,
    at: &Expr,
    literal: &Literal,
) {
    if rules.is_faulty.get() {
        return;
    }
    let (bounds, value) = match literal {
        Literal::Number(n) => (&rules.range, n.rule()),
        Literal::Text(_) | Literal::List(_) => (&rules.len, literal.given()),
        Literal::Bool(_) => return,
    };
    let Some(bounds) = bounds.as_ref().map(|bounds| &bounds.value) else {
        return;
    };
    let (least, most) = match literal {
        Literal::Number(_) => ("at_least", "at_most"),
        _ => ("long_enough", "short_enough"),
    };
    let pairs = [(least, &bounds.min), (most, &bounds.max)];
    let equal = [(least, &bounds.equal), (most, &bounds.equal)];
    for (function, bound) in pairs.into_iter().chain(equal) {
        if let Some(bound) = bound
            && !is_literal(&bound.value)
        {
            let function = Ident::new(function, Span::mixed_site());
            let bound = number(&bound.value);
            let arguments = tokens!(#what, #value, #bound);
            out.push(call(at, tokens!(__llm::#function), arguments));
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
            let mut inner =
                proc_macro2::Group::new(group.delimiter(), named(group.stream(), ident));
            inner.set_span(group.span());
            inner.into()
        }
        token => token,
    };
    tokens.into_iter().map(name).collect()
}
