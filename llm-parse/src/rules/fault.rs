//! How a value breaks a rule, and what the rule wants in words.

use std::cmp::Ordering;
use std::fmt;

use super::{Number, Rule};
use crate::feedback::clamp;
use crate::violation::Code;

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

    #[cold]
    fn broken_by_any_number(&self, n: Number) -> Option<Code> {
        let (code, broken) = match self {
            Rule::Min(min) => (Code::Range, !n.compare(*min).is_some_and(Ordering::is_ge)),
            Rule::Max(max) => (Code::Range, !n.compare(*max).is_some_and(Ordering::is_le)),
            Rule::MultipleOf(of) => (Code::MultipleOf, !n.is_multiple_of(*of)),
            _ => return self.left_out(&Seen::Number(n)),
        };
        broken.then_some(code)
    }

    #[allow(
        clippy::inline_always,
        reason = "a call costs more than the usual comparison"
    )]
    #[inline(always)]
    pub(crate) fn broken_by_text(&self, text: &str) -> Option<Code> {
        let broken = match self {
            Rule::MinLen(min) => text.len() < min.saturating_mul(4) && chars(text) < *min,
            Rule::MaxLen(max) => text.len() > *max && chars(text) > *max,
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

    pub(crate) fn broken_by_len(&self, len: usize) -> Option<Code> {
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
}

/// How many characters a text has, which have up to four bytes each.
#[inline(never)]
fn chars(text: &str) -> usize {
    text.chars().count()
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

/// Lists allowed values in words: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub(crate) fn one_of(values: impl IntoIterator<Item = String>) -> String {
    let mut values: Vec<String> = values.into_iter().collect();
    match values.pop() {
        None => "nothing".to_owned(),
        Some(last) if values.is_empty() => last,
        Some(last) => format!("{} or {last}", values.join(", ")),
    }
}

/// The text as a JSON string, cut at a character boundary after 60 characters.
pub(crate) fn quote(text: &str) -> String {
    serde_json::Value::String(clamp(text, 60)).to_string()
}
