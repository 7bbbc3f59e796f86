//! What an update refuses before any request, since it would be lost without a word.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::fmt::Debug;
use std::marker::PhantomData;

use llm_parse::testing::Script;
use llm_parse::{Capabilities, ErrorKind, Extractor, LlmExtract, Policy, Session, Step};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::block_on;

const NONE: &str = r#"{"operations": []}"#;

/// Refused, in every way to ask, with these words.
fn refused<T: LlmExtract + Serialize + Clone + Debug>(current: &T, words: &[&str]) {
    let script = Script::new([NONE]);
    let extractor = Extractor::new(&script);
    let one = block_on(extractor.update(current, "x")).unwrap_err();
    let set = BTreeMap::from([("k".to_owned(), current.clone())]);
    let all = block_on(extractor.update_all(&set, "x")).unwrap_err();
    for error in [one, all] {
        assert_eq!(error.kind(), ErrorKind::RoundTrip, "{error}");
        for word in words {
            assert!(error.to_string().contains(word), "{word}: {error}");
        }
    }
    let mut session = Session::update(current, "x", Policy::new(), &[Capabilities::default()]);
    assert!(matches!(session.next(), Step::Failed(_)));
    assert!(script.requests().is_empty());
}

/// Not refused, and the same value is there where nothing is to change.
fn kept<T: LlmExtract + Serialize + PartialEq + Debug>(current: &T) {
    let script = Script::new([NONE]);
    match block_on(Extractor::new(&script).update(current, "x")) {
        Ok(extraction) => assert_eq!(extraction.value, *current),
        Err(error) => panic!("{error}"),
    }
}

macro_rules! types {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
        $item
    )*};
}

