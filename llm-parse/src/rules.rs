//! Rules: what a value must satisfy beyond its type.
//!
//! A rule is written once, in `#[llm(..)]`, and holds in five places: the schema, the reading of a reply, the
//! validation of a value, the prompt, and the example.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::pattern::{Matcher, portable};
use crate::shape::{Seq, Text};
use crate::violation::Code;

/// One rule.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum Rule {
    /// The least number, inclusive.
    Min(Number),
    /// The greatest number, inclusive.
    Max(Number),
    /// The number is a whole multiple of this one.
    MultipleOf(Number),
    /// The least number of characters of a string, or items of a list, or entries of a map.
    MinLen(usize),
    /// The greatest number of characters of a string, or items of a list, or entries of a map.
    MaxLen(usize),
    /// A regular expression that matches somewhere in the string.
    Pattern(Pattern),
    /// A well-known form of string.
    Format(Format),
    /// No two items of the list are equal.
    Unique,
    /// The value is one of these.
    OneOf(Seq<Literal>),
    /// Rules for each item of a list.
    Items(Seq<Rule>),
    /// Rules for each key of a map.
    Keys(Seq<Rule>),
    /// Rules for each value of a map.
    Values(Seq<Rule>),
}

/// A number in a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
pub enum Number {
    /// A whole number.
    Int(i128),
    /// A whole number above the range of `i128`.
    Big(u128),
    /// Any other number; finite.
    Float(f64),
}

/// A value in `one_of`.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A string.
    Text(Text),
    /// A number.
    Number(Number),
    /// `true` or `false`.
    Bool(bool),
}

/// A regular expression, compiled at the first use.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The expression as the user wrote it.
    pub source: Text,
    /// The compiled expression.
    pub regex: Compiled,
}

/// Where the compiled form of a [`Pattern`] is kept.
#[derive(Clone, Debug)]
pub enum Compiled {
    /// In a static beside the shape; `None` where the expression is not valid.
    Static(fn() -> Option<&'static Matcher>),
    /// In the shape.
    Owned(Arc<Matcher>),
}

/// The forms of string that JSON Schema names and every provider knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Format {
    /// `2026-11-30` (RFC 3339, full-date).
    Date,
    /// `2026-11-30T09:30:00Z` (RFC 3339, date-time).
    DateTime,
    /// `09:30:00Z` (RFC 3339, full-time).
    Time,
    /// `PT1H30M` (ISO 8601, as in RFC 3339 appendix A).
    Duration,
    /// `jane@example.com` (RFC 5321, mailbox).
    Email,
    /// `example.com` (RFC 1123).
    Hostname,
    /// `https://example.com/a` (RFC 3986, with a scheme).
    Uri,
    /// `192.0.2.1` (RFC 2673).
    Ipv4,
    /// `2001:db8::1` (RFC 4291).
    Ipv6,
    /// `f81d4fae-7dec-11d0-a765-00a0c91e6bf6` (RFC 4122).
    Uuid,
}

/// What a rule sees of a value.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// A number.
    Number(Number),
    /// A string.
    Text(&'a str),
    /// `true` or `false`.
    Bool(bool),
    /// A list of so many items.
    List(usize),
    /// A map of so many entries.
    Map(usize),
}

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    /// What the rule wants, as a noun phrase.
    pub(crate) expected: String,
}

impl Rule {
    /// How the value breaks this rule, and what the rule wants.
    pub(crate) fn fault(&self, seen: &Seen<'_>) -> Option<Fault> {
        self.broken(seen).map(|code| Fault {
            code,
            expected: self.expected(seen),
        })
    }

    /// How the value breaks this rule. Rules for what is inside a list or map, and `unique`, are not held here.
    pub(crate) fn broken(&self, seen: &Seen<'_>) -> Option<Code> {
        match seen {
            Seen::Number(n) => self.broken_by_number(*n),
            Seen::Text(text) => self.broken_by_text(text),
            Seen::List(len) | Seen::Map(len) => self.broken_by_len(*len),
            Seen::Bool(_) => self.left_out(seen),
        }
    }

