//! Rules: what a value must satisfy beyond its type.
//!
//! A rule is written once, in `#[llm(..)]`, and holds in five places: the schema, the reading of a reply, the
//! validation of a value, the prompt, and the example.

mod fault;
mod number;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::pattern::{Matcher, portable};
use crate::shape::{Seq, Text};

pub use fault::Seen;
pub(crate) use fault::{one_of, quote};
pub use number::Number;
pub(crate) use number::{short_decimal, short_number};

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

impl Rule {
    /// The rules for each item of a list that is under `rules`.
    pub(crate) fn items(rules: &[Rule]) -> &[Rule] {
        inner(rules, |rule| match rule {
            Rule::Items(rules) => Some(rules),
            _ => None,
        })
    }

    /// The rules for each key of a map that is under `rules`.
    pub(crate) fn keys(rules: &[Rule]) -> &[Rule] {
        inner(rules, |rule| match rule {
            Rule::Keys(rules) => Some(rules),
            _ => None,
        })
    }

    /// The rules for each value of a map that is under `rules`.
    pub(crate) fn values(rules: &[Rule]) -> &[Rule] {
        inner(rules, |rule| match rule {
            Rule::Values(rules) => Some(rules),
            _ => None,
        })
    }
}

fn inner(rules: &[Rule], pick: fn(&Rule) -> Option<&Seq<Rule>>) -> &[Rule] {
    rules.iter().find_map(pick).map_or(&[], |rules| &**rules)
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

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Text(text) => write!(f, "\"{text}\""),
            Literal::Number(n) => n.fmt(f),
            Literal::Bool(b) => b.fmt(f),
        }
    }
}
