//! The derive macro states what serde accepts.

#![allow(dead_code, reason = "most types are only looked at")]
#![allow(unused_qualifications, reason = "other spellings of a type are tried")]

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use llm_parse::LlmExtract;
use llm_parse::shape::{Content, Enum, Field, Kind, Shape, ShapeRef, Struct, Tagging};
use serde::{Deserialize, Deserializer, Serialize};

fn object<T: LlmExtract>() -> &'static Struct {
    match &T::SHAPE.kind {
        Kind::Struct(object) => object,
        other => panic!("not a struct: {other:?}"),
    }
}

fn choice<T: LlmExtract>() -> &'static Enum {
    match &T::SHAPE.kind {
        Kind::Enum(choice) => choice,
        other => panic!("not an enum: {other:?}"),
    }
}

fn field<T: LlmExtract>(name: &str) -> &'static Field {
    let mut fields = object::<T>().fields.iter();
    fields.find(|field| field.name == name).unwrap()
}

fn names(fields: &[Field]) -> Vec<&str> {
    fields.iter().map(|field| &*field.name).collect()
}

fn variants(choice: &Enum) -> Vec<&str> {
    choice
        .variants
        .iter()
        .map(|variant| &*variant.name)
        .collect()
}

fn kind(field: &Field) -> &'static Kind {
    match field.shape {
        ShapeRef::Static(shape) => &shape().kind,
        ShapeRef::Def(_) => panic!("a derived shape has no definitions"),
    }
}

/// The violations as `path: message`.
fn faults(value: &impl LlmExtract) -> Vec<String> {
    value.validate().map_or_else(
        |violations| violations.iter().map(ToString::to_string).collect(),
        |()| Vec::new(),
    )
}

fn paths(value: &impl LlmExtract) -> Vec<String> {
    match value.validate() {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(|v| v.path().to_string()).collect(),
    }
}

/// A ticket,
/// in short.
///
/// Second paragraph.
#[derive(Clone, Serialize, Deserialize, LlmExtract)]
#[llm(title = "Ticket", check = open)]
struct Ticket {
    /// Short.
    #[llm(len(min = 5, max = 120), example = "Fix the login page", check = imperative)]
    title: String,
    #[llm(range(min = 1, max = 5))]
    priority: u8,
    #[llm(pattern = r"^[A-Z]{2,}-\d+$", example = "OPS-7")]
    key: Option<String>,
    #[llm(unique, len(max = 3), items(len(min = 2), pattern = "^[a-z]+$"))]
    tags: Vec<String>,
    #[llm(keys(len(equal = 2)), values(range(min = 0.5)))]
    scores: BTreeMap<String, f64>,
}

fn open(ticket: &Ticket) -> Result<(), String> {
    match ticket.priority {
        3 => Err("priority 3 is closed".to_owned()),
        _ => Ok(()),
    }
}

fn imperative(title: &str) -> Result<(), &'static str> {
    if title.starts_with("Fix") {
        return Ok(());
    }
    Err("start with a verb")
}

fn ticket() -> Ticket {
    Ticket {
        title: "Fix this".into(),
        priority: 1,
        key: None,
        tags: vec!["web".into()],
        scores: BTreeMap::new(),
    }
}

#[test]
fn states_names_docs_and_title() {
    let shape: &Shape = Ticket::SHAPE;
    assert_eq!(shape.name, "Ticket");
    assert_eq!(shape.title.as_deref(), Some("Ticket"));
    assert_eq!(
        shape.description().as_deref(),
        Some("A ticket, in short.\nSecond paragraph.")
    );
    assert_eq!(
        names(&object::<Ticket>().fields),
        ["title", "priority", "key", "tags", "scores"]
    );
    assert_eq!(
        field::<Ticket>("title").description().as_deref(),
        Some("Short.")
    );
    assert_eq!(
        field::<Ticket>("title").example.unwrap()(),
        "Fix the login page"
    );
    assert_eq!(field::<Ticket>("tags").rules.len(), 3);
}

#[test]
fn validates_in_declaration_order() {
    assert_eq!(faults(&ticket()), Vec::<String>::new());
    let bad = Ticket {
        title: "Fix".into(),
        priority: 9,
        key: Some("x".into()),
        tags: vec!["web".into(), "w".into(), "W1".into(), "web".into()],
        scores: BTreeMap::from([("abc".into(), 0.1)]),
    };
    assert_eq!(
        paths(&bad),
        [
            "/title",
            "/priority",
            "/key",
            "/tags",
            "/tags/1",
            "/tags/2",
            "/tags",
            "/scores/abc",
            "/scores/abc"
        ]
    );
}