    #[allow(
        clippy::inline_always,
        reason = "a call costs more than the usual comparison"
    )]
    #[inline(always)]
    pub(crate) fn broken_by_number(&self, n: Number) -> Option<Code> {
        let (code, broken) = match (self, n) {
            (Rule::Min(Number::Int(min)), Number::Int(n)) => (Code::Range, n < *min),
            (Rule::Max(Number::Int(max)), Number::Int(n)) => (Code::Range, n > *max),
            (Rule::Min(Number::Int(0)), Number::Float(n)) => (Code::Range, n < 0.0),
            _ => return self.broken_by_any_number(n),
        };
        broken.then_some(code)
    }

    fn broken_by_any_number(&self, n: Number) -> Option<Code> {
        let (code, broken) = match self {
            Rule::Min(min) => (Code::Range, !n.compare(*min).is_some_and(Ordering::is_ge)),
            Rule::Max(max) => (Code::Range, !n.compare(*max).is_some_and(Ordering::is_le)),
            Rule::MultipleOf(of) => (Code::MultipleOf, !n.is_multiple_of(*of)),
            _ => return self.left_out(&Seen::Number(n)),
        };
        broken.then_some(code)
    }

    #[inline]
    pub(crate) fn broken_by_text(&self, text: &str) -> Option<Code> {
        let broken = match self {
            Rule::MinLen(min) => shorter(text, *min),
            Rule::MaxLen(max) => text.len() > *max && text.chars().count() > *max,
            _ => return self.broken_by_content(text),
        };
        broken.then_some(Code::Len)
    }

    fn broken_by_content(&self, text: &str) -> Option<Code> {
        let (code, broken) = match self {
            Rule::Pattern(pattern) => (Code::Pattern, !pattern.matches(text)),
            Rule::Format(format) => (Code::Format, !format.accepts(text)),
            _ => return self.left_out(&Seen::Text(text)),
        };
        broken.then_some(code)
    }

    fn broken_by_len(&self, len: usize) -> Option<Code> {
        let broken = match self {
            Rule::MinLen(min) => len < *min,
            Rule::MaxLen(max) => len > *max,
            _ => return self.left_out(&Seen::List(len)),
        };
        broken.then_some(Code::Len)
    }

    fn left_out(&self, seen: &Seen<'_>) -> Option<Code> {
        match self {
            Rule::OneOf(allowed) if !allowed.iter().any(|one| one.is(seen)) => Some(Code::OneOf),
            _ => None,
        }
    }

    /// What the rule wants, as a noun phrase that fits the kind of value.
    fn expected(&self, seen: &Seen<'_>) -> String {
        let unit = match seen {
            Seen::Text(_) => "characters",
            Seen::List(_) => "items",
            _ => "entries",
        };
        match self {
            Rule::Min(min) => format!("a number of at least {min}"),
            Rule::Max(max) => format!("a number of at most {max}"),
            Rule::MultipleOf(of) => format!("a multiple of {of}"),
            Rule::MinLen(min) => format!("at least {min} {unit}"),
            Rule::MaxLen(max) => format!("at most {max} {unit}"),
            Rule::Pattern(pattern) => format!("a string that matches `{}`", pattern.source),
            Rule::Format(format) => format.noun().to_owned(),
            Rule::OneOf(allowed) => one_of(allowed.iter().map(ToString::to_string)),
            Rule::Unique => "a list without equal items".to_owned(),
            Rule::Items(_) | Rule::Keys(_) | Rule::Values(_) => String::new(),
        }
    }

    /// The rules for each item of a list that is under `rules`.
    pub(crate) fn items(rules: &[Rule]) -> &[Rule] {
        rules
            .iter()
            .find_map(|rule| {
                if let Rule::Items(rules) = rule {
                    Some(&**rules)
                } else {
                    None
                }
            })
            .unwrap_or(&[])
    }

    /// The rules for each key of a map that is under `rules`.
    pub(crate) fn keys(rules: &[Rule]) -> &[Rule] {
        rules
            .iter()
            .find_map(|rule| {
                if let Rule::Keys(rules) = rule {
                    Some(&**rules)
                } else {
                    None
                }
            })
            .unwrap_or(&[])
    }

    /// The rules for each value of a map that is under `rules`.
    pub(crate) fn values(rules: &[Rule]) -> &[Rule] {
        rules
            .iter()
            .find_map(|rule| {
                if let Rule::Values(rules) = rule {
                    Some(&**rules)
                } else {
                    None
                }
            })
            .unwrap_or(&[])
    }
}

/// Lists allowed values in words: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub(crate) fn one_of(values: impl IntoIterator<Item = String>) -> String {
    let mut values: Vec<String> = values.into_iter().collect();
    match values.pop() {
        None => "nothing".to_owned(),
        Some(last) if values.is_empty() => last,
        Some(last) => format!("{} or {last}", values.join(", ")),
    }
}

/// Whether the text has fewer characters, which have up to four bytes each.
#[inline]
fn shorter(text: &str, min: usize) -> bool {
    text.len() < min || (text.len() < min.saturating_mul(4) && text.chars().count() < min)
}

/// Ten to the power of the index.
const POWERS: [f64; 15] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
];

/// The nearest float of the short JSON number that a text begins with, and its length; `None` where it has a sign or an
/// exponent, or is longer.
#[inline(always)]
pub(crate) fn short_number(text: &[u8]) -> Option<(f64, usize)> {
    const LONGEST: usize = 15;
    let mut digits = 0_i64;
    let mut run = |mut at: usize| {
        while let Some(digit @ b'0'..=b'9') = text.get(at) {
            digits = digits
                .wrapping_mul(10)
                .wrapping_add(i64::from(digit - b'0'));
            at += 1;
        }
        at
    };
    let whole = run(0);
    let (len, places) = match text.get(whole) {
        Some(b'.') => {
            let len = run(whole + 1);
            (len, len - whole - 1)
        }
        _ => (whole, 0),
    };
    let padded = whole > 1 && text[0] == b'0';
    let no_digit = whole == 0 || (len > whole && places == 0);
    let more = matches!(text.get(len), Some(b'e' | b'E'));
    if len > LONGEST || padded || no_digit || more {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "fifteen digits are exact")]
    let digits = digits as f64;
    Some((digits / POWERS[places], len))
}

