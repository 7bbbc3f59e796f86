//! Combinations that are rare, and legal.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::marker::PhantomData;
use std::net::IpAddr;
use std::num::NonZeroU8;
use std::rc::Rc;

use llm_parse::LlmExtract;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rng::{Arb, Rng};

/// Another type of the same name as the one in the table.
mod other {
    use crate::rng::{Arb, Rng};

    #[derive(
        Debug,
        Clone,
        PartialEq,
        serde::Serialize,
        serde::Deserialize,
        llm_parse::LlmExtract,
        schemars::JsonSchema,
    )]
    pub(crate) struct Same {
        other: u8,
        #[serde(default)]
        more: Option<super::Plain>,
    }

    impl Arb for Same {
        fn arb(rng: &mut Rng) -> Self {
            Same {
                other: Arb::arb(rng),
                more: Arb::arb(rng),
            }
        }
    }
}

trait Linked {
    type Link;
}

impl Linked for Plain {
    type Link = Vec<u8>;
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(bound = "T::Link: Serialize + serde::de::DeserializeOwned")]
struct Associated<T: Linked> {
    link: T::Link,
    marker: PhantomData<T>,
}

impl Arb for Associated<Plain> {
    fn arb(rng: &mut Rng) -> Self {
        Associated {
            link: Arb::arb(rng),
            marker: PhantomData,
        }
    }
}

#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, LlmExtract, JsonSchema,
)]
struct Number(u16);

impl Arb for Number {
    fn arb(rng: &mut Rng) -> Self {
        Number(Arb::arb(rng))
    }
}

/// A type whose `JsonSchema` is made of its shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
#[llm(json_schema)]
struct Lent {
    #[llm(range(max = 5))]
    n: u8,
    next: Option<Box<Lent>>,
}

impl Arb for Lent {
    fn arb(rng: &mut Rng) -> Self {
        rng.deeper(|rng| Lent {
            n: rng.int(0, 5).try_into().unwrap(),
            next: Arb::arb(rng),
        })
    }
}

