//! Literals against the rules beside them, as far as both are literal.

use std::cmp::Ordering;

use syn::{Expr, LitStr};

use crate::ctxt::Ctxt;
use crate::literal::{Literal, Number, ungroup};
use crate::pattern;
use crate::syntax::{self, Bounds, Rules};

/// An example that breaks a rule.
pub(super) fn example(cx: &Ctxt, rules: &Rules, example: &Expr) {
    hold(cx, rules, example);
    if let (Expr::Array(array), Some(items)) = (ungroup(example), &rules.items) {
        for item in &array.elems {
            self::example(cx, &items.value, item);
        }
    }
}

/// Values of `one_of` that the other rules all forbid.
pub(super) fn one_of(cx: &Ctxt, rules: &Rules) {
    let Some(one_of) = &rules.one_of else {
        return;
    };
    let forbidden = |value| Literal::of(value).and_then(|literal| broken(rules, &literal));
    let forbidden: Option<Vec<String>> = one_of.value.iter().map(forbidden).collect();
    if let Some([how, ..]) = forbidden.as_deref() {
        cx.fault(
            &one_of.key,
            format!(
                "no value of `one_of` keeps the other rules: the first {how}; change one of them"
            ),
        );
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
fn broken(rules: &Rules, literal: &Literal) -> Option<String> {
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
    by_length(rules, text.chars().count(), "character")
}

fn by_list(rules: &Rules, items: &[Literal]) -> Option<String> {
    let repeats = |(at, item): (usize, &Literal)| items[..at].iter().any(|other| other.is(item));
    if rules.unique.is_some() && items.iter().enumerate().any(repeats) {
        return Some("repeats an item, and `unique` forbids it".to_owned());
    }
    by_length(rules, items.len(), "item")
}

fn by_length(rules: &Rules, len: usize, unit: &str) -> Option<String> {
    let given = rules.len.as_ref().map(|len| &len.value);
    let min = length(given, |len| &len.min).or_else(|| length(given, |len| &len.equal));
    let max = length(given, |len| &len.max).or_else(|| length(given, |len| &len.equal));
    let (min, max) = (min.filter(|min| len < *min), max.filter(|max| len > *max));
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

fn length(bounds: Option<&Bounds>, pick: Pick) -> Option<usize> {
    match bound(bounds, pick) {
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
