//! Fields that serde reads in a way of their own: flattened, by a function, as another type.

use std::collections::HashMap;

use llm_parse::LlmExtract;
use llm_parse::shape::Kind;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{faults, field, kind, object, paths};

#[derive(Deserialize, LlmExtract)]
struct Base {
    #[llm(range(min = 1))]
    id: u32,
}

#[derive(Deserialize, LlmExtract)]
struct Flat {
    #[serde(flatten)]
    base: Base,
    #[serde(flatten)]
    rest: HashMap<String, u8>,
    name: String,
}

#[test]
fn states_flattened_fields() {
    let flags: Vec<bool> = object::<Flat>()
        .fields
        .iter()
        .map(|field| field.flatten)
        .collect();
    assert_eq!(flags, [true, true, false]);
    let flat = Flat {
        base: Base { id: 0 },
        rest: HashMap::new(),
        name: String::new(),
    };
    assert_eq!(paths(&flat), ["/id"]);
}

mod percent {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
        let text = String::deserialize(from)?;
        text.trim_end_matches('%')
            .parse()
            .map_err(serde::de::Error::custom)
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature is serde's"
    )]
    pub(super) fn serialize<S: Serializer>(value: &u8, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{value}%"))
    }
}

const HALF: u8 = 50;

#[derive(Serialize, Deserialize, LlmExtract)]
struct Custom {
    #[serde(with = "percent")]
    #[llm(as = String, pattern = "^[0-9]+%$", example = HALF, check = under)]
    share: u8,
    #[serde(default, deserialize_with = "lenient")]
    #[llm(as = Option<u8>)]
    count: Option<u8>,
    #[llm(opaque)]
    foreign: Foreign,
}

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Foreign {
    any: u8,
}

fn lenient<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    Option::<u8>::deserialize(from)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a check takes a reference"
)]
fn under(share: &u8) -> Result<(), String> {
    match share {
        ..=100 => Ok(()),
        _ => Err(format!("{share} is above 100")),
    }
}

#[test]
fn describes_what_a_function_reads() {
    let share = field::<Custom>("share");
    assert!(share.custom && share.probe.is_some());
    assert!(matches!(kind(share), Kind::String(_)));
    assert_eq!(share.example.unwrap()(), "50%");
    let count = field::<Custom>("count");
    assert!(count.custom && count.default);
    assert!(matches!(kind(field::<Custom>("foreign")), Kind::Opaque(_)));
    let custom = Custom {
        share: 101,
        count: None,
        foreign: Foreign { any: 1 },
    };
    assert_eq!(faults(&custom), ["/share: 101 is above 100"]);
}

#[derive(Deserialize, LlmExtract)]
#[serde(try_from = "u8")]
#[llm(as = u8, check = Even::check)]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        Ok(Even(n))
    }
}

impl Even {
    fn check(&self) -> Result<(), String> {
        match self.0 % 2 {
            0 => Ok(()),
            _ => Err("odd".to_owned()),
        }
    }
}

#[derive(Deserialize, LlmExtract)]
struct HasEven {
    even: Even,
}

#[test]
fn describes_a_container_as_another_type() {
    let Kind::Newtype(newtype) = &Even::SHAPE.kind else {
        panic!()
    };
    assert!(matches!(
        kind(&newtype.field),
        Kind::Integer { max: 255, .. }
    ));
    assert_eq!(faults(&HasEven { even: Even(1) }), ["/even: odd"]);
}

#[derive(Deserialize, LlmExtract)]
struct Manual {
    #[llm(check = Self::over)]
    n: u8,
}

impl Manual {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a check takes a reference"
    )]
    fn over(n: &u8) -> Result<(), std::fmt::Error> {
        if *n > 1 { Ok(()) } else { Err(std::fmt::Error) }
    }
}

#[test]
fn calls_associated_functions() {
    assert_eq!(paths(&Manual { n: 1 }), ["/n"]);
}