types! {
    struct Plain { a: u8, b: Option<String> }

    #[serde(tag = "outer")]
    enum TagInTag { Inner(Tagged), Flat(Flattening), Shared(Rc<Plain>), Boxed(Box<Plain>), Owned(Cow<'static, Plain>) }

    #[serde(tag = "inner")]
    enum Tagged { One(Plain), Two { c: bool }, Three }

    struct Flattening { #[serde(flatten)] tagged: Tagged, d: Option<u8> }

    #[serde(untagged)]
    enum Overlap { Whole(i8), Any(f64), Words(Words), Text(String), Plain(Plain), Keys(BTreeMap<String, u8>) }

    enum Words { Yes, No }

    #[serde(untagged)]
    enum Nothing { Null, Marker(Marker), Number(u8) }

    struct Marker {}

    #[serde(untagged)]
    enum Untagged { Tagged(Tagged), Nested(Overlap), List(Vec<Untagged>) }

    #[serde(tag = "t", content = "c")]
    enum Holding { Flat(Flattening), Tuple(Plain, Option<Tagged>), Map(BTreeMap<u8, Words>), Unit(()), Untagged(Nothing) }

    struct Keys {
        numbers: BTreeMap<Number, u8>,
        non_zero: BTreeMap<NonZeroU8, u8>,
        addresses: HashMap<IpAddr, ()>,
        #[serde(default)]
        nothing: Vec<()>,
        #[llm(keys(range(min = 3)), len(max = 4))]
        ruled: BTreeMap<u16, u8> = |rng| rng.list(0, 3, |rng| (rng.int(3, 900).try_into().unwrap(), 1)).into_iter().collect(),
    }

    struct SelfList(Vec<SelfList>);

    struct SelfMap(BTreeMap<String, SelfMap>);

    struct Deep { deep: Option<Vec<Option<Box<Vec<Option<[Option<u8>; 1]>>>>>> }

    struct Single {
        #[llm(range(min = 0.1, max = 0.3))]
        single: f32 = |rng| rng.pick(&[0.1, 0.2, 0.3]),
        #[llm(multiple_of = 0.1)]
        tenth: f64 = |rng| f64::from(u8::arb(rng)) / 10.0,
        #[llm(multiple_of = 0.1)]
        single_tenth: f32 = |rng| f32::from(u8::arb(rng)) / 10.0,
        #[llm(one_of(0.1, 0.7))]
        one: f32 = |rng| rng.pick(&[0.1, 0.7]),
    }

    struct Ruled {
        #[llm(one_of("Yes"))]
        word: Words = |_| Words::Yes,
        #[llm(len(min = 1, max = 2))]
        set: BTreeSet<u8> = |rng| [u8::arb(rng)].into(),
        #[llm(unique, len(max = 3))]
        floats: Vec<f64> = |rng| [rng.pick(&[0.5, 1.5]), 2.5].into(),
        #[llm(items(len(max = 2)))]
        texts: Option<Vec<String>> = |rng| rng.pick(&[None, Some(vec!["ab".to_owned()])]),
        #[llm(len(equal = 2))]
        boxed: Option<Box<str>> = |rng| rng.pick(&[None, Some("é🦀".into())]),
        #[llm(items(range(min = 1)))]
        array: [i8; 2] = |rng| [rng.pick(&[1, 127]), 2],
        #[llm(values(len(min = 1)))]
        lists: BTreeMap<String, Vec<u8>> = |rng| [(String::arb(rng), vec![u8::arb(rng)])].into(),
    }

    struct Same { first: u8, second: Option<other::Same>, third: Vec<other::Same> }

    struct Many { #[serde(flatten)] one: Five, #[serde(flatten)] two: FiveMore, #[serde(flatten)] three: FiveAgain, last: u8 }

    #[serde(tag = "k1")]
    enum Five { A { a1: u8 }, B { b1: u8 }, C { c1: u8 }, D, E }

    #[serde(tag = "k2")]
    enum FiveMore { A { a2: u8 }, B { b2: u8 }, C { c2: u8 }, D, E }

    #[serde(tag = "k3")]
    enum FiveAgain { A { a3: u8 }, B { b3: u8 }, C { c3: u8 }, D, E }

    enum Branch { Leaf, Left(Box<Branch>), Both(Box<Branch>, Box<Branch>) }

    struct Gaps(u8, #[serde(skip)] u8 = |_| 0, String);

    use Vec<()>;
    use BTreeMap<String, ()>;
    use Option<Box<Plain>>;
    use [[Option<Words>; 1]; 2];
    use (Plain, Tagged);
    use HashMap<String, Vec<BTreeMap<u8, Option<Words>>>>;
    use Cow<'static, Plain>;
    alone Associated<Plain>;
    use Lent;
}

impl Arb for Cow<'static, Plain> {
    fn arb(rng: &mut Rng) -> Self {
        Cow::Owned(Arb::arb(rng))
    }
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Endless(Option<Box<Endless>>);

#[derive(Debug, Deserialize, LlmExtract)]
#[serde(untagged)]
enum EndlessToo {
    Endless(Endless),
}

#[test]
fn a_type_that_holds_itself_and_nothing_else_is_a_type_fault() {
    let error = llm_parse::parse::<Endless>("1").unwrap_err();
    assert_eq!(error.violations()[0].code(), llm_parse::Code::TypeFault);
    let error = llm_parse::parse::<Vec<EndlessToo>>("[1]").unwrap_err();
    assert_eq!(error.violations()[0].code(), llm_parse::Code::TypeFault);
    assert_eq!(Endless::schema(), Endless::schema());
    assert_eq!(Endless::outline(), Endless::outline());
    assert_eq!(Endless::example(), serde_json::Value::Null);
}
