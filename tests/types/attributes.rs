//! Attributes of serde's that change what is read, and types that are described as others.

use llm_parse::LlmExtract;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rng::{Arb, Rng};

fn five() -> u8 {
    5
}

/// Reads a number that is written as text.
mod text_number {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(n: &u16, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(n)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// A colour that is written as its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(try_from = "String", into = "String")]
#[llm(as = ColourName)]
struct Colour(u8);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum ColourName {
    Red,
    Green,
}

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            "red" => Ok(Colour(0)),
            "green" => Ok(Colour(1)),
            _ => Err(format!("no colour {name}")),
        }
    }
}

impl From<Colour> for String {
    fn from(colour: Colour) -> String {
        if colour.0 == 0 { "red" } else { "green" }.to_owned()
    }
}

impl Arb for Colour {
    fn arb(rng: &mut Rng) -> Self {
        Colour(rng.pick(&[0, 1]))
    }
}

/// A temperature, read from its parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(from = "Parts", into = "Parts")]
#[llm(as = Parts)]
struct Temperature {
    tenths: i32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Parts {
    whole: i16,
    #[llm(range(max = 9))]
    tenth: u8,
}

impl From<Parts> for Temperature {
    fn from(parts: Parts) -> Self {
        Temperature {
            tenths: i32::from(parts.whole) * 10 + i32::from(parts.tenth),
        }
    }
}

impl From<Temperature> for Parts {
    fn from(temperature: Temperature) -> Self {
        Parts {
            whole: temperature.tenths.div_euclid(10).try_into().unwrap(),
            tenth: temperature.tenths.rem_euclid(10).try_into().unwrap(),
        }
    }
}

impl Arb for Temperature {
    fn arb(rng: &mut Rng) -> Self {
        Temperature {
            tenths: i16::arb(rng).into(),
        }
    }
}

/// A type of another crate, known by its JSON Schema.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Foreign {
    x: u8,
    inner: Option<Box<Foreign>>,
}

impl Arb for Foreign {
    fn arb(rng: &mut Rng) -> Self {
        rng.deeper(|rng| Foreign {
            x: u8::arb(rng),
            inner: Arb::arb(rng),
        })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
enum WithSkipped {
    Read(u8),
    #[serde(skip)]
    #[expect(dead_code, reason = "serde never reads it")]
    Unread(std::sync::mpsc::RecvError),
    AlsoRead,
}

impl Arb for WithSkipped {
    fn arb(rng: &mut Rng) -> Self {
        if bool::arb(rng) {
            WithSkipped::Read(u8::arb(rng))
        } else {
            WithSkipped::AlsoRead
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Described {
    #[serde(with = "text_number")]
    #[llm(as = String, pattern = "^[0-9]{1,4}$", example = "12")]
    number: u16,
    #[serde(with = "text_number", default)]
    #[llm(as = String, pattern = "^[0-9]{1,4}$", example = "7")]
    number_too: u16,
    #[llm(opaque)]
    foreign: Foreign,
    colours: Vec<Colour>,
    temperature: Option<Temperature>,
}

impl Arb for Described {
    fn arb(rng: &mut Rng) -> Self {
        Described {
            number: rng.int(0, 9999).try_into().unwrap(),
            number_too: rng.int(0, 9999).try_into().unwrap(),
            foreign: Foreign::arb(rng),
            colours: Arb::arb(rng),
            temperature: Arb::arb(rng),
        }
    }
}

types! {
    alone Colour;
    alone ColourName;
    alone Temperature;
    alone WithSkipped;
    alone Described;

    struct Aliased { #[serde(alias = "nick", alias = "handle")] name: String, #[serde(rename = "n", alias = "count")] number: u8 }

    struct FieldDefaults { #[serde(default)] a: u8, #[serde(default = "five")] b: u8, c: u8, #[serde(default)] d: Vec<u8> }

    #[derive(Default)]
    #[serde(default)]
    struct ContainerDefault { a: u8, b: String, c: Option<bool>, d: Vec<u8> }

    struct Skipped { a: u8, #[serde(skip)] b: u8 = |_| 0, #[serde(skip_deserializing, skip_serializing)] c: String = |_| String::new() }

    struct NotWritten { a: u8, #[serde(skip_serializing_if = "Option::is_none")] b: Option<u8>, #[serde(default, skip_serializing_if = "Vec::is_empty")] c: Vec<u8> }

    #[serde(rename(serialize = "Both", deserialize = "Both"))]
    struct Sides { #[serde(rename(serialize = "same", deserialize = "same"))] one: u8 }

    #[serde(rename_all(serialize = "camelCase", deserialize = "camelCase"))]
    struct SidesAll { first_field: u8 }
}

impl Arb for ColourName {
    fn arb(rng: &mut Rng) -> Self {
        rng.pick(&[ColourName::Red, ColourName::Green])
    }
}
