//! Fields whose entries stand among those of the struct.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

types! {
    struct Page { number: u32, size: Option<u32> }

    struct Flat { name: String, #[serde(flatten)] page: Page }

    struct Twice { #[serde(flatten)] page: Page, #[serde(flatten)] more: More, last: bool }

    struct More { colour: String, #[serde(default)] weight: u8 }

    struct Rest { id: u8, #[serde(flatten)] rest: BTreeMap<String, u8> = |rng| numbered(rng) }

    struct Open { id: u8, #[serde(flatten)] rest: Map<String, Value> = |rng| numbered(rng) }

    struct OpenToo { id: u8, #[serde(flatten)] rest: HashMap<String, String> = |rng| numbered(rng) }

    #[serde(tag = "kind")]
    enum Kind { A { x: u8 }, B, C(Page) }

    struct WithKind { id: u8, #[serde(flatten)] kind: Kind }

    enum Outside { First(u8), Second { x: bool } }

    struct WithOutside { id: u8, #[serde(flatten)] outside: Outside }

    #[serde(tag = "t", content = "c")]
    enum Beside { First(u8), Second { x: bool }, Third }

    struct WithBeside { id: u8, #[serde(flatten)] beside: Beside }

    #[serde(untagged)]
    enum Either { Left { left: u8 }, Right { right: bool } }

    struct WithEither { id: u8, #[serde(flatten)] either: Either }

    struct Perhaps { id: u8, #[serde(flatten)] page: Option<Page> }

    struct Layer { #[serde(flatten)] flat: Flat, top: u8 }

    enum Variants { A { id: u8, #[serde(flatten)] page: Page }, B }

    struct OnlyMap { #[serde(flatten)] all: BTreeMap<String, bool> }
}

fn numbered<T: crate::rng::Arb, C: FromIterator<(String, T)>>(rng: &mut crate::rng::Rng) -> C {
    let len = rng.below(3);
    (0..len)
        .map(|index| (format!("key {index}"), T::arb(rng)))
        .collect()
}
