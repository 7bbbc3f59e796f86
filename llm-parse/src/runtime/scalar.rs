//! Numbers and strings: what keywords say of them.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::Value;

use super::document::{Document, count};
use super::merge::Keywords;
use crate::rules::{Compiled, Format, Literal, Number, Pattern, Rule};
use crate::violation::Code;

/// A number of the document.
pub(super) fn number(number: &serde_json::Number) -> Number {
    Number::parse(&number.to_string()).unwrap_or(Number::Float(f64::INFINITY))
}

fn bound(value: &Value) -> Option<Number> {
    value.as_number().map(number)
}

/// Whether a number satisfies a keyword.
pub(super) fn number_holds(keyword: &str, wanted: &Value, beside: &Keywords, n: Number) -> bool {
    let Some(bound) = bound(wanted) else {
        return true;
    };
    // In draft 4, a bound says beside itself that it is exclusive.
    let exclusive = |keyword| beside.get(keyword) == Some(&Value::Bool(true));
    let order = n.compare(bound);
    match keyword {
        "minimum" if exclusive("exclusiveMinimum") => order.is_some_and(Ordering::is_gt),
        "maximum" if exclusive("exclusiveMaximum") => order.is_some_and(Ordering::is_lt),
        "minimum" => order.is_some_and(Ordering::is_ge),
        "maximum" => order.is_some_and(Ordering::is_le),
        "exclusiveMinimum" => order.is_some_and(Ordering::is_gt),
        "exclusiveMaximum" => order.is_some_and(Ordering::is_lt),
        "multipleOf" => n.is_multiple_of(bound),
        _ => true,
    }
}

/// A format that is held.
pub(super) fn format(name: &str) -> Option<Format> {
    const ALL: [Format; 10] = [
        Format::Date,
        Format::DateTime,
        Format::Time,
        Format::Duration,
        Format::Email,
        Format::Hostname,
        Format::Uri,
        Format::Ipv4,
        Format::Ipv6,
        Format::Uuid,
    ];
    ALL.into_iter().find(|format| format.name() == name)
}

/// The code for a keyword that is broken.
pub(super) fn code(keyword: &str) -> Code {
    match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Code::Range,
        "multipleOf" => Code::MultipleOf,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            Code::Len
        }
        "pattern" => Code::Pattern,
        "format" => Code::Format,
        "dependentRequired" | "dependencies" => Code::Missing,
        _ => Code::Type,
    }
}

/// The rules for a number.
pub(super) fn number_rules(keywords: &Keywords, whole: bool) -> Vec<Rule> {
    let at = |keyword: &str| keywords.get(keyword).and_then(bound);
    let is_true = |keyword: &str| keywords.get(keyword) == Some(&Value::Bool(true));
    let (mut min, mut max) = (at("minimum"), at("maximum"));
    let (mut above, mut below) = (at("exclusiveMinimum"), at("exclusiveMaximum"));
    if is_true("exclusiveMinimum") {
        above = min.take();
    }
    if is_true("exclusiveMaximum") {
        below = max.take();
    }
    // The next whole number is a bound of its own; between other numbers there is none.
    let next = |n: Option<Number>, by: i128| match n {
        Some(Number::Int(n)) if whole => n.checked_add(by).map(Number::Int),
        _ => None,
    };
    let tighter = |a: Option<Number>, b: Option<Number>, wanted: Ordering| match (a, b) {
        (Some(a), Some(b)) if a.compare(b) == Some(wanted) => Some(a),
        (a, b) => b.or(a),
    };
    let min = tighter(min, next(above, 1), Ordering::Greater).map(Rule::Min);
    let max = tighter(max, next(below, -1), Ordering::Less).map(Rule::Max);
    let multiple = at("multipleOf").map(Rule::MultipleOf);
    min.into_iter().chain(max).chain(multiple).collect()
}

/// The rules for a string.
pub(super) fn text_rules(document: &Document, keywords: &Keywords) -> Vec<Rule> {
    let text = |keyword: &str| keywords.get(keyword).and_then(Value::as_str);
    let mut rules = lengths(keywords, ["minLength", "maxLength"]);
    rules.extend(text("pattern").and_then(|source| pattern(document, source)));
    rules.extend(text("format").and_then(format).map(Rule::Format));
    rules
}

pub(super) fn pattern(document: &Document, source: &str) -> Option<Rule> {
    let regex = Compiled::Owned(document.pattern(source)?.clone());
    let source = Cow::Owned(source.to_owned());
    Some(Rule::Pattern(Pattern { source, regex }))
}

/// The rules for a length.
pub(super) fn lengths(keywords: &Keywords, [least, most]: [&str; 2]) -> Vec<Rule> {
    let at = |keyword: &str| keywords.get(keyword).and_then(count);
    let min = at(least).filter(|min| *min > 0).map(Rule::MinLen);
    let max = at(most).map(Rule::MaxLen);
    min.into_iter().chain(max).collect()
}

/// The rule that a value is one of these.
pub(super) fn one_of(values: &[Value]) -> Rule {
    let literal = |value: &Value| match value {
        Value::Bool(value) => Some(Literal::Bool(*value)),
        Value::Number(n) => Some(Literal::Number(number(n))),
        Value::String(text) => Some(Literal::Text(Cow::Owned(text.clone()))),
        _ => None,
    };
    Rule::OneOf(values.iter().filter_map(literal).collect())
}
