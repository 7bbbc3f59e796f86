//! Examples of the field's type that keep its rules.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, LlmExtract)]
struct Money(u32);

impl Money {
    fn new(cents: u32) -> Money {
        Money(cents)
    }
}

#[derive(Deserialize, Serialize, LlmExtract)]
#[llm(example = "Green")]
enum Colour {
    Red,
    #[serde(alias = "Verde")]
    Green,
    Mixed(u8, u8),
}

#[derive(Deserialize, Serialize, LlmExtract)]
struct Address {
    city: String,
}

#[derive(Deserialize, LlmExtract)]
#[llm(example = 5)]
struct Level(#[llm(range(max = 5))] u8);

#[derive(Deserialize, LlmExtract)]
struct Reply {
    #[llm(example = "text", len(equal = 4), pattern = "^t")]
    text: String,
    #[llm(example = Money::new(3))]
    money: Money,
    #[llm(example = 7)]
    newtype: Option<Money>,
    #[llm(example = "Red")]
    colour: Colour,
    #[llm(example = Colour::Mixed(1, 2))]
    mixed: Option<Colour>,
    #[llm(example = Address { city: "Ulm".to_owned() })]
    nested: Option<Box<Address>>,
    #[llm(example = ["a", "b"], unique, len(equal = 2), items(len(max = 1), one_of("a", "b")))]
    list: Vec<String>,
    #[llm(example = [[1, 2], [3, 255]])]
    lists: Vec<[u8; 2]>,
    #[llm(example = [1, "a"])]
    tuple: (u8, String),
    #[llm(example = BTreeMap::from([("a".to_owned(), 1)]))]
    map: BTreeMap<String, u8>,
    #[llm(example = 10, multiple_of = 2.5, range(min = 10, max = 10))]
    float: f64,
    #[llm(example = -5, one_of(-5, 5))]
    negative: i8,
    #[llm(example = 'x')]
    letter: char,
    #[llm(example = true)]
    yes: bool,
    #[llm(example = "10.0.0.1")]
    host: Option<Ipv4Addr>,
    level: Level,
}

fn main() {}
