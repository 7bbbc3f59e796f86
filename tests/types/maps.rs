//! Maps with every kind of key.

use std::collections::{BTreeMap, HashMap};
use std::net::Ipv4Addr;

use llm_parse::LlmExtract;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::rng::{Arb, Rng};

/// What a map may be keyed by.
#[derive(
    Debug,
    Clone,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    LlmExtract,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
enum Day {
    FirstDay,
    SecondDay,
    #[serde(rename = "3rd")]
    Third,
}

impl Arb for Day {
    fn arb(rng: &mut Rng) -> Self {
        rng.pick(&[Day::FirstDay, Day::SecondDay, Day::Third])
    }
}

#[derive(
    Debug,
    Clone,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    LlmExtract,
    JsonSchema,
)]
struct Id(String);

impl Arb for Id {
    fn arb(rng: &mut Rng) -> Self {
        Id(String::arb(rng))
    }
}

types! {
    use BTreeMap<String, u8>;
    use HashMap<String, Vec<bool>>;
    use BTreeMap<u8, String>;
    use BTreeMap<i64, Option<u8>>;
    alone BTreeMap<u128, u8>;
    use HashMap<u64, u64>;
    alone BTreeMap<char, u8>;
    alone BTreeMap<bool, u8>;
    use BTreeMap<Day, f64>;
    alone BTreeMap<Id, u8>;
    alone HashMap<Ipv4Addr, u8>;
    use BTreeMap<String, BTreeMap<u16, char>>;
    use BTreeMap<String, (u8, Option<String>)>;
    use Value;
    use Map<String, Value>;
    use Number;
    use Vec<Value>;

    struct Index {
        by_day: BTreeMap<Day, Vec<Day>>,
        by_number: HashMap<i32, String>,
        #[serde(default)]
        more: Map<String, Value>,
        extra: Option<Value> = |rng| rng.pick(&[None, Some(Value::from(3)), Some(Value::from("x"))]),
    }
}
