//! Numbers in rules and in replies: exact where they are whole.

use std::cmp::Ordering;
use std::fmt;

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

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(n) => n.fmt(f),
            Number::Big(n) => n.fmt(f),
            Number::Float(n) => n.fmt(f),
        }
    }
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
    let padded = whole > 1 && text.first() == Some(&b'0');
    let no_digit = whole == 0 || (len > whole && places == 0);
    let more = matches!(text.get(len), Some(b'e' | b'E'));
    if len > LONGEST || padded || no_digit || more {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "fifteen digits are exact")]
    let digits = digits as f64;
    Some((digits / POWERS.get(places)?, len))
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
    Some(digits / POWERS.get(text.len() - 1 - point)?)
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
