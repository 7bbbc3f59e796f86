//! Bounds, steps and lengths against what the type can hold.

use super::literal::{Given, count};
use super::{At, Known, Message};
use crate::rules::Number;
use crate::shape::Kind;

impl<K: Known> At<K> {
    /// Stops the build where a bound is no value of the type.
    #[track_caller]
    pub const fn bound(&self, bound: Number) {
        if !is_finite(bound) {
            Message::new("a bound is a finite number; leave it out").fail();
        }
        self.whole("bound", bound);
        if is_outside(Self::KIND, bound) {
            Message::new("this bound is outside of ")
                .range_of(self)
                .add("; write one that is inside")
                .fail();
        }
    }

    /// Stops the build where no number is a multiple.
    #[track_caller]
    pub const fn multiple_of(&self, of: Number) {
        if !is_finite(of) || !less(Number::Int(0), of) {
            Message::new("`multiple_of` must be greater than 0; change it").fail();
        }
        self.whole("step", of);
        if matches!(Self::KIND, Kind::Integer { .. }) && is_outside(Self::KIND, of) {
            Message::new("none but 0 is a multiple of this in ")
                .range_of(self)
                .add("; write one that is inside")
                .fail();
        }
    }

    /// Stops the build where no value is so long.
    #[track_caller]
    pub const fn min_len(&self, len: Number) {
        let len = counted(len);
        if let Some((_, max)) = lengths(Self::KIND)
            && len > max
        {
            self.fixed_length(max);
        }
    }

    /// Stops the build where no value is so short.
    #[track_caller]
    pub const fn max_len(&self, len: Number) {
        let len = counted(len);
        if let Some((min, _)) = lengths(Self::KIND)
            && len < min
        {
            self.fixed_length(min);
        }
    }

    #[track_caller]
    const fn whole(&self, what: &str, n: Number) {
        if let (Kind::Integer { .. }, Number::Float(_)) = (Self::KIND, n) {
            self.misfit(what, "a float");
        }
    }

    #[track_caller]
    const fn fixed_length(&self, len: usize) {
        let unit = match Self::KIND {
            Kind::Char => " character",
            _ if len == 1 => " item",
            _ => " items",
        };
        Message::new("")
            .place(self)
            .add(" always has ")
            .unsigned(len as u128)
            .add(unit)
            .add(", so this never holds; remove `len`")
            .fail();
    }
}

/// Stops the build where bounds exclude each other.
#[track_caller]
pub const fn ordered(min: Number, max: Number) {
    if less(max, min) {
        Message::new("`min` is greater than `max`; swap them").fail();
    }
}

/// Stops the build where a literal is below a bound.
#[track_caller]
pub const fn at_least(what: &str, n: Number, min: Number) {
    if less(n, min) {
        Message::new("this ")
            .add(what)
            .add(" is below `min`; change one of the two")
            .fail();
    }
}

/// Stops the build where a literal is above a bound.
#[track_caller]
pub const fn at_most(what: &str, n: Number, max: Number) {
    if less(max, n) {
        Message::new("this ")
            .add(what)
            .add(" is above `max`; change one of the two")
            .fail();
    }
}

/// Stops the build where a text or a list is shorter than a bound.
#[track_caller]
pub const fn long_enough(what: &str, given: Given, min: Number) {
    let (min, (len, unit)) = (length(min), measured(given));
    if len < min {
        unfit(what, len, unit, " wants at least ", min);
    }
}

/// Stops the build where a text or a list is longer than a bound.
#[track_caller]
pub const fn short_enough(what: &str, given: Given, max: Number) {
    let (max, (len, unit)) = (length(max), measured(given));
    if len > max {
        unfit(what, len, unit, " wants at most ", max);
    }
}

#[track_caller]
const fn unfit(what: &str, len: usize, unit: &str, wants: &str, bound: usize) {
    Message::new("this ")
        .add(what)
        .add(" has ")
        .unsigned(len as u128)
        .add(unit)
        .add(if len == 1 { "" } else { "s" })
        .add(", and `len`")
        .add(wants)
        .unsigned(bound as u128)
        .add("; change one of the two")
        .fail();
}

const fn measured(given: Given) -> (usize, &'static str) {
    match given {
        Given::Text(text, _) => (count(text), " character"),
        Given::List(len) => (len, " item"),
        Given::Number(_) | Given::Bool(_) => (0, ""),
    }
}

/// The length that a bound says; where it says none, [`At::min_len`] stops the build.
#[allow(clippy::cast_sign_loss, reason = "it is in range")]
pub const fn length(bound: Number) -> usize {
    match bound {
        Number::Int(n) if n >= 0 && n <= isize::MAX as i128 => n as usize,
        _ => 0,
    }
}

#[track_caller]
const fn counted(bound: Number) -> usize {
    if !matches!(bound, Number::Int(n) if n >= 0 && n <= isize::MAX as i128) {
        Message::new("a length is a whole number from 0 up; change it").fail();
    }
    length(bound)
}

impl Message {
    /// The place, and from where to where its numbers go.
    pub(super) const fn range_of<K: Known>(self, at: &At<K>) -> Message {
        let message = self.place(at);
        match At::<K>::KIND {
            Kind::Integer { max, .. } => message
                .add(", which goes from ")
                .signed(least(At::<K>::KIND))
                .add(" to ")
                .unsigned(*max),
            _ => message.add(", which goes to about 3.4e38"),
        }
    }
}

/// The least value of an integer.
const fn least(kind: &Kind) -> i128 {
    match kind {
        Kind::Integer {
            min: 0,
            nonzero: true,
            ..
        } => 1,
        Kind::Integer { min, .. } => *min,
        _ => 0,
    }
}

#[allow(clippy::cast_possible_wrap, reason = "it is in range")]
pub(super) const fn is_outside(kind: &Kind, n: Number) -> bool {
    match kind {
        Kind::Integer { max, .. } => {
            let max = if *max > i128::MAX as u128 {
                Number::Big(*max)
            } else {
                Number::Int(*max as i128)
            };
            less(n, Number::Int(least(kind))) || less(max, n)
        }
        Kind::Float { single: true } => {
            let max = f32::MAX as f64;
            less(n, Number::Float(-max)) || less(Number::Float(max), n)
        }
        _ => false,
    }
}

const fn lengths(kind: &Kind) -> Option<(usize, usize)> {
    match kind {
        Kind::List(list) => Some((list.min, list.max)),
        Kind::Char => Some((1, 1)),
        _ => None,
    }
}

pub(super) const fn is_finite(n: Number) -> bool {
    match n {
        Number::Float(n) => n.is_finite(),
        Number::Int(_) | Number::Big(_) => true,
    }
}

/// The order of [`Number::compare`], which is no constant function.
pub(super) const fn less(a: Number, b: Number) -> bool {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a < b,
        (Number::Big(a), Number::Big(b)) => a < b,
        (Number::Big(_), Number::Int(_)) => false,
        (Number::Int(_), Number::Big(_)) => true,
        (a, b) => float(a) < float(b),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a comparison with a float is a comparison of floats"
)]
const fn float(n: Number) -> f64 {
    match n {
        Number::Int(n) => n as f64,
        Number::Big(n) => n as f64,
        Number::Float(n) => n,
    }
}
