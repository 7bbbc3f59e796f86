//! Literals against the rules beside them, as far as both are literal.

use std::cmp::Ordering;

use syn::{Expr, LitStr};

use crate::ctxt::Ctxt;
use crate::literal::{Literal, Number, ungroup};
use crate::syntax::{self, Bounds, Rules};
use crate::{formats, pattern};

/// An example that breaks a rule.
pub(super) fn example(cx: &Ctxt, rules: &Rules, example: &Expr) {
    hold(cx, rules, example);
    if let (Expr::Array(array), Some(items)) = (ungroup(example), &rules.items) {
        for item in &array.elems {
            self::example(cx, &items.value, item);
        }
    }
}

fn hold(cx: &Ctxt, rules: &Rules, example: &Expr) {
    let Some(literal) = Literal::of(example) else {
        return;
    };
    if let Some(how) = broken(rules, &literal) {
        cx.fault(
            example,
            format!("this example {how}; change one of the two"),
        );
    }
}

/// How the literal breaks a rule.
pub(super) fn broken(rules: &Rules, literal: &Literal) -> Option<String> {
    let own = match literal {
        Literal::Number(number) => by_number(rules, *number),
        Literal::Text(text) => by_text(rules, text),
        Literal::List(items) => return by_list(rules, items),
        Literal::Bool(_) => None,
    };
    own.or_else(|| left_out(rules, literal))
}

fn by_number(rules: &Rules, n: Number) -> Option<String> {
    let range = rules.range.as_ref().map(|range| &range.value);
    let breaks = |bound: Option<Number>, order| bound.is_some_and(|b| n.compare(b) == Some(order));
    if breaks(bound(range, |range| &range.min), Ordering::Less) {
        return Some("is below `min`".to_owned());
    }
    if breaks(bound(range, |range| &range.max), Ordering::Greater) {
        return Some("is above `max`".to_owned());
    }
    let of = rules.multiple_of.as_ref().and_then(|of| number(&of.value));
    let apart = of.is_some_and(|of| of.is_positive() && !n.is_multiple_of(of));
    apart.then(|| "is no multiple of `multiple_of`".to_owned())
}

fn by_text(rules: &Rules, text: &LitStr) -> Option<String> {
    let text = text.value();
    let source = rules.pattern.as_ref();
    let source = source.and_then(|pattern| syntax::text_of(&pattern.value));
    if source.is_some_and(|source| pattern::matches(&source, &text) == Some(false)) {
        return Some("does not match `pattern`".to_owned());
    }
    if let Some(name) = &rules.format
        && let Some(format) = formats::format(&name.value.value())
        && !(format.accepts)(&text)
    {
        return Some(format!("is not of the format `{}`", format.name));
    }
    by_length(rules, text.chars().count(), "character")
}

fn by_list(rules: &Rules, items: &[Literal]) -> Option<String> {
    let repeats = |(at, item): (usize, &Literal)| items.iter().take(at).any(|other| other.is(item));
    if rules.unique.is_some() && items.iter().enumerate().any(repeats) {
        return Some("repeats an item, and `unique` forbids it".to_owned());
    }
    by_length(rules, items.len(), "item")
}

fn by_length(rules: &Rules, len: usize, unit: &str) -> Option<String> {
    let (min, max) = lengths(rules);
    let min = min.and_then(length).filter(|min| len < *min);
    let max = max.and_then(length).filter(|max| len > *max);
    let found = match len {
        1 => format!("1 {unit}"),
        len => format!("{len} {unit}s"),
    };
    match (min, max) {
        (Some(min), _) => Some(format!("has {found}, and `len` wants at least {min}")),
        (_, Some(max)) => Some(format!("has {found}, and `len` wants at most {max}")),
        _ => None,
    }
}

/// The literal is none of `one_of`.
fn left_out(rules: &Rules, literal: &Literal) -> Option<String> {
    let allowed = rules.one_of.as_ref()?.value.iter();
    let allowed: Vec<Literal> = allowed.map(Literal::of).collect::<Option<_>>()?;
    let among = allowed.iter().any(|one| one.is(literal));
    (!among).then(|| "is none of `one_of`".to_owned())
}

type Pick = fn(&Bounds) -> &syntax::Slot<Expr>;

fn bound(bounds: Option<&Bounds>, pick: Pick) -> Option<Number> {
    number(&pick(bounds?).as_ref()?.value)
}

/// The bounds that `len` gives.
pub(super) fn lengths(rules: &Rules) -> (Option<&Expr>, Option<&Expr>) {
    let bound = |pick: Pick| {
        let bounds = &rules.len.as_ref()?.value;
        let bound = pick(bounds).as_ref().or(bounds.equal.as_ref())?;
        Some(&bound.value)
    };
    (bound(|len| &len.min), bound(|len| &len.max))
}

/// The length that a bound says.
pub(super) fn length(bound: &Expr) -> Option<usize> {
    match number(bound) {
        Some(Number::Int(n)) => usize::try_from(n).ok(),
        _ => None,
    }
}

pub(super) fn number(expr: &Expr) -> Option<Number> {
    match Literal::of(expr) {
        Some(Literal::Number(number)) => Some(number),
        _ => None,
    }
}
