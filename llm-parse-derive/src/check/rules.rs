//! Rules that cannot hold, whatever the type.

use std::cmp::Ordering;

use syn::Expr;

use super::judge::number;
use super::together;
use crate::ctxt::Ctxt;
use crate::literal::{Literal, Number};
use crate::syntax::{self, Bounds, Keyed, Rules};
use crate::{formats, pattern, spans};

pub(super) fn rules(cx: &Ctxt, rules: &Rules) {
    let before = cx.count();
    each(cx, rules);
    rules.is_faulty.set(cx.count() > before);
}

fn each(cx: &Ctxt, rules: &Rules) {
    if let Some(range) = &rules.range {
        for bound in [&range.value.min, &range.value.max].into_iter().flatten() {
            numeric(cx, bound);
        }
        order(cx, &range.value);
    }
    if let Some(len) = &rules.len {
        lengths(cx, len);
    }
    if let Some(of) = &rules.multiple_of {
        numeric(cx, of);
        if number(&of.value).is_some_and(|of| !of.is_positive()) {
            cx.fault(&of.value, "`multiple_of` must be greater than 0; change it");
        }
    }
    if let Some(pattern) = &rules.pattern {
        self::pattern(cx, &pattern.value);
    }
    if let Some(format) = &rules.format
        && formats::format(&format.value.value()).is_none()
    {
        let known: Vec<&str> = formats::names().collect();
        let message = format!(
            "unknown format `{}`; known are `{}`, or use `pattern`",
            format.value.value(),
            known.join("`, `")
        );
        cx.fault(&format.value, message);
    }
    if let Some(one_of) = &rules.one_of {
        literals(cx, one_of);
    }
    together::rules(cx, rules);
    for inner in [&rules.items, &rules.keys, &rules.values]
        .into_iter()
        .flatten()
    {
        each(cx, &inner.value);
    }
}

fn numeric(cx: &Ctxt, bound: &Keyed<Expr>) {
    let key = &bound.key;
    match Literal::of(&bound.value) {
        None | Some(Literal::Number(_)) => {}
        Some(_) => cx.fault(
            &bound.value,
            format!("`{key}` takes a number; write `{key} = 5`"),
        ),
    }
}

fn order(cx: &Ctxt, bounds: &Bounds) {
    if let (Some(min), Some(max)) = (&bounds.min, &bounds.max)
        && let (Some(low), Some(high)) = (number(&min.value), number(&max.value))
        && low.compare(high) == Some(Ordering::Greater)
    {
        cx.fault(&min.value, "`min` is greater than `max`; swap them");
    }
}

fn lengths(cx: &Ctxt, len: &Keyed<Bounds>) {
    order(cx, &len.value);
    let bounds = &len.value;
    if let Some(equal) = &bounds.equal
        && (bounds.min.is_some() || bounds.max.is_some())
    {
        cx.fault(
            &equal.key,
            "`equal` excludes `min` and `max`; keep one of the two forms",
        );
    }
    for bound in [&bounds.min, &bounds.max, &bounds.equal]
        .into_iter()
        .flatten()
    {
        let whole = match Literal::of(&bound.value) {
            Some(Literal::Number(Number::Int(n))) => n >= 0,
            literal => literal.is_none(),
        };
        if !whole {
            cx.fault(
                &bound.value,
                "a length is a whole number from 0 up; change it",
            );
        }
    }
}

/// Each fault at its own place in the literal, where the compiler can point there.
fn pattern(cx: &Ctxt, source: &Expr) {
    let Some(literal) = syntax::literal(source) else {
        return;
    };
    for fault in pattern::faults(&literal.value()) {
        match spans::within(literal, fault.at) {
            Some(span) => cx.absorb(syn::Error::new(span, fault.message)),
            None => cx.fault(literal, fault.message),
        }
    }
}

fn literals(cx: &Ctxt, one_of: &Keyed<Vec<Expr>>) {
    let mut earlier: Vec<Literal> = Vec::new();
    for expr in &one_of.value {
        match Literal::of(expr) {
            None | Some(Literal::List(_)) => cx.fault(
                expr,
                "`one_of` takes strings, numbers and booleans; write a literal",
            ),
            Some(literal) if earlier.iter().any(|other| other.is(&literal)) => {
                cx.fault(expr, "this value stands here twice; remove one");
            }
            Some(literal) => earlier.push(literal),
        }
    }
}
