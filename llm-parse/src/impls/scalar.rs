//! Numbers, `bool`, `char` and `()`.

use std::any::TypeId;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};

use crate::LlmExtract;
use crate::check::Checker;
use crate::known::{Alone, Fuel};
use crate::rules::{Number, Rule, Seen};
use crate::shape::{Kind, Shape};

macro_rules! integer {
    ($($ty:ident $non_zero:ident)*) => {$(
        integer!(@impl $ty, $ty, false, |n: $ty| n);
        integer!(@impl $non_zero, $ty, true, |n: $non_zero| n.get());
    )*};
    (@impl $ty:ident, $int:ident, $nonzero:literal, $value:expr) => {
        impl LlmExtract for $ty {
            type Known<F: Fuel> = Alone<Self>;

            #[allow(clippy::cast_possible_wrap, reason = "the least value of no type is above `i128`")]
            const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Integer {
                min: <$int>::MIN as i128,
                max: <$int>::MAX as u128,
                nonzero: $nonzero,
            });

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                if !rules.is_empty() {
                    checker.apply(rules, &Seen::Number(Number::from($value(*self))));
                }
            }

            fn __key(&self) -> Option<Cow<'_, str>> {
                Some(self.to_string().into())
            }
        }
    };
}

integer! {
    u8 NonZeroU8
    u16 NonZeroU16
    u32 NonZeroU32
    u64 NonZeroU64
    u128 NonZeroU128
    usize NonZeroUsize
    i8 NonZeroI8
    i16 NonZeroI16
    i32 NonZeroI32
    i64 NonZeroI64
    i128 NonZeroI128
    isize NonZeroIsize
}

macro_rules! number_from {
    ($($ty:ident)*) => {$(
        impl From<$ty> for Number {
            fn from(n: $ty) -> Number {
                Number::Int(i128::from(n))
            }
        }
    )*};
}
number_from!(u8 u16 u32 u64 i8 i16 i32 i64 i128);

impl From<usize> for Number {
    fn from(n: usize) -> Number {
        Number::from(n as u128)
    }
}

impl From<isize> for Number {
    fn from(n: isize) -> Number {
        Number::Int(n as i128)
    }
}

impl From<u128> for Number {
    fn from(n: u128) -> Number {
        i128::try_from(n).map_or(Number::Big(n), Number::Int)
    }
}

macro_rules! float {
    ($($ty:ident $single:literal $value:expr;)*) => {$(
        impl LlmExtract for $ty {
            type Known<F: Fuel> = Alone<Self>;

            const SHAPE: &'static Shape =
                &Shape::new("", TypeId::of::<Self>, Kind::Float { single: $single });

            fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
                if !rules.is_empty() {
                    checker.apply(rules, &Seen::Number(Number::Float($value(*self))));
                }
            }
        }
    )*};
}

float! {
    f32 true decimal;
    f64 false f64::from;
}

/// The number that is written for an `f32`: a rule that says `0.1` means that one.
fn decimal(n: f32) -> f64 {
    n.to_string().parse().unwrap_or(f64::from(n))
}

impl LlmExtract for bool {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Bool);

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.apply(rules, &Seen::Bool(*self));
    }

    fn __key(&self) -> Option<Cow<'_, str>> {
        Some(if *self { "true" } else { "false" }.into())
    }
}

impl LlmExtract for char {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Char);

    fn __check(&self, checker: &mut Checker, rules: &[Rule]) {
        checker.apply(rules, &Seen::Text(self.encode_utf8(&mut [0; 4])));
    }

    fn __key(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string().into())
    }
}

impl LlmExtract for () {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Unit);
}

impl<T: ?Sized + 'static> LlmExtract for PhantomData<T> {
    type Known<F: Fuel> = Alone<Self>;

    const SHAPE: &'static Shape = &Shape::new("", TypeId::of::<Self>, Kind::Unit);
}
