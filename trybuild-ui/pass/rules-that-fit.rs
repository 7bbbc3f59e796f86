//! Rules on types that take them, and bounds that are just inside.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroU8;
use std::sync::Arc;

use llm_parse::LlmExtract;
use serde::Deserialize;

type Title = String;

const LIMIT: u16 = 255;
const STEP: f64 = 0.5;

#[derive(Deserialize, LlmExtract)]
struct Level(u8);

#[derive(Deserialize, LlmExtract)]
struct Words(Vec<Title>);

#[derive(Deserialize, PartialEq, LlmExtract)]
struct Tree(Vec<Tree>);

#[derive(Clone, Copy, Deserialize, LlmExtract)]
#[repr(packed)]
struct Packed([u8; 3]);

#[derive(Deserialize, LlmExtract)]
struct Link(Option<Box<Back>>);

#[derive(Deserialize, LlmExtract)]
struct Back(Option<Box<Link>>);

#[derive(Deserialize, LlmExtract)]
#[llm(as = String)]
struct Text(serde::de::IgnoredAny);

#[derive(Deserialize, PartialEq, LlmExtract)]
enum Colour {
    Red,
    #[serde(rename = "dark green")]
    Green,
}

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(len(max = 5), pattern = "^a", format = "hostname")]
    title: Option<Box<Title>>,
    #[llm(range(min = 0, max = LIMIT), multiple_of = 255)]
    level: Option<Level>,
    #[llm(range(min = Self::LOWEST, max = -128))]
    low: i8,
    #[llm(range(min = 1, max = 255))]
    nonzero: NonZeroU8,
    #[llm(range(min = i128::MIN, max = u128::MAX))]
    wide: f64,
    #[llm(range(max = 3.4e38), multiple_of = STEP)]
    single: f32,
    #[llm(range(max = u128::MAX))]
    big: u128,
    #[llm(len(equal = 3), items(range(max = 255)))]
    array: [u8; 3],
    #[llm(len(max = 1), pattern = "[a-z]")]
    letter: char,
    #[llm(len(min = 1), items(len(min = 1)))]
    words: Words,
    #[llm(len(max = 2), unique, items(items(len(max = 1))))]
    tree: Tree,
    #[llm(unique)]
    packed: Packed,
    link: Link,
    #[llm(len(max = LIMIT), one_of("a", "ab"), pattern = "^[a-b]{1,2}$")]
    bounded: String,
    #[llm(format = "date", len(equal = 10), pattern = "^2", one_of("2026-11-30"), example = "2026-11-30")]
    day: String,
    #[llm(unique, len(min = 2), items(one_of("a", "b")))]
    both: Vec<String>,
    #[llm(range(min = 3), multiple_of = 3, one_of(3, 6))]
    third: u8,
    #[llm(unique, items(items(range(min = -128))))]
    lists: Vec<HashSet<i8>>,
    #[llm(len(max = 9), keys(range(max = 255)), values(values(len(max = 1))))]
    map: BTreeMap<u8, BTreeMap<Title, Words>>,
    #[llm(one_of("Red", "dark green"))]
    colour: Colour,
    #[llm(one_of(0, 255, 255.5))]
    number: f64,
    #[llm(one_of(true))]
    yes: bool,
    #[llm(len(max = 9), one_of("a", "b"))]
    text: Text,
    #[llm(unique)]
    shared: Arc<Vec<u8>>,
    #[llm(unique)]
    newtype: Words,
    #[llm(range(max = 9))]
    open: Open<u32>,
}

impl Reply {
    const LOWEST: i8 = i8::MIN;
}

#[derive(Deserialize, LlmExtract)]
struct Open<T>(#[llm(range(max = 300))] T);

#[derive(Deserialize, LlmExtract)]
struct Sized<const N: usize> {
    #[llm(len(equal = N))]
    list: Vec<u8>,
    #[llm(range(max = N))]
    number: u64,
}

fn main() {
    let _ = llm_parse::parse::<Reply>("{}");
    let _ = llm_parse::parse::<Sized<3>>("{}");
}
