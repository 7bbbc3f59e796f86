//! The types whose values are malformed: nested, all taggings, maps, options, numbers, and texts full of punctuation.

use std::collections::BTreeMap;

use llm_parse::LlmExtract;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

macro_rules! types {
    ($($(#[$attribute:meta])* $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
        $(#[$attribute])*
        pub(crate) $kind $name $body
    )*};
}

types! {
    struct Person {
        pub(crate) name: String,
        pub(crate) age: u8,
        pub(crate) email: Option<String>,
    }

    struct Company {
        pub(crate) name: String,
        pub(crate) address: Address,
        pub(crate) staff: Vec<Person>,
        #[serde(default)]
        pub(crate) notes: Option<String>,
    }

    #[serde(rename_all = "camelCase")]
    struct Address {
        pub(crate) street_name: String,
        pub(crate) house_number: u32,
        pub(crate) zip: String,
    }

    struct Figures {
        pub(crate) id: u64,
        pub(crate) delta: i32,
        pub(crate) share: f64,
        pub(crate) balance: Decimal,
        pub(crate) wide: u128,
        pub(crate) series: Vec<f64>,
    }

    struct Texts {
        pub(crate) quoted: String,
        pub(crate) code: String,
        pub(crate) lines: Vec<String>,
        pub(crate) first: char,
    }

    struct Flags {
        pub(crate) on: bool,
        pub(crate) off: bool,
        pub(crate) maybe: Option<bool>,
        #[serde(default)]
        pub(crate) retries: u32,
    }

    struct Maps {
        pub(crate) labels: BTreeMap<String, String>,
        pub(crate) scores: BTreeMap<String, f64>,
        pub(crate) groups: BTreeMap<String, Vec<Person>>,
    }

    struct Node {
        pub(crate) name: String,
        pub(crate) note: Option<String>,
        pub(crate) children: Vec<Node>,
    }

    #[serde(rename_all = "snake_case")]
    enum Action {
        Search { query: String, max_hits: Option<u32> },
        Wait(u32),
        Stop,
    }

    #[serde(tag = "type", rename_all = "lowercase")]
    enum Shape {
        Circle { radius: f64 },
        Rect { width: f64, height: f64, label: Option<String> },
        Point,
    }

    #[serde(tag = "kind", content = "data", rename_all = "snake_case")]
    enum Message {
        Text(String),
        Image { url: String, alt: Option<String> },
        Ping,
    }

    #[serde(untagged)]
    enum Loose {
        Number(i64),
        Text(String),
        Named { name: String, tags: Vec<String> },
        Many(Vec<Loose>),
    }

    struct Plan {
        pub(crate) title: String,
        pub(crate) steps: Vec<Action>,
        pub(crate) shapes: Vec<Shape>,
        pub(crate) messages: Vec<Message>,
        pub(crate) pair: (i64, String),
        pub(crate) best: Option<Box<Action>>,
    }

    #[serde(deny_unknown_fields)]
    struct Strict {
        pub(crate) host: String,
        pub(crate) port: u16,
        pub(crate) tls: bool,
    }
}