types! {
    struct Secret {
        name: String,
        #[serde(skip_serializing, default)]
        password: String,
    }
    struct Cached {
        name: String,
        #[serde(skip)]
        seen: Cell<u32>,
    }
    struct Holder {
        #[serde(default)]
        inner: Vec<Cached>,
    }
    enum Phase {
        Running { name: String, #[serde(skip)] ticks: u64 },
        Ended,
    }
    struct Pair(String, #[serde(skip)] u8);
    struct Marked<T: 'static> {
        name: String,
        #[serde(skip)]
        of: PhantomData<T>,
    }
}

#[test]
fn fields_that_serde_does_not_write_are_named() {
    let secret = Secret {
        name: "Ada".into(),
        password: "x".into(),
    };
    refused(&secret, &["`password` of `Secret`", "allow_resets"]);
    let cached = Cached {
        name: "Ada".into(),
        seen: Cell::new(3),
    };
    refused(&cached, &["`seen` of `Cached`"]);
    // By the type: what a value holds now says nothing of the next one.
    refused(&Holder { inner: vec![] }, &["`seen` of `Cached`"]);
    refused(&Phase::Ended, &["`Running.ticks` of `Phase`"]);
    refused(&Pair("a".into(), 3), &["`1` of `Pair`"]);
    kept(&Marked::<u8> {
        name: "Ada".into(),
        of: PhantomData,
    });
}

#[test]
fn a_reset_that_is_allowed_is_made() {
    let current = Cached {
        name: "Ada".into(),
        seen: Cell::new(3),
    };
    let script = Script::new([r#"[{"op": "replace", "path": "/name", "value": "Eve"}]"#]);
    let extractor = Extractor::new(&script).allow_resets(true);
    let updated = block_on(extractor.update(&current, "x")).unwrap().value;
    assert_eq!((updated.name.as_str(), updated.seen.get()), ("Eve", 0));
}

types! {
    struct Renamed {
        id: u8,
        #[serde(rename(serialize = "a", deserialize = "b"), default)]
        a: u8,
    }
    struct Alone {
        #[serde(rename(serialize = "a", deserialize = "b"), default)]
        a: u8,
    }
    struct Required {
        #[serde(rename(serialize = "a", deserialize = "b"))]
        a: u8,
    }
    struct Zero {
        #[serde(skip_serializing_if = "is_zero", default = "ten")]
        n: u8,
    }
    struct Computed {
        #[serde(skip_deserializing)]
        total: u8,
        n: u8,
    }
    struct Cents {
        #[serde(serialize_with = "euros")]
        cents: u32,
    }
    struct Backwards {
        #[serde(serialize_with = "reversed")]
        list: Vec<u8>,
    }
    struct Folded {
        #[serde(serialize_with = "lower")]
        map: BTreeMap<String, u8>,
    }
    #[serde(untagged)]
    enum Number {
        Float { n: f64 },
        Whole { #[serde(alias = "whole")] n: i64 },
    }
    #[expect(clippy::option_option, reason = "it is what JSON does not tell apart")]
    struct Twice {
        n: Option<Option<u8>>,
    }
    struct Empty {
        n: Option<()>,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's own form")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

fn ten() -> u8 {
    10
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's own form")]
fn euros<S: Serializer>(cents: &u32, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u32(cents / 100)
}

fn reversed<S: Serializer>(list: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(list.iter().rev())
}

fn lower<S: Serializer>(map: &BTreeMap<String, u8>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(map.iter().map(|(key, n)| (key.to_lowercase(), n)))
}

#[test]
fn what_serde_reads_in_another_way_than_it_writes_is_named() {
    refused(&Renamed { id: 1, a: 5 }, &["/a`", "is 5, and 0"]);
    refused(
        &Renamed { id: 1, a: 0 },
        &["/b` of the current value is not written"],
    );
    refused(&Alone { a: 5 }, &["cannot be read back", "\"a\""]);
    refused(&Required { a: 5 }, &["cannot be read back", "/b"]);
    refused(&Zero { n: 0 }, &["/n` of the current value", "10"]);
    refused(
        &Computed { total: 3, n: 1 },
        &["/total` of the current value is 3, and 0"],
    );
    refused(
        &Cents { cents: 1250 },
        &["/cents` of the current value is 12, and 0"],
    );
    refused(
        &Backwards { list: vec![1, 2] },
        &["/list/0` of the current value is 2, and 1"],
    );
    let map = BTreeMap::from([("A".to_owned(), 1), ("a".to_owned(), 2)]);
    refused(&Folded { map }, &["/map"]);
    refused(
        &Number::Whole { n: 3 },
        &["/n` of the current value is 3, and 3.0"],
    );
    kept(&Number::Float { n: 3.5 });
    kept(&Zero { n: 10 });
    kept(&Zero { n: 3 });
    kept(&Computed { total: 0, n: 1 });
    kept(&Cents { cents: 0 });
    kept(&Backwards { list: vec![1] });
}

#[test]
fn what_json_cannot_hold_is_named() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        #[derive(Clone, Debug, Serialize, Deserialize, LlmExtract)]
        struct Ratio {
            must: f64,
        }
        #[derive(Clone, Debug, Serialize, Deserialize, LlmExtract)]
        struct May {
            #[serde(default)]
            may: Vec<Option<f64>>,
        }
        #[derive(Clone, Debug, Serialize, Deserialize, LlmExtract)]
        struct Or {
            #[serde(default)]
            or: f32,
        }
        refused(&Ratio { must: odd }, &["/must"]);
        refused(
            &May {
                may: vec![Some(odd)],
            },
            &["/may/0` of the current value is", "none"],
        );
        #[expect(clippy::cast_possible_truncation, reason = "it has no digits")]
        refused(&Or { or: odd as f32 }, &["/or"]);
    }
    refused(
        &Twice { n: Some(None) },
        &["/n` of the current value is some value that holds none"],
    );
    refused(
        &Empty { n: Some(()) },
        &["/n` of the current value is some value that holds nothing"],
    );
    kept(&Twice { n: Some(Some(3)) });
    kept(&Twice { n: None });
}

/// Written by hand, without the note.
#[derive(Clone, Debug, PartialEq, Deserialize, LlmExtract)]
struct Hand {
    id: u8,
    note: Option<String>,
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        BTreeMap::from([("id", self.id)]).serialize(to)
    }
}

types! {
    struct Flat {
        #[serde(flatten)]
        hand: Hand,
    }
    enum Outer {
        Of(Vec<Hand>),
    }
}

#[test]
fn what_serialize_leaves_out_by_hand_is_named() {
    let hand = Hand {
        id: 1,
        note: Some("lost".into()),
    };
    refused(&hand, &["/note` of the current value is not written"]);
    refused(&Outer::Of(vec![hand.clone()]), &["/Of/0/note` of"]);
    refused(
        &Flat { hand },
        &["/note` of the current value is not written"],
    );
}

types! {
    struct Sets {
        hash: HashSet<String>,
        tree: BTreeSet<u8>,
        map: HashMap<String, HashSet<u8>>,
        by_number: HashMap<u16, f32>,
    }
    struct Odd {
        any: Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        none: Option<u8>,
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        empty: Vec<u8>,
        zero: f64,
        big: u128,
        low: i128,
        unit: (),
        letter: char,
        #[serde(with = "tenths")]
        #[llm(as = String)]
        tenths: u32,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    #[serde(tag = "kind", content = "of")]
    enum Adjacent {
        A { #[serde(default)] n: f32 },
        B(u8, String),
        C,
    }
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Inner {
        First { n: Option<u8> },
        Second(Small),
    }
    struct Small {
        #[llm(range(min = 1, max = 5))]
        n: u8,
    }
}

mod tenths {
    use super::*;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's own form")]
    pub(super) fn serialize<S: Serializer>(n: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}.{}", n / 10, n % 10))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        let text = String::deserialize(from)?;
        text.replace('.', "")
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[test]
fn all_else_is_kept_as_it_is() {
    let words = || ["a", "b", "c", "d", "e", "f"].map(str::to_owned);
    kept(&Sets {
        hash: words().into(),
        tree: BTreeSet::from([3, 1]),
        map: words().map(|word| (word, HashSet::from([1, 2, 3]))).into(),
        by_number: HashMap::from([(1, 0.1), (2, f32::MAX)]),
    });
    kept(&Odd {
        any: serde_json::json!({"a": [1.5, null, -3, {"b": 1e300}]}),
        none: None,
        empty: Vec::new(),
        zero: -0.0,
        big: u128::MAX,
        low: i128::MIN,
        unit: (),
        letter: '"',
        tenths: 15,
        rest: BTreeMap::from([("x".to_owned(), Value::Null)]),
    });
    kept(&Adjacent::A { n: 0.1 });
    kept(&Adjacent::B(1, String::new()));
    kept(&Adjacent::C);
    kept(&Inner::First { n: None });
    kept(&vec![Inner::Second(Small { n: 3 })]);
    kept(&BTreeMap::from([(3_u8, "x".to_owned())]));
    let heap = BinaryHeap::from([3, 9, 1, 7, 7, 2, 8]);
    let script = Script::new([NONE]);
    let updated = block_on(Extractor::new(&script).update(&heap, "x")).unwrap();
    assert_eq!(updated.value.into_sorted_vec(), heap.into_sorted_vec());
}

/// What rules and checks refuse is the model's to mend, not lost.
#[test]
fn a_value_that_breaks_a_rule_is_not_refused_for_that() {
    let mend = r#"[{"op": "replace", "path": "/n", "value": 5}]"#;
    let script = Script::new([mend]);
    let updated = block_on(Extractor::new(&script).update(&Small { n: 9 }, "5 it is"));
    assert_eq!(updated.unwrap().value.n, 5);
}