#[test]
fn runs_a_check_only_on_what_is_sound() {
    let late = Ticket {
        title: "Do not".into(),
        priority: 3,
        ..ticket()
    };
    assert_eq!(faults(&late), ["/title: start with a verb"]);
    let closed = Ticket {
        priority: 3,
        ..ticket()
    };
    assert_eq!(faults(&closed), ["priority 3 is closed"]);
}

#[derive(Default, Deserialize, LlmExtract)]
#[serde(
    rename_all = "camelCase",
    rename = "Wire",
    default,
    deny_unknown_fields
)]
struct Renamed {
    r#type: String,
    first_name: String,
    #[serde(
        rename(serialize = "out", deserialize = "in"),
        alias = "b",
        alias = "a"
    )]
    third: u8,
    #[serde(skip)]
    gone: u8,
    #[serde(skip_deserializing)]
    unread: u8,
}

#[test]
fn takes_the_names_that_serde_reads() {
    assert_eq!(Renamed::SHAPE.name, "Wire");
    let object = object::<Renamed>();
    assert_eq!(names(&object.fields), ["type", "firstName", "in"]);
    assert_eq!(*object.fields[2].aliases, ["a", "b"]);
    assert!(object.deny_unknown);
    assert!(object.fields.iter().all(|field| field.default));
}

#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "kebab-case")]
struct Raw {
    r#in_file: String,
    #[llm(len(min = 1))]
    r#in: String,
}

#[test]
fn drops_the_mark_of_raw_identifiers() {
    assert_eq!(names(&object::<Raw>().fields), ["in-file", "in"]);
    assert_eq!(
        paths(&Raw {
            in_file: String::new(),
            r#in: String::new()
        }),
        ["/in"]
    );
}

#[derive(Deserialize, LlmExtract)]
struct Unit;

