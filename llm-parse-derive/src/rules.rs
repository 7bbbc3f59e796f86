//! The rules of a field as constants.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;

use crate::formats;
use crate::literal::{self, Literal};
use crate::spans::moved;
use crate::syntax::{Bounds, Rules};
use crate::values::{borrowed, seq};

pub(crate) fn rules(rules: &Rules) -> TokenStream {
    seq(all(rules))
}

/// Each rule by itself.
pub(crate) fn all(rules: &Rules) -> Vec<TokenStream> {
    let mut out = Vec::new();
    if rules.is_faulty.get() {
        return out;
    }
    if let Some(range) = &rules.range {
        numbers(&mut out, &range.value);
    }
    if let Some(of) = &rules.multiple_of {
        let of = number(&of.value);
        out.push(tokens!(__llm::Rule::MultipleOf(#of)));
    }
    if let Some(len) = &rules.len {
        lengths(&mut out, &len.value);
    }
    if let Some(pattern) = &rules.pattern {
        out.push(self::pattern(&pattern.value));
    }
    if let Some(format) = &rules.format
        && let Some(format) = formats::format(&format.value.value())
    {
        let name = Ident::new(format.variant, Span::mixed_site());
        out.push(tokens!(__llm::Rule::Format(__llm::Format::#name)));
    }
    if rules.unique.is_some() {
        out.push(tokens!(__llm::Rule::Unique));
    }
    if let Some(values) = &rules.one_of {
        let values = seq(values.value.iter().filter_map(one_of));
        out.push(tokens!(__llm::Rule::OneOf(#values)));
    }
    let inner = [
        ("Items", &rules.items),
        ("Keys", &rules.keys),
        ("Values", &rules.values),
    ];
    for (name, inner) in inner {
        if let Some(inner) = inner {
            let name = Ident::new(name, Span::mixed_site());
            let inner = self::rules(&inner.value);
            out.push(tokens!(__llm::Rule::#name(#inner)));
        }
    }
    out
}

fn numbers(out: &mut Vec<TokenStream>, range: &Bounds) {
    if let Some(min) = &range.min {
        let min = number(&min.value);
        out.push(tokens!(__llm::Rule::Min(#min)));
    }
    if let Some(max) = &range.max {
        let max = number(&max.value);
        out.push(tokens!(__llm::Rule::Max(#max)));
    }
}

fn lengths(out: &mut Vec<TokenStream>, len: &Bounds) {
    if let Some(min) = len.min.as_ref().or(len.equal.as_ref()) {
        let min = length(&min.value);
        out.push(tokens!(__llm::Rule::MinLen(#min)));
    }
    if let Some(max) = len.max.as_ref().or(len.equal.as_ref()) {
        let max = length(&max.value);
        out.push(tokens!(__llm::Rule::MaxLen(#max)));
    }
}

/// A constant expression of any integer type.
fn length(expr: &Expr) -> TokenStream {
    if Literal::of(expr).is_some() {
        return expr.to_token_stream();
    }
    let number = number(expr);
    tokens!(__llm::length(#number))
}

/// A constant expression of any number type.
pub(crate) fn number(expr: &Expr) -> TokenStream {
    match Literal::of(expr) {
        Some(Literal::Number(number)) => number.rule(),
        _ if literal::is_untyped(expr) && literal::has_float(expr) => {
            tokens!(__llm::Number::Float(#expr))
        }
        _ if literal::is_untyped(expr) => tokens!(__llm::Number::Int(#expr)),
        _ => moved(expr.span(), tokens!(__llm::ToNumber(#expr).get())),
    }
}

fn pattern(source: &Expr) -> TokenStream {
    let text = borrowed(source);
    tokens! {
        __llm::Rule::Pattern(__llm::Pattern {
            source: #text,
            regex: __llm::Compiled::Static(|| {
                static REGEX: __llm::OnceLock<__llm::Option<__llm::Regex>> = __llm::OnceLock::new();
                __llm::compiled(&REGEX, #source)
            }),
        })
    }
}

fn one_of(expr: &Expr) -> Option<TokenStream> {
    match Literal::of(expr)? {
        Literal::Text(text) => {
            let text = borrowed(text);
            Some(tokens!(__llm::Literal::Text(#text)))
        }
        Literal::Number(number) => {
            let number = number.rule();
            Some(tokens!(__llm::Literal::Number(#number)))
        }
        Literal::Bool(b) => Some(tokens!(__llm::Literal::Bool(#b))),
        Literal::List(_) => None,
    }
}
