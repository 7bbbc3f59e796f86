//! Bounds that are written without their names, as other crates take them.

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprRange, Ident, RangeLimits, Token};

use super::keys::usage;
use crate::literal::{Literal, Number, ungroup};

/// What is wrong with `range = 0..=5`.
pub(super) fn of_value(key: &Ident, input: ParseStream) -> Option<syn::Error> {
    let fork = input.fork();
    fork.parse::<Token![=]>().ok()?;
    let value = fork.parse().ok()?;
    input.advance_to(&fork);
    fault(key, &value, &[&value])
}

/// What is wrong with `range(0, 5)`.
pub(super) fn of_list(key: &Ident, input: ParseStream) -> Option<syn::Error> {
    let fork = input.fork();
    let values = Punctuated::<Expr, Token![,]>::parse_terminated(&fork).ok()?;
    let fault = fault(key, &values, &values.iter().collect::<Vec<_>>())?;
    input.advance_to(&fork);
    Some(fault)
}

fn fault(key: &Ident, at: &impl ToTokens, values: &[&Expr]) -> Option<syn::Error> {
    let bounds = match values
        .iter()
        .map(|value| ungroup(value))
        .collect::<Vec<_>>()[..]
    {
        [Expr::Range(range)] => between(range),
        [one] if is_bound(one) && key == "len" => format!("equal = {}", text(one)),
        [one] if is_bound(one) => format!("min = {}", text(one)),
        [min, max] if is_bound(min) && is_bound(max) => {
            format!("min = {}, max = {}", text(min), text(max))
        }
        [_, _, .., last] if is_bound(last) => return Some(nameless(at, &usage(key))),
        _ => return None,
    };
    Some(nameless(at, &format!("{key}({bounds})")))
}

fn nameless(at: &impl ToTokens, way_out: &str) -> syn::Error {
    let message = format!("a bound has a name; write `{way_out}`");
    syn::Error::new_spanned(at, message)
}

/// Whether the expression can be a bound and nothing else: neither `min = 1` nor `min` that lacks its value.
fn is_bound(expr: &Expr) -> bool {
    let is_name = |path: &syn::ExprPath| {
        ["min", "max", "equal"]
            .iter()
            .any(|name| path.path.is_ident(name))
    };
    match expr {
        Expr::Path(path) => !is_name(path),
        Expr::Binary(binary) => !matches!(binary.op, BinOp::Eq(_)),
        Expr::Lit(_) | Expr::Unary(_) => true,
        _ => false,
    }
}

fn between(range: &ExprRange) -> String {
    let min = range
        .start
        .as_ref()
        .map(|min| format!("min = {}", text(min)));
    let max = range.end.as_ref().map(|max| {
        let last = match (range.limits, Literal::of(max)) {
            (RangeLimits::HalfOpen(_), Some(Literal::Number(Number::Int(end)))) => {
                (end - 1).to_string()
            }
            _ => text(max),
        };
        format!("max = {last}")
    });
    min.into_iter().chain(max).collect::<Vec<_>>().join(", ")
}

fn text(expr: &Expr) -> String {
    let text = expr.to_token_stream().to_string();
    text.replace(" :: ", "::").replace("- ", "-")
}