#[derive(Deserialize, LlmExtract)]
struct Meters(#[llm(range(min = 0))] f64);

#[derive(Deserialize, LlmExtract)]
struct Empty();

#[derive(Deserialize, LlmExtract)]
struct Pair(
    #[serde(skip)] u8,
    #[llm(len(max = 1))] String,
    #[serde(default)] Option<u8>,
);

#[derive(Deserialize, LlmExtract)]
#[serde(transparent)]
struct Clear {
    mark: PhantomData<u8>,
    #[llm(range(max = 9))]
    inner: Option<u8>,
    #[serde(skip)]
    rest: u8,
}

#[derive(Deserialize, LlmExtract)]
struct Lengths {
    #[llm(range(max = 5))]
    m: Meters,
    pair: Pair,
    clear: Clear,
}

#[test]
fn tells_the_forms_of_structs_apart() {
    assert!(matches!(Unit::SHAPE.kind, Kind::Unit));
    assert!(matches!(&Meters::SHAPE.kind, Kind::Newtype(newtype) if !newtype.transparent));
    assert!(matches!(&Empty::SHAPE.kind, Kind::Tuple(fields) if fields.is_empty()));
    let Kind::Tuple(fields) = &Pair::SHAPE.kind else {
        panic!()
    };
    assert_eq!(
        fields.iter().map(|field| field.default).collect::<Vec<_>>(),
        [false, true]
    );
    let Kind::Newtype(newtype) = &Clear::SHAPE.kind else {
        panic!()
    };
    assert!(newtype.transparent);
    assert_eq!(newtype.field.name, "");
    assert!(matches!(kind(&newtype.field), Kind::Option(_)));
}

#[test]
fn validates_through_newtypes_and_tuples() {
    let lengths = |m, text: &str, inner| Lengths {
        m: Meters(m),
        pair: Pair(0, text.into(), None),
        clear: Clear {
            mark: PhantomData,
            inner,
            rest: 0,
        },
    };
    assert_eq!(paths(&lengths(1.0, "a", None)), [""; 0]);
    assert_eq!(
        paths(&lengths(-1.0, "ab", Some(10))),
        ["/m", "/pair/0", "/clear"]
    );
    assert_eq!(paths(&lengths(6.0, "a", None)), ["/m"]);
}

/// What happened.
#[derive(Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Event {
    /// It began.
    #[serde(alias = "begin")]
    #[llm(alias = "start", alias = "launch")]
    Started,
    #[serde(skip)]
    Hidden(u8),
    Moved {
        #[llm(range(min = 0))]
        far_off: i32,
        #[serde(skip)]
        cache: u8,
    },
    Named(#[llm(len(min = 1))] String),
    At(u8, #[llm(range(max = 9))] u8),
    Nothing(#[serde(skip)] u8),
    #[llm(description = "Everything else.")]
    #[serde(other)]
    Other,
}

#[test]
fn states_variants() {
    let choice = choice::<Event>();
    assert!(matches!(choice.tagging, Tagging::External));
    assert_eq!(
        variants(choice),
        ["started", "moved", "named", "at", "nothing", "other"]
    );
    let [started, moved, named, at, nothing, other] = &*choice.variants else {
        panic!()
    };
    assert_eq!(*started.aliases, ["begin"]);
    assert_eq!(*started.spellings, ["start", "launch"]);
    assert_eq!(started.description().as_deref(), Some("It began."));
    assert!(
        matches!(&moved.content, Content::Struct(object) if names(&object.fields) == ["farOff"])
    );
    assert!(matches!(&named.content, Content::Newtype(_)));
    assert!(matches!(&at.content, Content::Tuple(fields) if fields.len() == 2));
    assert!(matches!(nothing.content, Content::Unit));
    assert!(other.other);
    assert_eq!(other.description().as_deref(), Some("Everything else."));
}

#[test]
fn validates_variants() {
    assert_eq!(
        paths(&Event::Moved {
            far_off: -1,
            cache: 0
        }),
        ["/moved/farOff"]
    );
    assert_eq!(paths(&Event::Named(String::new())), ["/named"]);
    assert_eq!(paths(&Event::At(1, 10)), ["/at/1"]);
    assert_eq!(paths(&Event::Hidden(1)), [""; 0]);
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "type")]
enum Internal {
    A {
        #[llm(range(max = 1))]
        n: u8,
    },
    B(Raw),
    C,
}

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(#[llm(range(max = 1))] u8),
    B { n: u8 },
}

#[derive(Deserialize, LlmExtract)]
#[serde(untagged)]
enum Untagged {
    Number(#[llm(range(max = 1))] u8),
    Object { n: u8 },
}

#[derive(Deserialize, LlmExtract)]
enum Mixed {
    Known,
    #[serde(untagged)]
    Text(#[llm(len(max = 1))] String),
}

#[test]
fn states_how_variants_are_told_apart() {
    assert!(matches!(&choice::<Internal>().tagging, Tagging::Internal { tag } if tag == "type"));
    assert!(
        matches!(&choice::<Adjacent>().tagging, Tagging::Adjacent { tag, content } if tag == "t" && content == "c")
    );
    assert!(matches!(choice::<Untagged>().tagging, Tagging::Untagged));
    assert_eq!(
        choice::<Mixed>()
            .variants
            .iter()
            .map(|v| v.untagged)
            .collect::<Vec<_>>(),
        [false, true]
    );
    let text = || String::from("ab");
    assert_eq!(paths(&Internal::A { n: 2 }), ["/n"]);
    assert_eq!(
        paths(&Internal::B(Raw {
            in_file: text(),
            r#in: String::new()
        })),
        ["/in"]
    );
    assert_eq!(paths(&Adjacent::A(2)), ["/c"]);
    assert_eq!(paths(&Untagged::Number(2)), [""]);
    assert_eq!(paths(&Mixed::Text(text())), [""]);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, LlmExtract)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red = 1,
    Green = { const { 2 } },
    #[serde(skip)]
    Secret,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Deserialize, LlmExtract)]
struct Id(String);

#[derive(Deserialize, LlmExtract)]
struct Keyed {
    #[llm(values(range(max = 1)))]
    colours: BTreeMap<Colour, u8>,
    #[llm(values(range(max = 1)))]
    ids: BTreeMap<Id, u8>,
    #[llm(one_of("red"))]
    colour: Colour,
}

#[test]
fn gives_the_text_of_keys() {
    let keyed = Keyed {
        colours: BTreeMap::from([(Colour::Green, 2)]),
        ids: BTreeMap::from([(Id("x/y".into()), 2)]),
        colour: Colour::Green,
    };
    assert_eq!(paths(&keyed), ["/colours/green", "/ids/x~1y", "/colour"]);
}

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
struct Foreign {
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

trait Tr: 'static {
    type Id;
}

#[derive(Deserialize)]
struct Marker;

impl Tr for Marker {
    type Id = u8;
}

#[derive(Deserialize, LlmExtract)]
#[serde(bound = "T::Id: Deserialize<'de>")]
struct Assoc<T: Tr> {
    id: T::Id,
    #[serde(skip)]
    mark: PhantomData<T>,
}

#[derive(Deserialize, LlmExtract)]
struct Defaulted<R: Clone = String>(R);

#[derive(Deserialize, LlmExtract)]
struct Comma<T>
where
    T: Clone,
{
    t: T,
}

#[derive(Deserialize, LlmExtract)]
struct Node<T> {
    #[llm(len(min = 1))]
    name: String,
    value: T,
    next: Option<Box<Node<T>>>,
}

#[derive(Deserialize, LlmExtract)]
struct Stmt<T> {
    then: Vec<Expr<T>>,
}

#[derive(Deserialize, LlmExtract)]
enum Expr<T> {
    Leaf(T),
    Block(Box<Stmt<T>>),
}

#[derive(Deserialize, LlmExtract)]
#[serde(bound = "[u8; N]: Deserialize<'de>")]
struct Fixed<const N: usize> {
    #[llm(items(range(max = 9)))]
    items: [u8; N],
}

#[derive(Deserialize, LlmExtract)]
#[llm(bound = "T: LlmExtract")]
struct Bounded<T> {
    #[llm(opaque)]
    foreign: Foreign,
    list: Vec<T>,
}

#[derive(Deserialize, LlmExtract)]
struct Holder<T> {
    #[llm(opaque)]
    foreign: Vec<T>,
}

#[test]
fn takes_generics() {
    assert_eq!(names(&object::<Assoc<Marker>>().fields), ["id"]);
    assert!(matches!(Defaulted::<String>::SHAPE.kind, Kind::Newtype(_)));
    assert!(Comma::<u8>::SHAPE.instance.unwrap()().ends_with("Comma<u8>"));
    assert!(matches!(
        kind(field::<Node<u8>>("value")),
        Kind::Integer { .. }
    ));
    assert_eq!(variants(choice::<Expr<u8>>()), ["Leaf", "Block"]);
    assert_eq!(names(&object::<Stmt<u8>>().fields), ["then"]);
    assert_eq!(paths(&Fixed { items: [1, 10, 2] }), ["/items/1"]);
    assert_eq!(object::<Bounded<u8>>().fields.len(), 2);
    assert!(matches!(
        kind(field::<Holder<Foreign>>("foreign")),
        Kind::Opaque(_)
    ));
    let inner = Node {
        name: String::new(),
        value: 1,
        next: None,
    };
    let outer = Node {
        name: "a".into(),
        value: 1,
        next: Some(Box::new(inner)),
    };
    assert_eq!(paths(&outer), ["/next/name"]);
}

macro_rules! wrap {
    ($(#[$m:meta])* $name:ident { $($(#[$fm:meta])* $field:ident: $ty:ty = $max:expr),* }) => {
        #[derive(Deserialize, LlmExtract)]
        $(#[$m])*
        struct $name { $($(#[$fm])* #[llm(range(max = $max))] $field: $ty),* }
    };
}

wrap! {
    /// Made by a macro.
    #[serde(rename_all = "UPPERCASE")]
    #[llm(title = "M")]
    Made {
        /// A number.
        #[llm(example = 3)]
        a: Option<u8> = 5,
        b: u64 = u64::MAX - 1
    }
}

#[test]
fn takes_types_made_by_macros() {
    assert_eq!(
        Made::SHAPE.description().as_deref(),
        Some("Made by a macro.")
    );
    assert_eq!(names(&object::<Made>().fields), ["A", "B"]);
    assert_eq!(
        field::<Made>("A").description().as_deref(),
        Some("A number.")
    );
    assert_eq!(
        paths(&Made {
            a: Some(6),
            b: u64::MAX
        }),
        ["/A", "/B"]
    );
}

const LIMIT: i64 = 3;

#[derive(Deserialize, LlmExtract)]
struct Bounds {
    #[llm(range(min = -5, max = LIMIT))]
    a: i64,
    #[llm(range(min = -0.5, max = 60.0 * 60.0))]
    b: f64,
    #[llm(range(min = 2 * LIMIT, max = 340_282_366_920_938_463_463_374_607_431_768_211_455))]
    c: u128,
    #[llm(multiple_of = 0.25)]
    d: f32,
    #[llm(one_of(1, -2, 3))]
    e: i8,
    #[llm(range(max = 60 * 60), warn)]
    f: u32,
    #[llm(len(min = usize::MIN, max = 2))]
    g: Vec<u8>,
    #[llm(format = "date")]
    h: String,
}

#[test]
fn takes_constant_bounds() {
    let bounds = |a, b, c, d, e, f| Bounds {
        a,
        b,
        c,
        d,
        e,
        f,
        g: vec![],
        h: "2026-11-30".into(),
    };
    assert_eq!(paths(&bounds(-5, 3600.0, 6, 0.75, -2, 0)), [""; 0]);
    assert_eq!(
        paths(&bounds(-6, 3600.5, 5, 0.7, 2, 9999)),
        ["/a", "/b", "/c", "/d", "/e"]
    );
    assert_eq!(paths(&bounds(4, -0.6, 6, 0.5, 1, 0)), ["/a", "/b"]);
}

#[derive(Clone, Serialize, Deserialize, LlmExtract)]
struct Point {
    x: i32,
}

const ORIGIN: Point = Point { x: 0 };

#[derive(Serialize, Deserialize, LlmExtract)]
#[llm(example = Examples::one())]
struct Examples {
    #[llm(example = ORIGIN)]
    a: Option<Point>,
    #[llm(example = ["x", "y"])]
    b: Vec<String>,
    #[llm(example = -1.5)]
    c: f64,
    #[llm(example = 'c')]
    d: char,
    #[llm(example = true)]
    e: bool,
    #[llm(example = 18_446_744_073_709_551_615)]
    f: u64,
    #[llm(example = vec![ORIGIN; 2])]
    g: Vec<Point>,
}

impl Examples {
    fn one() -> Examples {
        Examples {
            a: None,
            b: vec![],
            c: 0.0,
            d: 'd',
            e: false,
            f: 1,
            g: vec![],
        }
    }
}

#[test]
fn writes_examples_as_wire_values() {
    let of = |name| field::<Examples>(name).example.unwrap()().to_string();
    assert_eq!(of("a"), r#"{"x":0}"#);
    assert_eq!(of("b"), r#"["x","y"]"#);
    assert_eq!(of("c"), "-1.5");
    assert_eq!(of("d"), r#""c""#);
    assert_eq!(of("e"), "true");
    assert_eq!(of("f"), "18446744073709551615");
    assert_eq!(of("g"), r#"[{"x":0},{"x":0}]"#);
    assert_eq!(Examples::SHAPE.example.unwrap()()["d"], "d");
}

#[derive(Deserialize, LlmExtract)]
#[doc = include_str!("derive.md")]
struct Documented {
    #[doc = concat!("a", "b")]
    /// c
    #[doc(hidden)]
    f: i32,
    #[llm(description = "Instead.")]
    /// Not this.
    g: i32,
}

#[test]
fn takes_docs_of_every_form() {
    assert_eq!(
        Documented::SHAPE.description().as_deref(),
        Some("From a file.")
    );
    assert_eq!(
        field::<Documented>("f").description().as_deref(),
        Some("ab c")
    );
    assert_eq!(
        field::<Documented>("g").description().as_deref(),
        Some("Instead.")
    );
}

type Maybe<T> = Option<T>;

#[derive(Deserialize, LlmExtract)]
struct Optional {
    a: std::option::Option<u8>,
    b: Maybe<u8>,
}

#[test]
fn asks_the_type_whether_it_is_optional() {
    let fields = &object::<Optional>().fields;
    assert!(
        fields
            .iter()
            .all(|field| matches!(kind(field), Kind::Option(_)))
    );
}

#[derive(Debug, Deserialize, LlmExtract)]
#[repr(C, packed)]
#[non_exhaustive]
#[must_use]
#[serde(bound = "", expecting = "x")]
struct Packed {
    #[llm(range(max = 1))]
    a: u32,
    b: (u8, [(i32, i32); 2], ()),
}

#[test]
fn takes_other_attributes_and_packed_fields() {
    assert_eq!(
        paths(&Packed {
            a: 2,
            b: (1, [(1, 1); 2], ())
        }),
        ["/a"]
    );
}

#[derive(Deserialize, LlmExtract)]
#[llm(json_schema)]
struct Plugged<T> {
    a: T,
}

#[derive(schemars::JsonSchema)]
struct Outer {
    inner: Plugged<u8>,
}

#[test]
fn plugs_into_schemars() {
    use schemars::JsonSchema;
    assert_eq!(Plugged::<u8>::schema_name(), "Plugged_u8");
    let schema = schemars::schema_for!(Outer);
    assert!(
        schema.as_value().pointer("/$defs/Plugged_u8").is_some(),
        "{schema:?}"
    );
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
