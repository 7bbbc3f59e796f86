//! Numbers, `bool`, `char`, `()`.

use std::marker::PhantomData;
use std::num::{NonZero, NonZeroI64, NonZeroU8, NonZeroU32};

types! {
    use u8;
    use u16;
    use u32;
    use u64;
    use u128;
    use usize;
    use i8;
    use i16;
    use i32;
    use i64;
    use i128;
    use isize;
    use NonZeroU8;
    use NonZeroU32;
    use NonZeroI64;
    use NonZero<i8>;
    use NonZero<u64>;
    alone NonZero<u128>;
    use f32;
    use f64;
    use bool;
    use char;
    use ();
    use PhantomData<u8>;

    struct Numbers {
        byte: u8,
        long: u64,
        wide: u128,
        #[serde(default)]
        signed: i64,
        wide_signed: i128,
        single: f32,
        double: f64,
        some: Option<NonZeroU32>,
    }
}
