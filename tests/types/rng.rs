//! Random values: a seeded generator, and a trait for what it can make.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Number, Value};

/// A generator of random numbers (`SplitMix64`) that knows how deep it is in a value.
pub(crate) struct Rng {
    state: u64,
    depth: usize,
}

/// Beyond this depth lists are empty and enums take their first variant.
const DEEP: usize = 5;

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng {
            state: seed,
            depth: 0,
        }
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.bits() % end as u64).unwrap()
    }

    /// A number of the range, both ends included.
    pub(crate) fn int(&mut self, min: i64, max: i64) -> i64 {
        let width = u128::try_from(i128::from(max) - i128::from(min)).unwrap() + 1;
        let step = u128::from(self.bits()) % width;
        i64::try_from(i128::from(min) + i128::try_from(step).unwrap()).unwrap()
    }

    pub(crate) fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// The index of a variant.
    pub(crate) fn variant(&mut self, count: usize) -> usize {
        let index = self.below(count);
        if self.depth > DEEP { 0 } else { index }
    }

    /// Runs one level deeper.
    pub(crate) fn deeper<T>(&mut self, make: impl FnOnce(&mut Rng) -> T) -> T {
        self.depth += 1;
        let value = make(self);
        self.depth -= 1;
        value
    }

    /// A few values.
    pub(crate) fn many<T: Arb, C: FromIterator<T>>(&mut self) -> C {
        let len = if self.depth > DEEP { 0 } else { self.below(4) };
        self.deeper(|rng| (0..len).map(|_| T::arb(rng)).collect())
    }

    /// A value of a few given ones, made at each length.
    pub(crate) fn list<T>(
        &mut self,
        min: usize,
        max: usize,
        mut make: impl FnMut(&mut Rng) -> T,
    ) -> Vec<T> {
        let len = min + self.below(max - min + 1);
        (0..len).map(|_| make(self)).collect()
    }

    /// A text of these characters.
    pub(crate) fn text(&mut self, alphabet: &str, min: usize, max: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        self.list(min, max, |rng| rng.pick(&letters))
            .into_iter()
            .collect()
    }
}

/// A type of which random values can be made.
pub(crate) trait Arb: Sized {
    fn arb(rng: &mut Rng) -> Self;
}

