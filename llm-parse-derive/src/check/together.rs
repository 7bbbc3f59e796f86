//! Rules that cannot hold together, as far as they are literal.

use syn::Expr;

use super::judge::{self, length, lengths, number};
use crate::ctxt::Ctxt;
use crate::literal::{Literal, Number};
use crate::syntax::{self, Rules};
use crate::{formats, pattern};

pub(super) fn rules(cx: &Ctxt, rules: &Rules) {
    steps(cx, rules);
    one_of(cx, rules);
    texts(cx, rules);
    distinct(cx, rules);
}

/// A step that leads past all numbers between the bounds.
fn steps(cx: &Ctxt, rules: &Rules) {
    if let (Some(of), Some(range)) = (&rules.multiple_of, &rules.range)
        && let (Some(min), Some(max)) = (&range.value.min, &range.value.max)
        && let (Some(Number::Int(step)), Some(Number::Int(low)), Some(Number::Int(high))) =
            (number(&of.value), number(&min.value), number(&max.value))
        && step > 0
        && low <= high
        && high.div_euclid(step) * step < low
    {
        cx.fault(
            &of.value,
            "no number from `min` to `max` is a multiple of this; change one of them",
        );
    }
}

/// Values of `one_of` that another rule forbids.
fn one_of(cx: &Ctxt, rules: &Rules) {
    for value in rules.one_of.iter().flat_map(|one_of| &one_of.value) {
        if let Some(how) = Literal::of(value).and_then(|value| judge::broken(rules, &value)) {
            cx.fault(value, format!("this value {how}; change one of the two"));
        }
    }
}

/// Lengths that no text has which keeps the other rules.
fn texts(cx: &Ctxt, rules: &Rules) {
    let pattern = rules.pattern.as_ref();
    let of_pattern = pattern.and_then(|pattern| {
        let source = syntax::text_of(&pattern.value)?;
        Some(("pattern", pattern::lengths(&source)?))
    });
    let of_format = rules.format.as_ref().and_then(|format| {
        let format = formats::format(&format.value.value())?;
        Some(("format", format.lengths))
    });
    if let (Some(pattern), Some((_, (min, max))), Some((_, (least, most)))) =
        (pattern, of_pattern, of_format)
        && (max < least || min > most)
    {
        cx.fault(&pattern.value, "no text that matches this has the length that `format` asks for; change one of the two");
    }
    for (key, (least, most)) in of_pattern.into_iter().chain(of_format) {
        len_of_texts(cx, rules, key, least, most);
    }
}

fn len_of_texts(cx: &Ctxt, rules: &Rules, key: &str, least: usize, most: usize) {
    let (min, max) = lengths(rules);
    let fault = |bound: &Expr, has: &str, n: usize| {
        let characters = if n == 1 { "character" } else { "characters" };
        let message = format!(
            "a text that keeps `{key}` has at {has} {n} {characters}; change one of the two"
        );
        cx.fault(bound, message);
    };
    if let Some(max) = max.filter(|max| length(max).is_some_and(|max| max < least)) {
        fault(max, "least", least);
    } else if let Some(min) = min.filter(|min| length(min).is_some_and(|min| min > most)) {
        fault(min, "most", most);
    }
}

/// More items than there are different ones.
fn distinct(cx: &Ctxt, rules: &Rules) {
    if let (Some(_), Some(items)) = (&rules.unique, &rules.items)
        && let Some(one_of) = &items.value.one_of
        && let (Some(min), _) = lengths(rules)
        && length(min).is_some_and(|min| min > one_of.value.len())
    {
        let message = format!(
            "`one_of` allows {} items, and `unique` forbids to repeat one; change one of them",
            one_of.value.len()
        );
        cx.fault(min, message);
    }
}