/// The nearest float of a short decimal without a sign or an exponent, read faster than by `parse`: the quotient of
/// two whole numbers that a float holds exactly.
pub(crate) fn short_decimal(text: &str) -> Option<f64> {
    if text.len() > 15 || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (mut digits, mut point) = (0_u64, text.len() - 1);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if point == text.len() - 1 => point = at,
            _ => return None,
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "fifteen digits are exact")]
    let digits = digits as f64;
    Some(digits / POWERS[text.len() - 1 - point])
}

/// Out of line, so that it is not done in advance for every number.
#[cold]
#[inline(never)]
#[expect(clippy::cast_precision_loss, reason = "the nearest float is meant")]
fn wide(n: i128) -> f64 {
    n as f64
}

#[cold]
#[inline(never)]
#[expect(clippy::cast_precision_loss, reason = "the nearest float is meant")]
fn wide_unsigned(n: u128) -> f64 {
    n as f64
}

impl Number {
    /// The number that the text of a JSON number says: exact where it is whole and has at most 128 bits, else the
    /// nearest `f64`. `None` where it is infinite.
    pub(crate) fn parse(text: &str) -> Option<Number> {
        let float = || {
            short_decimal(text)
                .or_else(|| text.parse().ok())
                .filter(|n: &f64| n.is_finite())
                .map(Number::Float)
        };
        if text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
            return float();
        }
        if let Ok(n) = text.parse::<i64>() {
            return Some(Number::Int(n.into()));
        }
        let whole = text
            .parse()
            .map(Number::Int)
            .or_else(|_| text.parse().map(Number::Big));
        whole.ok().or_else(float)
    }

    #[inline]
    pub(crate) fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
            (Number::Big(a), Number::Big(b)) => Some(a.cmp(&b)),
            (Number::Big(_), Number::Int(_)) => Some(Ordering::Greater),
            (Number::Int(_), Number::Big(_)) => Some(Ordering::Less),
            (a, b) => a.as_f64().partial_cmp(&b.as_f64()),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a comparison with a float is a comparison of floats"
    )]
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Number::Int(n) => match i64::try_from(n) {
                Ok(n) => n as f64,
                Err(_) => wide(n),
            },
            Number::Big(n) => wide_unsigned(n),
            Number::Float(n) => n,
        }
    }

    /// Whether this is a whole multiple, within the precision of a float where either is one.
    pub(crate) fn is_multiple_of(self, of: Number) -> bool {
        match (self, of) {
            (_, Number::Int(0)) => false,
            (Number::Int(n), Number::Int(of)) => n.checked_rem(of).is_none_or(|rest| rest == 0),
            (Number::Big(n), Number::Int(of)) => n % of.unsigned_abs() == 0,
            (n, of) => {
                let quotient = n.as_f64() / of.as_f64();
                (quotient - quotient.round()).abs() <= quotient.abs().max(1.0) * 1e-9
            }
        }
    }
}

impl Literal {
    fn is(&self, seen: &Seen<'_>) -> bool {
        match (self, seen) {
            (Literal::Text(a), Seen::Text(b)) => a == b,
            (Literal::Number(a), Seen::Number(b)) => a.compare(*b) == Some(Ordering::Equal),
            (Literal::Bool(a), Seen::Bool(b)) => a == b,
            _ => false,
        }
    }
}

impl Pattern {
    /// Whether the text matches; any does where the expression is not valid.
    pub(crate) fn matches(&self, text: &str) -> bool {
        self.compiled().is_none_or(|regex| regex.is_match(text))
    }

    /// The compiled expression; `None` where it is not valid, which the contract check reports.
    pub(crate) fn compiled(&self) -> Option<&Matcher> {
        match &self.regex {
            Compiled::Static(regex) => regex(),
            Compiled::Owned(regex) => Some(regex),
        }
    }

    /// Compiles an expression the way JSON Schema reads it (ECMA-262): `\d` and `\w` are ASCII.
    pub(crate) fn compile(source: &str) -> Option<Matcher> {
        Matcher::new(&portable(source))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(n) => n.fmt(f),
            Number::Big(n) => n.fmt(f),
            Number::Float(n) => n.fmt(f),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Text(text) => write!(f, "\"{text}\""),
            Literal::Number(n) => n.fmt(f),
            Literal::Bool(b) => b.fmt(f),
        }
    }
}

impl fmt::Display for Seen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Number(n) => n.fmt(f),
            Seen::Text(text) => f.write_str(&quote(text)),
            Seen::Bool(b) => b.fmt(f),
            Seen::List(len) => write!(f, "{len} items"),
            Seen::Map(len) => write!(f, "{len} entries"),
        }
    }
}

/// The text as a JSON string, cut at a character boundary after 60 characters.
pub(crate) fn quote(text: &str) -> String {
    const LIMIT: usize = 60;
    let short = match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    serde_json::Value::String(short).to_string()
}
