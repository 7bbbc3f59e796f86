//! Examples of scalars that satisfy every rule.

use std::cmp::Ordering;

use serde_json::{Number as JsonNumber, Value, json};

use super::pattern;
use crate::limits::{self, Limits};
use crate::rules::{Literal, Number, Rule, Seen};
use crate::shape::{Kind, View};

/// The `nth` example of a scalar; different ones for different `nth` where there are so many.
pub(super) fn example(view: View<'_>, rules: &[&Rule], nth: usize) -> Option<Value> {
    let limits = Limits::of(view, rules);
    if let Some(allowed) = &limits.one_of {
        return allowed
            .iter()
            .filter_map(|literal| value(literal))
            .filter(|value| fits(view, rules, value))
            .nth(nth);
    }
    match &view.shape.kind {
        Kind::Unit => (nth == 0).then_some(Value::Null),
        Kind::Bool => (nth < 2).then(|| json!(nth == 0)),
        Kind::Any => Some(numbered("value", nth)),
        Kind::Integer { .. } => number(&limits, rules, nth, true),
        Kind::Float { .. } | Kind::Decimal | Kind::Number => number(&limits, rules, nth, false),
        Kind::Char | Kind::String(_) => text(view, &limits, rules, nth).map(Value::String),
        _ => None,
    }
}

fn numbered(text: &str, nth: usize) -> Value {
    match nth {
        0 => json!(text),
        nth => json!(format!("{text}-{}", nth + 1)),
    }
}

fn value(literal: &Literal) -> Option<Value> {
    match literal {
        Literal::Text(text) => Some(json!(text)),
        Literal::Number(number) => json_number(*number),
        Literal::Bool(value) => Some(json!(value)),
    }
}

fn fits(view: View<'_>, rules: &[&Rule], value: &Value) -> bool {
    match value {
        Value::String(text) => is_sound_text(view, rules, text),
        Value::Bool(value) => limits::satisfies(rules, &Seen::Bool(*value)),
        Value::Number(number) => Number::parse(&number.to_string())
            .is_some_and(|number| limits::satisfies(rules, &Seen::Number(number))),
        _ => true,
    }
}

/// Every whole number that a number of 64 bits can hold, and every finite float.
fn json_number(number: Number) -> Option<Value> {
    match number {
        Number::Int(n) => i64::try_from(n)
            .map(Value::from)
            .or_else(|_| u64::try_from(n).map(Value::from))
            .ok(),
        Number::Float(n) => JsonNumber::from_f64(n).map(Value::Number),
        Number::Big(_) => None,
    }
}

fn number(limits: &Limits<'_>, rules: &[&Rule], nth: usize, whole: bool) -> Option<Value> {
    let sound = |number: &Number| {
        let within = limits
            .min
            .is_none_or(|min| number.compare(min) != Some(Ordering::Less))
            && limits
                .max
                .is_none_or(|max| number.compare(max) != Some(Ordering::Greater));
        let zero = limits.nonzero && number.compare(Number::Int(0)) == Some(Ordering::Equal);
        within && !zero && limits::satisfies(rules, &Seen::Number(*number))
    };
    let found = if whole {
        wholes(limits).filter(sound).nth(nth)
    } else {
        let floats: Vec<Number> = floats(limits).chain(wholes(limits)).collect();
        floats.into_iter().filter(sound).nth(nth)
    };
    found.and_then(json_number)
}

/// Whole numbers that are likely to satisfy the limits, the plainest first.
fn wholes(limits: &Limits<'_>) -> impl Iterator<Item = Number> {
    const TRIES: i128 = 4096;
    let low = limits.min.map_or(i128::MIN, |min| whole(min, f64::ceil));
    let high = limits.max.map_or(i128::MAX, |max| whole(max, f64::floor));
    let step = limits
        .multiples
        .iter()
        .map(|of| whole(*of, f64::round).saturating_abs().max(1))
        .fold(1, least_common_multiple);
    let plain = 1.clamp(low, high.max(low));
    let start = match plain.rem_euclid(step) {
        0 => plain,
        rest => plain.saturating_add(step - rest),
    };
    let up = (0..TRIES).map_while(move |n| start.checked_add(n.checked_mul(step)?));
    let down = (1..TRIES).map_while(move |n| start.checked_sub(n.checked_mul(step)?));
    up.take_while(move |n| *n <= high)
        .chain(down.take_while(move |n| *n >= low))
        .map(Number::Int)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, which is a bound all the same"
)]
fn whole(number: Number, round: fn(f64) -> f64) -> i128 {
    match number {
        Number::Int(n) => n,
        Number::Big(_) => i128::MAX,
        Number::Float(n) => round(n) as i128,
    }
}

