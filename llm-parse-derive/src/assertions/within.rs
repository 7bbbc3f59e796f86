//! Values held to bounds.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Expr;

use crate::literal::Literal;
use crate::rules::number;
use crate::spans::call;
use crate::syntax::Rules;

/// Holds a constant to the bounds, if it is a number; its type is not known here.
pub(super) fn constant_fits(out: &mut Vec<TokenStream>, rules: &Rules, example: &Expr) {
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
pub(super) fn within_bounds(
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

pub(super) fn is_literal(expr: &Expr) -> bool {
    Literal::of(expr).is_some()
}