macro_rules! integers {
    ($($ty:ident)*) => {$(
        impl Arb for $ty {
            #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::allow_attributes, reason = "any bits will do")]
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless, unfulfilled_lint_expectations, reason = "depends on the type")]
            fn arb(rng: &mut Rng) -> Self {
                let high = u128::from(rng.bits()) << 64;
                match rng.below(8) {
                    0 => 0,
                    1 => $ty::MAX,
                    2 => $ty::MIN,
                    3 | 4 => rng.below(100) as $ty,
                    _ => (high | u128::from(rng.bits())) as $ty,
                }
            }
        }

        impl Arb for NonZero<$ty> {
            fn arb(rng: &mut Rng) -> Self {
                NonZero::new($ty::arb(rng)).unwrap_or(NonZero::<$ty>::MIN)
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Arb for f64 {
    fn arb(rng: &mut Rng) -> Self {
        let any = f64::from_bits(rng.bits());
        match rng.below(6) {
            0 => 0.0,
            1 => 0.1,
            2 => f64::MAX,
            3 => 20.0,
            _ if any.is_finite() => any,
            _ => -1.5,
        }
    }
}

impl Arb for f32 {
    fn arb(rng: &mut Rng) -> Self {
        let any = f32::from_bits(u32::arb(rng));
        match rng.below(6) {
            0 => 0.0,
            1 => 0.1,
            2 => f32::MIN_POSITIVE,
            3 => 16_777_216.0,
            _ if any.is_finite() => any,
            _ => -1.5,
        }
    }
}

impl Arb for bool {
    fn arb(rng: &mut Rng) -> Self {
        rng.below(2) == 0
    }
}

impl Arb for char {
    fn arb(rng: &mut Rng) -> Self {
        let any = char::from_u32(rng.below(0x11_0000).try_into().unwrap());
        let odd = rng.pick(&['a', 'Z', '"', '\\', '\n', '\0', 'é', '漢', '🦀', '\u{2028}']);
        any.filter(|_| rng.below(3) == 0).unwrap_or(odd)
    }
}

impl Arb for String {
    fn arb(rng: &mut Rng) -> Self {
        let odd = ["", "null", "true", "12", "{}", "[1]", "a b", "```", "// x"];
        if rng.below(4) == 0 {
            return rng.pick(&odd).to_owned();
        }
        rng.list(1, 12, char::arb).into_iter().collect()
    }
}

impl Arb for () {
    fn arb(_: &mut Rng) -> Self {}
}

impl<T: ?Sized> Arb for PhantomData<T> {
    fn arb(_: &mut Rng) -> Self {
        PhantomData
    }
}

impl<T: Arb> Arb for Option<T> {
    fn arb(rng: &mut Rng) -> Self {
        let some = rng.below(3) > 0 && rng.depth <= DEEP;
        some.then(|| rng.deeper(T::arb))
    }
}

macro_rules! made_from {
    ($([$($generics:tt)*] $ty:ty, $rng:ident => $make:expr;)*) => {$(
        impl<$($generics)*> Arb for $ty {
            fn arb($rng: &mut Rng) -> Self {
                $make
            }
        }
    )*};
}

made_from! {
    [T: Arb] Box<T>, rng => Box::new(T::arb(rng));
    [T: Arb] Rc<T>, rng => Rc::new(T::arb(rng));
    [T: Arb] Arc<T>, rng => Arc::new(T::arb(rng));
    [] Box<str>, rng => String::arb(rng).into();
    [] Rc<str>, rng => String::arb(rng).into();
    [] Arc<str>, rng => String::arb(rng).into();
    [] Cow<'static, str>, rng => String::arb(rng).into();
    [T: Arb + Clone] Cow<'static, [T]>, rng => Vec::<T>::arb(rng).into();
    [T: Arb] Reverse<T>, rng => Reverse(T::arb(rng));
    [T: Arb] Wrapping<T>, rng => Wrapping(T::arb(rng));
    [T: Arb] Saturating<T>, rng => Saturating(T::arb(rng));
    [T: Arb] Vec<T>, rng => rng.many();
    [T: Arb] VecDeque<T>, rng => rng.many();
    [T: Arb] LinkedList<T>, rng => rng.many();
    [T: Arb + Ord] BTreeSet<T>, rng => rng.many();
    [T: Arb + Eq + Hash] HashSet<T>, rng => rng.many();
    [T: Arb] Box<[T]>, rng => rng.many();
    [T: Arb] Arc<[T]>, rng => rng.many();
    [K: Arb + Ord, V: Arb] BTreeMap<K, V>, rng => rng.many();
    [K: Arb + Eq + Hash, V: Arb] HashMap<K, V>, rng => rng.many();
    [T: Arb, const N: usize] [T; N], rng => std::array::from_fn(|_| T::arb(rng));
    [] PathBuf, rng => rng.pick(&["", "/", "dir/file.txt", "../é"]).into();
    [] Ipv4Addr, rng => u32::arb(rng).into();
    [] Ipv6Addr, rng => u128::arb(rng).into();
    [] IpAddr, rng => if bool::arb(rng) { Ipv4Addr::arb(rng).into() } else { Ipv6Addr::arb(rng).into() };
    [] SocketAddrV4, rng => SocketAddrV4::new(Ipv4Addr::arb(rng), u16::arb(rng));
    [] SocketAddrV6, rng => SocketAddrV6::new(Ipv6Addr::arb(rng), u16::arb(rng), 0, 0);
    [] SocketAddr, rng => SocketAddr::new(IpAddr::arb(rng), u16::arb(rng));
    [] Duration, rng => Duration::new(u64::arb(rng), u32::try_from(rng.below(1_000_000_000)).unwrap());
    [] SystemTime, rng => SystemTime::UNIX_EPOCH + Duration::new(u64::from(u32::arb(rng)), 7);
    [T: Arb] Range<T>, rng => T::arb(rng)..T::arb(rng);
    [T: Arb] RangeInclusive<T>, rng => T::arb(rng)..=T::arb(rng);
    [T: Arb] RangeFrom<T>, rng => T::arb(rng)..;
    [T: Arb] RangeTo<T>, rng => ..T::arb(rng);
    [T: Arb] Bound<T>, rng => match rng.below(3) {
        0 => Bound::Unbounded,
        1 => Bound::Included(T::arb(rng)),
        _ => Bound::Excluded(T::arb(rng)),
    };
    [] Number, rng => match rng.below(3) {
        0 => u64::arb(rng).into(),
        1 => i64::arb(rng).into(),
        _ => Number::from_f64(rng.pick(&[0.5, -1e300, 0.1])).unwrap(),
    };
    [] Map<String, Value>, rng => rng.many();
    [] Value, rng => rng.deeper(|rng| match rng.variant(6) {
        0 => Value::Null,
        1 => bool::arb(rng).into(),
        2 => Number::arb(rng).into(),
        3 => String::arb(rng).into(),
        4 => Vec::<Value>::arb(rng).into(),
        _ => Map::arb(rng).into(),
    });
}

macro_rules! tuples {
    ($(($($name:ident)+))*) => {$(
        impl<$($name: Arb),+> Arb for ($($name,)+) {
            fn arb(rng: &mut Rng) -> Self {
                ($($name::arb(rng),)+)
            }
        }
    )*};
}
tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F G H I J K L));
