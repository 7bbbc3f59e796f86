//! Types that serde describes but never reads are told apart from replies that are wrong, and named with the way out.

#![allow(dead_code, reason = "the types are only asked for")]

use std::collections::{BTreeMap, HashMap};

use llm_parse::testing::assert_contract;
use llm_parse::{Code, LlmExtract};
use serde::Deserialize;

/// Types of which each but the last has the fault, and the last is the nearest that has none.
macro_rules! types {
    ($($(#[$attr:meta])* $kind:ident $name:ident { $($body:tt)* })*) => {$(
        #[derive(Deserialize, LlmExtract)]
        $(#[$attr])*
        $kind $name { $($body)* }
    )*};
    ($($(#[$attr:meta])* $name:ident($ty:ty);)*) => {$(
        #[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize, LlmExtract)]
        $(#[$attr])*
        struct $name($ty);
    )*};
}

/// A type that looks like another, and hides it from what is checked while the program is compiled.
#[derive(Deserialize, LlmExtract)]
struct In<T>(T);

types! {
    Name(String);
    #[serde(try_from = "u8")]
    #[llm(as = u8)]
    Even(u8);
    Wrapped(Box<str>);
    Id(u8);
    Ids(Vec<u8>);
    Rest(BTreeMap<String, u8>);
    ByNumber(BTreeMap<Number8, u8>);
    Number8(u8);
    Wide(u128);
}

#[track_caller]
fn fault<T: LlmExtract>(parts: &[&str]) {
    let Err(error) = llm_parse::parse::<T>("{}") else {
        panic!("the type has no fault");
    };
    let violation = &error.violations()[0];
    assert_eq!(violation.code(), Code::TypeFault, "{violation}");
    for part in parts {
        assert!(violation.to_string().contains(part), "{violation}");
    }
}

types! {
    #[serde(untagged)]
    enum SameAfterNewtype { Name(Name), Text(Box<str>) }

    #[serde(untagged)]
    enum Floats { Float(In<f64>), Whole(i64) }
    #[serde(untagged)]
    enum WholeFirst { Whole(i64), Float(f64) }

    #[serde(untagged)]
    enum Narrow { Wide(In<i32>), Narrow(In<i8>) }
    #[serde(untagged)]
    enum Signs { Small(u8), Signed(i8) }

    #[serde(untagged)]
    enum Null { Maybe(Option<u8>), Nothing }

    #[serde(untagged)]
    enum TextFirst { Text(String), Level(In<Level>) }
    #[serde(untagged)]
    enum LevelFirst { Level(Level), Text(String) }
    enum Level { Low, High }

    #[serde(untagged)]
    enum Subset { Short(Short), Long(Long) }
    struct Short { a: u8 }
    struct Long { a: u8, b: u8 }
    #[serde(untagged)]
    enum LongFirst { Long { a: u8, b: u8 }, Short { a: u8 } }
    #[serde(untagged, deny_unknown_fields)]
    enum Denied { Short { a: u8 }, Long { a: u8, b: u8 } }
    #[serde(untagged)]
    enum OtherType { Short { a: u8 }, Long { a: String, b: u8 } }
    #[serde(untagged)]
    enum OtherAlias { Short { a: u8 }, Long { #[serde(alias = "c")] a: u8, b: u8 } }

    #[serde(untagged)]
    enum NoKey { Empty(Empty), Short(Short) }
    struct Empty {}
    #[serde(untagged)]
    enum Object { Any(BTreeMap<String, serde_json::Value>), Point { x: u8 } }
    #[serde(untagged)]
    enum Numbers { All(BTreeMap<String, u8>), Point { x: u8 } }

    #[serde(untagged)]
    enum Lists { Many(Vec<f64>), Pair(u8, u8) }
    #[serde(untagged)]
    enum PairFirst { Pair(u8, u8), Many(Vec<f64>) }

    #[serde(untagged)]
    enum Recursive { One(Chain), Two(Chains) }
    struct Chain { next: Option<Box<Chain>> }
    struct Chains { next: Option<Box<Chains>>, name: String }
    #[serde(untagged)]
    enum Apart { Two(Chains), One(Chain) }

    #[serde(untagged)]
    enum Described { Even(Even), Number(u8) }

    enum OneUntagged { Named, #[serde(untagged)] Text(In<String>), #[serde(untagged)] Letter(char) }
    enum LetterFirst { Named, #[serde(untagged)] Letter(char), #[serde(untagged)] Text(String) }

    #[serde(untagged)]
    enum LooseFirst { Loose(Loose), Named { b: u8 } }
    struct Loose { a: Option<u8> }
    struct LooseByDefault { #[serde(default)] a: u8, #[serde(default)] b: Vec<u8> }
    #[serde(untagged)]
    enum DefaultFirst { Loose(LooseByDefault), Named { c: u8 } }
    #[serde(untagged)]
    enum LooseLast { Named { b: u8 }, Loose(Loose) }
    #[serde(deny_unknown_fields)]
    struct Strict { a: Option<u8> }
    #[serde(untagged)]
    enum StrictFirst { Strict(Strict), Named { b: u8 } }
    #[serde(untagged)]
    enum OneNeeded { Needs(Needs), Named { b: u8 } }
    struct Needs { a: Option<u8>, c: u8 }
    #[serde(untagged)]
    enum NoObjects { Loose(Loose), Null, Text(String), Pair(u8, u8), Many(Vec<u8>), Maybe(Option<Named>) }
    #[serde(untagged)]
    enum OtherKind { Loose(Loose), Named { a: String, b: u8 } }
    #[serde(untagged)]
    enum OtherName { Loose(Loose), Named { #[serde(alias = "a")] b: String } }
    #[serde(untagged)]
    enum Deeper { Loose(In<Box<Around>>), Named(In<Named>) }
    struct Around { #[serde(flatten)] loose: Loose, c: Option<u8> }
    #[serde(untagged)]
    enum FlatLater { Loose(Loose), Named { b: u8, #[serde(flatten)] named: Named } }
    #[serde(untagged)]
    enum FlatKey { Loose(Loose), Named { b: u8, #[serde(flatten)] other: TextA } }
    struct TextA { a: String }
    #[serde(untagged)]
    enum FlatRest { Loose(Loose), Named { b: u8, #[serde(flatten)] rest: BTreeMap<String, String> } }
    #[serde(untagged)]
    enum RestFirst { Loose(WithRest), Named { b: u8 } }
    struct WithRest { a: Option<u8>, #[serde(flatten)] rest: BTreeMap<String, serde_json::Value> }
    #[serde(untagged)]
    enum NumbersLast { Loose(Loose), Numbers(BTreeMap<String, u8>) }
    #[serde(untagged)]
    enum TextsLast { Loose(Loose), Texts(BTreeMap<String, String>) }
    #[serde(untagged)]
    enum EventLast { Loose(Loose), Event(Tagged) }
    #[serde(tag = "kind")]
    enum Tagged { Moved { by: u8 }, Closed }
    #[serde(untagged)]
    enum TagIsKey { Loose(KindOnly), Event(Tagged) }
    struct KindOnly { kind: Option<u8> }
    #[serde(untagged)]
    enum ExternalLast { Loose(Loose), Event(External) }
    enum External { Moved { by: u8 }, Called { by: u8 } }
    #[serde(untagged)]
    enum NameToo { Loose(Loose), Event(WithName) }
    enum WithName { Moved { by: u8 }, Closed }
    enum OneLoose { Known, #[serde(untagged)] Loose(Loose), #[serde(untagged)] Named { b: u8 } }
    #[serde(untagged)]
    enum OwnInside { Loose(NextOnly), Named { b: u8 } }
    struct NextOnly { next: Option<Box<OwnInside>> }

    #[serde(untagged)]
    enum Inside { Any(OneOrMany), Number(u8) }
    #[serde(untagged)]
    enum OneOrMany { One(u16), Many(Vec<u16>) }
}

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(n: u8) -> Result<Self, String> {
        Ok(Even(n))
    }
}

#[test]
fn an_untagged_variant_behind_one_that_takes_all_of_it() {
    fault::<SameAfterNewtype>(&["variant `Text` is never read", "put `Text` first"]);
    fault::<Floats>(&["`Whole` is never read, since `Float`"]);
    assert_contract::<WholeFirst>();
    fault::<Narrow>(&["`Narrow` is never read"]);
    assert_contract::<Signs>();
    fault::<Null>(&["`Nothing` is never read"]);
    fault::<TextFirst>(&["`Level` is never read"]);
    assert_contract::<LevelFirst>();
    fault::<Subset>(&["`Long` is never read"]);
    assert_contract::<LongFirst>();
    assert_contract::<Denied>();
    assert_contract::<OtherType>();
    assert_contract::<OtherAlias>();
    fault::<NoKey>(&["`Short` is never read"]);
    fault::<Object>(&["`Point` is never read"]);
    assert_contract::<Numbers>();
    fault::<Lists>(&["`Pair` is never read"]);
    assert_contract::<PairFirst>();
    fault::<Recursive>(&["`Two` is never read"]);
    assert_contract::<Apart>();
    assert_contract::<Described>();
    fault::<OneUntagged>(&["`Letter` is never read"]);
    assert_contract::<LetterFirst>();
    fault::<Inside>(&["`Number` is never read"]);
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Generic<T> {
    Loose { a: Option<T> },
    Named { b: u8 },
}

#[test]
fn an_untagged_variant_behind_one_that_needs_no_key() {
    fault::<LooseFirst>(&["`Named` is never read, since `Loose`", "put `Named` first"]);
    fault::<DefaultFirst>(&["`Named` is never read"]);
    assert_contract::<LooseLast>();
    assert_contract::<StrictFirst>();
    assert_contract::<OneNeeded>();
    assert_contract::<NoObjects>();
    assert_contract::<OtherKind>();
    assert_contract::<OtherName>();
    fault::<Deeper>(&["`Named` is never read"]);
    fault::<FlatLater>(&["`Named` is never read"]);
    assert_contract::<FlatKey>();
    assert_contract::<FlatRest>();
    fault::<RestFirst>(&["`Named` is never read"]);
    fault::<NumbersLast>(&["`Numbers` is never read"]);
    assert_contract::<TextsLast>();
    fault::<EventLast>(&["`Event` is never read"]);
    assert_contract::<TagIsKey>();
    fault::<ExternalLast>(&["`Event` is never read"]);
    assert_contract::<NameToo>();
    fault::<OneLoose>(&["`Named` is never read"]);
    fault::<Generic<u8>>(&["`Named` is never read"]);
    fault::<OwnInside>(&["`Named` is never read"]);
}

#[test]
#[should_panic(expected = "`Named` is never read, since `Loose` before it")]
fn the_contract_names_a_variant_behind_one_that_needs_no_key() {
    assert_contract::<LooseFirst>();
}

types! {
    struct Base { id: u8, name: Option<String> }
    struct Outer { id: u8, #[serde(flatten)] base: In<Base> }
    struct Renamed { #[serde(rename = "number")] id: u8, #[serde(flatten)] base: Base }
    struct Aliased { #[serde(alias = "name")] title: String, #[serde(flatten)] base: In<Base> }
    struct Siblings { #[serde(flatten)] base: Base, #[serde(flatten)] other: Option<Named> }
    struct Named { name: String }
    struct Deep { #[serde(flatten)] middle: Middle, id: u8 }
    struct Middle { #[serde(flatten)] base: Base }
    struct Tag { kind: u8, #[serde(flatten)] event: In<Event> }
    struct NoTag { sort: u8, #[serde(flatten)] event: Event }
    #[serde(tag = "kind")]
    enum Event { Moved { by: u8 }, Closed }
    struct Content { #[serde(flatten)] event: Event, by: u8 }

    #[serde(tag = "name")]
    enum Inner { Base(In<Base>) }
    #[serde(tag = "kind")]
    enum Apartness { Base(Base) }
    #[serde(tag = "kind")]
    enum TagInTag { Event(In<Event>) }
    #[serde(tag = "id")]
    enum Flattened { A { #[serde(flatten)] base: In<Base> } }
}

#[test]
fn two_that_want_one_key() {
    fault::<Outer>(&["/base", "the field `id` takes the key `id`", "rename"]);
    assert_contract::<Renamed>();
    fault::<Aliased>(&["the field `title` takes the key `name`"]);
    fault::<Siblings>(&["/other", "the flattened `base` takes the key `name`"]);
    fault::<Deep>(&["the field `id` takes the key `id`"]);
    fault::<Tag>(&["the field `kind` takes the key `kind`"]);
    assert_contract::<NoTag>();
    fault::<Content>(&["the field `by` takes the key `by`"]);
    fault::<Inner>(&["/Base", "the tag takes the key `name`"]);
    assert_contract::<Apartness>();
    fault::<TagInTag>(&["the tag takes the key `kind`"]);
    fault::<Flattened>(&["the tag takes the key `id`"]);
}

types! {
    #[serde(tag = "kind")]
    enum Number { Number(In<u8>) }
    #[serde(tag = "kind")]
    enum List { List(In<Vec<u8>>) }
    #[serde(tag = "kind")]
    enum Maybe { Maybe(In<Option<Base>>) }
    #[serde(tag = "kind")]
    enum Through { Wrapped(Wrapped) }
    #[serde(tag = "kind", content = "value")]
    enum Beside { Number(u8), List(Vec<u8>), Maybe(Option<Base>), Wrapped(Wrapped) }
    #[serde(tag = "kind")]
    enum Objects { Base(Base), Map(BTreeMap<String, u8>), Unit(()) }
}

#[test]
fn a_tag_beside_what_is_no_object() {
    fault::<Number>(&["/Number", "no place for the tag `kind` beside a number"]);
    fault::<List>(&["beside a list", "content"]);
    fault::<Maybe>(&["beside an `Option`"]);
    fault::<Through>(&["beside a string"]);
    assert_contract::<Beside>();
    assert_contract::<Objects>();
}

types! {
    struct Bytes { map: HashMap<Vec<u8>, u8> }
    struct Pairs { map: BTreeMap<(u8, u8), u8> }
    struct Structs { map: BTreeMap<Point, u8> }
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Point { x: u8 }
    struct Options { map: BTreeMap<Option<u8>, u8> }
    struct Newtypes { map: BTreeMap<Id, u8> }
    struct ManyIds { map: BTreeMap<Ids, u8> }
}

#[test]
fn keys_of_maps_that_are_no_strings() {
    fault::<Bytes>(&["/map", "a list is never written as one"]);
    fault::<Pairs>(&["a tuple"]);
    fault::<Structs>(&["a struct"]);
    fault::<ManyIds>(&["a list"]);
    assert_contract::<Options>();
    assert_contract::<Newtypes>();
}

types! {
    #[serde(deny_unknown_fields)]
    struct Closed { id: u8, #[serde(flatten)] rest: Rest }
    struct Open { id: u8, #[serde(flatten)] rest: Rest }
    #[serde(tag = "kind")]
    enum Counts { Counts { by: ByNumber } }
    #[serde(untagged)]
    enum Big { Big(Wide) }
    struct FlatWide { #[serde(flatten)] wide: HasWide }
    struct HasWide { n: Wide }
}

#[test]
fn what_serde_cannot_buffer() {
    fault::<Closed>(&["/rest", "deny_unknown_fields"]);
    assert_contract::<Open>();
    fault::<Counts>(&["/Counts/by", "number keys"]);
    fault::<Big>(&["128-bit"]);
    fault::<FlatWide>(&["/wide/n", "128-bit"]);
    assert_contract::<HasWide>();
}
