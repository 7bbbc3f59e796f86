//! Examples that are constants of any type, inside the bounds or not to be held to them.

#![deny(warnings)]

use std::num::NonZeroU8;
use std::sync::LazyLock;

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

const PIECES: u8 = 5;
const DOUBLE: u8 = 8;
const RATE: f64 = 0.5;
const SINGLE: f32 = 0.1;
const NAME: String = String::new();
const MAYBE: Option<u8> = Some(5);
const NO_WORDS: Vec<String> = Vec::new();
const CENTS: Money = Money(9);
static STOCK: u8 = 4;
static LAZY: LazyLock<u8> = LazyLock::new(|| 3);

#[derive(Debug, PartialEq, Deserialize, Serialize, LlmExtract)]
struct Money(#[llm(range(max = 10))] u32);

impl Drop for Money {
    fn drop(&mut self) {}
}

#[derive(Clone, Copy, Deserialize, Serialize, LlmExtract)]
enum Size {
    S,
    XL,
}

/// Writes another number than the constant.
fn halved<S: serde::Serializer>(n: &u8, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u8(n / 2)
}

#[derive(Deserialize, Serialize, LlmExtract)]
struct Order {
    #[llm(range(min = 1, max = 5), example = PIECES)]
    pieces: u8,
    #[llm(range(max = 5), example = Self::MOST)]
    most: Option<Box<u16>>,
    #[llm(range(min = i64::MIN, max = i64::MAX), example = i64::MAX)]
    wide: i64,
    #[llm(range(max = 1), example = RATE)]
    rate: f64,
    #[llm(range(max = 0.1), example = SINGLE)]
    single: f32,
    #[llm(range(max = 5), example = MAYBE)]
    maybe: Option<u8>,
    #[llm(range(max = 5), example = STOCK)]
    stock: u8,
    #[llm(range(max = 3), example = *LAZY)]
    lazy: u8,
    #[llm(range(max = 255), example = NonZeroU8::MIN)]
    non_zero: NonZeroU8,
    #[llm(range(max = 10), example = CENTS)]
    cents: Money,
    #[llm(len(max = 5), example = NAME)]
    name: String,
    #[llm(len(max = 5), example = NO_WORDS)]
    words: Vec<String>,
    #[serde(serialize_with = "halved")]
    #[llm(range(max = 5), example = DOUBLE)]
    half: u8,
    #[llm(example = Size::XL)]
    size: Size,
}

impl Order {
    const MOST: u16 = 5;
}

#[derive(Deserialize, Serialize, LlmExtract)]
struct Page<T, const N: usize> {
    #[llm(range(max = 5), example = N)]
    number: usize,
    #[llm(range(max = 255), example = Self::LAST)]
    last: u8,
    items: Vec<T>,
}

impl<T, const N: usize> Page<T, N> {
    const LAST: u8 = 9;
}

fn main() {
    const LOCAL: i8 = 2;
    #[derive(Deserialize, Serialize, LlmExtract)]
    struct Inside {
        #[llm(range(max = 2), example = LOCAL)]
        local: i8,
    }

    assert_eq!(Order::example()["pieces"], 5);
    assert_eq!(Order::example()["stock"], 4);
    assert_eq!(Order::example()["half"], 4);
    assert_eq!(Page::<u8, 3>::example()["last"], 9);
    assert_eq!(Inside::example()["local"], 2);
    let _ = Size::S;
}