fn least_common_multiple(a: i128, b: i128) -> i128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).unwrap_or(a)
}

/// Floats that are likely to satisfy the limits.
fn floats(limits: &Limits<'_>) -> impl Iterator<Item = Number> {
    let low = limits.min.map(Number::as_f64);
    let high = limits.max.map(Number::as_f64);
    let middle = match (low, high) {
        (Some(low), Some(high)) => low / 2.0 + high / 2.0,
        (Some(low), None) => low.max(1.5),
        (None, Some(high)) => high.min(1.5),
        (None, None) => 1.5,
    };
    let steps = limits.multiples.first().map(|of| of.as_f64()).into_iter();
    let from = low.unwrap_or(middle);
    let multiples = steps.flat_map(move |of| {
        let first = (from / of).ceil();
        (0..64).map(move |n| (first + f64::from(n)) * of)
    });
    let between = (1..32).filter_map(move |n| {
        let part = f64::from(n) / 32.0;
        low.zip(high).map(|(low, high)| low + (high - low) * part)
    });
    multiples
        .chain([middle])
        .chain(low)
        .chain(high)
        .chain(between)
        .filter(|n| n.is_finite())
        .map(Number::Float)
}

fn text(view: View<'_>, limits: &Limits<'_>, rules: &[&Rule], nth: usize) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for text in texts(view, limits, nth) {
        if !found.contains(&text) && is_sound_text(view, rules, &text) {
            found.push(text);
            if found.len() > nth {
                break;
            }
        }
    }
    let last = found.len().checked_sub(1)?;
    (last >= nth).then(|| found.swap_remove(nth))
}

/// Whether all rules, the type's own parser and its length hold.
fn is_sound_text(view: View<'_>, rules: &[&Rule], text: &str) -> bool {
    let own = match &view.shape.kind {
        Kind::Char => text.chars().count() == 1,
        Kind::String(form) => form.accepts.is_none_or(|accepts| accepts(text)),
        _ => true,
    };
    own && limits::satisfies(rules, &Seen::Text(text))
}

/// Texts that are likely to satisfy the limits, the plainest first.
fn texts(view: View<'_>, limits: &Limits<'_>, nth: usize) -> Vec<String> {
    let mut bases = Vec::new();
    for variation in 0..=nth.min(64) {
        for source in &limits.patterns {
            bases.extend(pattern::candidates(source, limits.min_len, variation));
        }
    }
    bases.extend(
        limits
            .formats
            .iter()
            .map(|format| format.example().to_owned()),
    );
    match &view.shape.kind {
        Kind::Char => bases.extend(('a'..='z').map(String::from)),
        Kind::String(form) => {
            bases.push(form.example.to_owned());
            if form.accepts.is_none() {
                bases.extend((1..=nth).map(|n| format!("{}-{}", form.example, n + 1)));
            }
        }
        _ => {}
    }
    bases.extend((1..=nth).map(|n| n.to_string()));
    let mut all = bases.clone();
    for base in bases {
        let len = base.chars().count();
        if len < limits.min_len && limits.min_len <= LONGEST {
            let filler = filler(limits.min_len - len);
            all.push(format!("{base}{filler}"));
            all.push(format!("{filler}{base}"));
        }
        if let Some(max) = limits.max_len.filter(|max| *max < len) {
            all.push(base.chars().take(max).collect());
        }
    }
    all
}

/// Longer texts are not made up.
const LONGEST: usize = 100_000;

/// So many characters of something that reads as text.
fn filler(len: usize) -> String {
    let mut text: String = " and more text".chars().cycle().take(len).collect();
    if text.ends_with(' ') {
        text.pop();
        text.push('s');
    }
    text
}
