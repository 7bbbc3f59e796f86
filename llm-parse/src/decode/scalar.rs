//! Scalars, read out of a text and held to shape and rules on the way.

#![allow(
    clippy::inline_always,
    reason = "calls cost more here than what they do"
)]

use super::source::Whole;
use super::spot::shape_of;
use super::text::{Escaped, Text, whole, whole_text};
use crate::rules::{Number, Rule, Seen, short_number};
use crate::shape::{Kind, Shape};
use crate::strict::json_number;
use crate::tree::NodeKind;

impl<'de> Text<'de> {
    /// Holds what seldom has rules to those that there are.
    #[inline(always)]
    pub(super) fn holds(&self, seen: &Seen<'_>) -> Option<()> {
        if self.rules.is_empty() {
            return Some(());
        }
        hold(self.rules, seen)
    }

    #[inline]
    pub(super) fn unit(&mut self) -> Option<()> {
        match self.kind()? {
            Kind::Unit => self.null().or_else(|| self.other_null()),
            _ => None,
        }
    }

    pub(super) fn boolean(&mut self) -> Option<bool> {
        let Kind::Bool = self.kind()? else {
            return None;
        };
        let value = match self.peek()? {
            b't' => self.word("true").map(|()| true)?,
            b'f' => self.word("false").map(|()| false)?,
            _ => match self.other_literal()? {
                NodeKind::True => true,
                NodeKind::False => false,
                _ => return None,
            },
        };
        self.holds(&Seen::Bool(value))?;
        Some(value)
    }

    fn other_null(&mut self) -> Option<()> {
        matches!(self.other_literal()?, NodeKind::Null).then_some(())
    }

    /// Whether there is a value for the option that is next, which is then what is read.
    pub(super) fn option(&mut self) -> Option<bool> {
        let Kind::Option(inner) = self.kind()? else {
            return None;
        };
        match self.peek()? {
            b'n' => return self.null().map(|()| false),
            b'N' | b'u' => return self.other_null().map(|()| false),
            _ => {}
        }
        self.enter(shape_of(*inner)?, self.rules)?;
        Some(true)
    }

    pub(super) fn integer(&mut self) -> Option<Whole> {
        if let Some(key) = self.key {
            return whole_text(key);
        }
        let kind = self.kind()?;
        self.peek()?;
        let (number, end) = whole(self.source.as_bytes(), self.at)?;
        fits(kind, self.rules, number)?;
        self.at = end;
        Some(number)
    }

    pub(super) fn float(&mut self) -> Option<f64> {
        let &Kind::Float { single } = self.kind()? else {
            return None;
        };
        self.peek()?;
        let start = self.at;
        let value = match short_number(self.source.as_bytes().get(start..)?) {
            Some((value, len)) => {
                self.at += len;
                for rule in self.rules.iter() {
                    if rule.broken_by_number(Number::Float(value)).is_some() {
                        return None;
                    }
                }
                value
            }
            None => self.long_number()?,
        };
        if single && !self.is_single(start) {
            return None;
        }
        Some(value)
    }

    pub(super) fn single(&mut self) -> Option<f32> {
        self.peek()?;
        let start = self.at;
        self.float()?;
        self.source
            .get(start..self.at)?
            .parse()
            .ok()
            .filter(|n: &f32| n.is_finite())
    }

    fn is_single(&self, start: usize) -> bool {
        let text = self.source.get(start..self.at).unwrap_or_default();
        text.parse().is_ok_and(f32::is_finite)
    }

    fn long_number(&mut self) -> Option<f64> {
        /// The tolerant parser sees no longer one as a number when it looks ahead.
        const LONGEST: usize = 48;
        let end = json_number(self.source.as_bytes(), self.at).ok()?;
        (end - self.at <= LONGEST).then_some(())?;
        let text = self.source.get(self.at..end)?;
        self.at = end;
        let value: f64 = text.parse().ok()?;
        value.is_finite().then_some(())?;
        self.holds(&Seen::Number(Number::parse(text)?))?;
        Some(value)
    }

    /// A string that stands as it is in the source; one that had escapes is put in its place.
    pub(super) fn string(&mut self) -> Option<&'de str> {
        if self.key.is_some() {
            return self.key;
        }
        let shape = self.shape()?;
        match self.usual_string() {
            Some(text) => is_string(shape, self.rules, text).map(|()| text),
            None => self.unusual_string(shape),
        }
    }

    #[cold]
    fn unusual_string(&mut self, shape: &Shape) -> Option<&'de str> {
        match self.any_string()? {
            Escaped::No(text) => is_string(shape, self.rules, text).map(|()| text),
            Escaped::Yes => {
                is_string(shape, self.rules, self.unescaped())?;
                self.put_unescaped();
                None
            }
        }
    }
}

#[cold]
fn hold(rules: &[Rule], seen: &Seen<'_>) -> Option<()> {
    let mut rules = rules.iter();
    rules.all(|rule| rule.broken(seen).is_none()).then_some(())
}

/// Holds a string to a shape and rules.
#[inline(always)]
pub(super) fn is_string(shape: &Shape, rules: &[Rule], text: &str) -> Option<()> {
    let sound = match &shape.kind {
        Kind::String(form) => form.accepts.is_none_or(|accepts| accepts(text)),
        Kind::Char => text.chars().count() == 1,
        _ => false,
    };
    sound.then_some(())?;
    for rule in rules {
        if rule.broken_by_text(text).is_some() {
            return None;
        }
    }
    Some(())
}

/// Holds a whole number to a shape and rules.
#[inline(always)]
pub(super) fn fits(kind: &Kind, rules: &[Rule], number: Whole) -> Option<()> {
    let Kind::Integer { min, max, nonzero } = kind else {
        return None;
    };
    let n: i128 = match number {
        Whole::Unsigned(n) => n.into(),
        Whole::Signed(n) => n.into(),
    };
    let inside = n >= *min && (n < 0 || n.unsigned_abs() <= *max) && !(*nonzero && n == 0);
    inside.then_some(())?;
    for rule in rules {
        if rule.broken_by_number(Number::Int(n)).is_some() {
            return None;
        }
    }
    Some(())
}
