//! Types of every form.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::*;
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};

use crate::judge::{accept, accept_example, refuse};

macro_rules! shapes {
    ($($item:item)*) => {$(
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract)]
        $item
    )*};
}

shapes! {
    pub(crate) struct Empty {}
    pub(crate) struct Unit;
    /// A user's name.
    #[serde(transparent)]
    pub(crate) struct Name(#[llm(len(min = 2, max = 20))] String);
    pub(crate) struct Pair(u8, String);
    /// One page of results.
    pub(crate) struct Page<T> {
        /// The items, best first.
        items: Vec<T>,
        next: Option<Box<Page<T>>>,
    }
    /// How urgent it is.
    pub(crate) enum Level {
        /// Can wait.
        Low,
        /// Cannot wait.
        High,
    }
    #[derive(Eq, Hash, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum Kebab { FirstOne, SecondOne }
    pub(crate) enum Shapes {
        Nothing,
        Circle { radius: f64 },
        Line(f64, f64),
        Text(String),
        Level(Level),
    }
    #[serde(tag = "type")]
    pub(crate) enum Internal {
        Nothing,
        Circle { #[llm(range(min = 0.0))] radius: f64 },
        /// A page.
        Pair(Ruled),
        Free(BTreeMap<String, u8>),
    }
    #[serde(tag = "t", content = "c")]
    pub(crate) enum Adjacent {
        Nothing,
        Circle { radius: f64 },
        Line(f64, f64),
        Maybe(Option<u8>),
    }
    #[serde(untagged)]
    pub(crate) enum Untagged {
        Number(u32),
        Text(String),
        Circle { radius: f64 },
        Nothing,
    }
    pub(crate) enum Other { Known, #[serde(other)] Unknown }
    /// An arithmetic expression.
    pub(crate) enum Expr {
        Add { left: Box<Expr>, right: Box<Expr> },
        Sum(Vec<Expr>),
        Number(f64),
    }
    pub(crate) struct Tree { value: u8, children: Vec<Tree> }
    pub(crate) struct Forest(Vec<Forest>);
    pub(crate) struct Links { to: Option<Box<Links>>, by_name: BTreeMap<String, Links> }
    /// All rules.
    pub(crate) struct Ruled {
        /// Short summary.
        #[llm(len(min = 5, max = 12))]
        title: String,
        /// 1 is lowest.
        #[llm(range(min = 1, max = 5))]
        priority: u8,
        #[llm(pattern = r"^[A-Z]{2,}-\d+$")]
        key: Option<String>,
        #[llm(format = "date")]
        day: Option<String>,
        #[llm(one_of("red", "green"))]
        colour: String,
        #[llm(one_of(2, 3, 5))]
        prime: Option<i32>,
        #[llm(multiple_of = 5, range(min = 7))]
        fives: u32,
        #[llm(multiple_of = 0.25, range(min = 0.1, max = 1.0))]
        quarter: f64,
        #[llm(len(min = 2, max = 3), unique, items(len(min = 4)))]
        tags: Vec<String>,
        #[llm(len(min = 2), keys(pattern = "^[a-z]$"), values(range(max = 9)))]
        counts: BTreeMap<String, u8>,
        #[serde(default)]
        note: String,
    }
    #[serde(deny_unknown_fields)]
    pub(crate) struct Closed { title: String, format: String, r#const: String, r#ref: String, default: Option<String> }
    pub(crate) struct Flat {
        id: u8,
        #[serde(flatten)]
        tree: Empty,
        #[serde(flatten)]
        kind: Internal,
        #[serde(flatten)]
        page: Option<Tree>,
        last: bool,
    }
    pub(crate) struct FlatMap {
        id: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u16>,
    }
    pub(crate) struct FlatExternal { id: u8, #[serde(flatten)] shape: Shapes }
    pub(crate) struct Twice { a: Name, b: Name, #[llm(len(min = 10))] c: Name, level: Level, other: Option<Level> }
    pub(crate) struct Nested { levels: Vec<Level>, plain: BTreeMap<Kebab, Vec<Option<Kebab>>>, grid: [[u8; 2]; 3] }
    pub(crate) struct Wide { a: u64, b: i64, c: u128, d: i128, e: NonZeroI8, f: NonZeroU128 }
}

macro_rules! examples {
    ($($ty:ty),* $(,)?) => {{$( accept_example::<$ty>(); )*}};
}

#[test]
fn examples_of_derived_types_are_valid_and_read() {
    examples!(
        Empty,
        Unit,
        Name,
        Pair,
        Page<u8>,
        Page<Name>,
        Level,
        Kebab,
        Shapes,
        Internal,
        Adjacent,
        Untagged,
        Other,
        Expr,
        Tree,
        Forest,
        Links,
        Ruled,
        Closed,
        Flat,
        FlatMap,
        FlatExternal,
        Twice,
        Nested,
        Wide,
        Option<Level>,
        Vec<Shapes>,
        Option<Untagged>,
        (Level, Option<Kebab>),
    );
}

#[test]
fn examples_of_standard_types_are_valid_and_read() {
    examples!(
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, NonZeroU8, NonZeroU16, NonZeroU32,
        NonZeroU64, NonZeroU128, NonZeroI8, NonZeroI16, NonZeroI64, NonZeroI128, f32, f64, bool, char, String,
        Box<str>, Cow<'static, str>, Cow<'static, [u8]>, Option<u8>, Option<Option<bool>>, Box<u8>, Vec<u8>,
        VecDeque<String>, LinkedList<u8>, Box<[u8]>, [u8; 0], [u8; 3], [u8; 32], (u8,), (u8, String, Option<bool>),
        (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8), HashSet<u8>, BTreeSet<String>, BinaryHeap<u8>,
        HashMap<String, u8>, BTreeMap<u8, String>, BTreeMap<i64, String>, BTreeMap<char, u8>, BTreeMap<bool, u8>,
        BTreeMap<Kebab, u8>, BTreeMap<IpAddr, u8>, PathBuf, IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4,
        SocketAddrV6, Duration, SystemTime, (), PhantomData<u8>, Value, serde_json::Map<String, Value>, Number,
        Wrapping<u8>, Saturating<i8>, Mutex<u8>, Range<u8>, RangeInclusive<i32>, RangeFrom<u8>, RangeTo<u8>,
        Bound<u8>, Vec<Vec<Option<BTreeMap<String, (u8, bool)>>>>,
    );
}

#[test]
fn values_that_serde_writes_are_valid_and_read_alike() {
    accept(&Expr::Add {
        left: Box::new(Expr::Number(1.5)),
        right: Box::new(Expr::Sum(vec![Expr::Number(2.0)])),
    });
    for value in [
        Shapes::Nothing,
        Shapes::Circle { radius: 1.0 },
        Shapes::Line(1.0, 2.5),
        Shapes::Text("x".into()),
    ] {
        accept(&value);
        accept(&FlatExternal {
            id: 1,
            shape: value,
        });
    }
    let free = Internal::Free(BTreeMap::from([("a".to_owned(), 1)]));
    for value in [Internal::Nothing, Internal::Circle { radius: 1.0 }, free] {
        accept(&value);
    }
    for page in [
        None,
        Some(Tree {
            value: 1,
            children: vec![Tree {
                value: 2,
                children: vec![],
            }],
        }),
    ] {
        let kind = Internal::Circle { radius: 1.0 };
        accept(&Flat {
            id: 1,
            tree: Empty {},
            kind,
            page,
            last: true,
        });
    }
    for value in [
        Adjacent::Nothing,
        Adjacent::Circle { radius: 1.0 },
        Adjacent::Line(1.0, 2.5),
        Adjacent::Maybe(None),
    ] {
        accept(&value);
    }
    for value in [
        Untagged::Number(1),
        Untagged::Text("x".into()),
        Untagged::Circle { radius: 1.0 },
        Untagged::Nothing,
    ] {
        accept(&value);
        if value != Untagged::Nothing {
            accept(&Some(value));
        }
    }
    accept(&Page {
        items: vec![1u8],
        next: Some(Box::new(Page {
            items: vec![],
            next: None,
        })),
    });
    accept(&FlatMap {
        id: 1,
        rest: BTreeMap::from([("a".to_owned(), 300)]),
    });
    accept(&Wide {
        a: u64::MAX,
        b: i64::MIN,
        c: u128::MAX,
        d: i128::MIN,
        e: NonZeroI8::MIN,
        f: NonZeroU128::MAX,
    });
    accept(&BTreeMap::from([(-3i8, "x".to_owned())]));
    accept(&(
        Bound::Included(1u8),
        Bound::<u8>::Unbounded,
        1u8..3,
        Duration::from_millis(1500),
    ));
    accept(&Forest(vec![Forest(vec![]), Forest(vec![])]));
}

#[test]
fn what_the_schema_refuses_is_not_read() {
    refuse::<u8>(&json!(256));
    refuse::<i8>(&json!(-129));
    refuse::<NonZeroI8>(&json!(0));
    refuse::<NonZeroU8>(&json!(0));
    refuse::<char>(&json!("ab"));
    refuse::<[u8; 2]>(&json!([1]));
    refuse::<(u8, bool)>(&json!([1, true, 2]));
    refuse::<HashSet<u8>>(&json!("x"));
    refuse::<BTreeMap<u8, u8>>(&json!({ "x": 1 }));
    refuse::<BTreeMap<Kebab, u8>>(&json!({ "third": 1 }));
    refuse::<Option<Level>>(&json!("Medium"));
    refuse::<Duration>(&json!({ "secs": 1, "nanos": 1, "more": 1 }));
    refuse::<Closed>(&json!({ "title": "", "format": "", "const": "", "ref": "", "extra": 1 }));
    refuse::<Adjacent>(&json!({ "t": "Circle" }));
    refuse::<Internal>(&json!({ "radius": 1.0 }));
    refuse::<FlatMap>(&json!({ "id": 1, "a": "x" }));
    refuse::<Name>(&json!("x"));
    for (key, value) in [
        ("title", json!("abc")),
        ("title", json!("thirteen char")),
        ("priority", json!(0)),
        ("priority", json!(6)),
        ("key", json!("A-1")),
        ("day", json!("2026-02-30")),
        ("colour", json!("blue")),
        ("prime", json!(4)),
        ("fives", json!(5)),
        ("fives", json!(11)),
        ("quarter", json!(0.3)),
        ("tags", json!(["long"])),
        ("tags", json!(["long", "abc"])),
        ("tags", json!(["long", "long"])),
        ("counts", json!({ "a": 1 })),
        ("counts", json!({ "a": 1, "bb": 2 })),
        ("counts", json!({ "a": 1, "b": 10 })),
        ("note", json!(1.5)),
    ] {
        let mut ruled = Ruled::example();
        ruled[key] = value;
        if key != "note" {
            refuse::<Ruled>(&ruled);
        }
    }
}
