//! Structs: names, forms, documentation, and the order of violations.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use llm_parse::LlmExtract;
use llm_parse::shape::{Kind, Shape};
use serde::{Deserialize, Serialize};

use crate::{faults, field, kind, names, object, paths};

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
pub(crate) struct Raw {
    pub(crate) r#in_file: String,
    #[llm(len(min = 1))]
    pub(crate) r#in: String,
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

#[derive(Deserialize, LlmExtract)]
#[doc = include_str!("docs.md")]
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
