//! What the derive accepts, and what it says of it.

use std::borrow::Cow;
use std::marker::PhantomData;

use llm_parse::{Code, LlmExtract};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{at, faults, read};

fn schema<T: LlmExtract>() -> Value {
    T::schema().to_value()
}

fn properties<T: LlmExtract>() -> Vec<String> {
    let schema = schema::<T>();
    schema["properties"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect()
}

/// B053
mod names_of_the_prelude_in_scope {
    pub(super) type Result<T> = std::result::Result<T, u8>;
    pub(super) struct Option;
    pub(super) struct Ok;
    pub(super) struct Vec;
    pub(super) struct Value;

    #[derive(llm_parse::LlmExtract, serde::Deserialize)]
    pub(super) struct Short {
        #[llm(len(min = 1))]
        pub(super) f: String,
    }
}

/// B053
#[test]
fn names_of_the_prelude_may_mean_something_else() {
    type Short = names_of_the_prelude_in_scope::Short;
    assert_eq!(read::<Short>(r#"{"f":"x"}"#).f, "x");
    assert!(llm_parse::parse::<Short>(r#"{"f":""}"#).is_err());
}

/// B054
mod no_prelude {
    #![no_implicit_prelude]

    #[derive(::llm_parse::LlmExtract, ::serde::Deserialize)]
    pub(super) struct Short {
        #[llm(len(max = 1), unique, example = ["x"])]
        pub(super) f: ::std::vec::Vec<::std::string::String>,
    }
}

/// B054
#[test]
fn a_derive_needs_no_prelude() {
    type Short = no_prelude::Short;
    assert_eq!(read::<Short>(r#"{"f":["x"]}"#).f, ["x"]);
    assert!(llm_parse::parse::<Short>(r#"{"f":["x","x"]}"#).is_err());
}

/// B122
mod framework {
    pub(super) use llm_parse as library;
}

/// B122; without `crate` the compiler itself says that there is no `llm_parse`, and lets nobody add to that.
#[test]
fn the_library_may_be_reached_by_another_path() {
    #[derive(Debug, Deserialize, framework::library::LlmExtract)]
    #[llm(crate = "crate::derive::framework::library", json_schema)]
    struct Quoted {
        #[llm(range(max = 3))]
        a: u8,
    }
    #[derive(Debug, Deserialize, framework::library::LlmExtract)]
    #[llm(crate = framework::library)]
    struct Bare(Quoted);
    assert_eq!(read::<Bare>(r#"{"a":1}"#).0.a, 1);
    assert_eq!(faults::<Bare>(r#"{"a":4}"#), at("/a", Code::Range));
}

/// B055, B056, B057
#[test]
fn raw_identifiers_lose_their_mark() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Raw {
        #[llm(range(max = 3))]
        r#type: u32,
        r#match: Option<u8>,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[allow(non_camel_case_types, reason = "the reported case")]
    enum Kind {
        r#async,
        Plain,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    #[serde(rename_all = "kebab-case")]
    struct Kebab {
        r#in_file: String,
        r#in: String,
    }
    assert_eq!(properties::<Raw>(), ["type", "match"]);
    assert_eq!(properties::<Kebab>(), ["in-file", "in"]);
    assert_eq!(faults::<Raw>(r#"{"type":4}"#), at("/type", Code::Range));
    assert!(Raw::example().get("type").is_some());
    assert_eq!(read::<Kind>("\"async\""), Kind::r#async);
    assert_eq!(schema::<Kind>()["enum"], json!(["async", "Plain"]));
}

macro_rules! wrap {
    ($(#[$m:meta])* struct $n:ident { $($(#[$fm:meta])* $f:ident: $t:ty),* }) => {
        $(#[$m])* struct $n { $($(#[$fm])* $f: $t),* }
    };
}

wrap! {
    /// A wrapped struct.
    #[derive(Debug, Deserialize, LlmExtract)]
    #[serde(rename_all = "UPPERCASE")]
    struct Wrapped {
        /// A wrapped field.
        #[llm(range(max = 3))]
        #[serde(alias = "number")]
        count: u8
    }
}

/// B118
#[test]
fn a_struct_that_a_macro_wrote_keeps_its_attributes() {
    let schema = schema::<Wrapped>();
    assert_eq!(schema["description"], "A wrapped struct.");
    assert_eq!(
        schema["properties"]["COUNT"]["description"],
        "A wrapped field."
    );
    assert_eq!(schema["properties"]["COUNT"]["maximum"], 3);
    assert_eq!(read::<Wrapped>(r#"{"number":1}"#).count, 1);
}

/// B119
#[test]
fn optional_is_what_the_type_says() {
    type Maybe<T> = Option<T>;
    #[derive(Debug, Deserialize, LlmExtract)]
    #[allow(unused_qualifications, reason = "the reported case")]
    struct Three {
        a: std::option::Option<u8>,
        b: ::core::option::Option<u8>,
        c: Maybe<u8>,
    }
    let three = read::<Three>("{}");
    assert_eq!((three.a, three.b, three.c), (None, None, None));
    assert_eq!(schema::<Three>().get("required"), None);
}

/// B120
#[test]
fn documentation_may_be_an_expression() {
    #[doc = include_str!("doc.md")]
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Documented {
        #[doc = concat!("a", "b")]
        f: i32,
    }
    let schema = schema::<Documented>();
    assert_eq!(schema["description"], "Text of a file.");
    assert_eq!(schema["properties"]["f"]["description"], "ab");
}

trait Tagged {
    type Id;
}

#[derive(Debug)]
struct Post;

impl Tagged for Post {
    type Id = u8;
}

/// B128, B131, B132, B133
#[test]
fn generics_of_every_form_compile() {
    #[derive(Debug, Deserialize, LlmExtract)]
    #[allow(clippy::trailing_empty_array, reason = "the reported case")]
    struct Trailing<T>
    where
        T: Clone,
    {
        t: T,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Defaulted<R: Clone = String>(R);
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Many<T: Clone + std::fmt::Debug, const N: usize>
    where
        [T; N]: serde::de::DeserializeOwned,
    {
        ts: [T; N],
        text: Cow<'static, str>,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    #[serde(bound = "T::Id: serde::de::DeserializeOwned")]
    #[llm(bound = "T: Tagged + 'static, T::Id: LlmExtract")]
    struct Keyed<T: Tagged> {
        id: T::Id,
        #[serde(skip)]
        marker: PhantomData<T>,
    }
    assert_eq!(read::<Trailing<u8>>(r#"{"t":1}"#).t, 1);
    assert_eq!(read::<Defaulted>("\"x\"").0, "x");
    assert_eq!(schema::<Defaulted<u8>>()["type"], "integer");
    assert_eq!(read::<Many<u8, 2>>(r#"{"ts":[1,2],"text":"x"}"#).ts, [1, 2]);
    assert_eq!(
        faults::<Many<u8, 2>>(r#"{"ts":[1],"text":"x"}"#),
        at("/ts", Code::Len)
    );
    assert_eq!(read::<Keyed<Post>>(r#"{"id":7}"#).id, 7);
}

/// B196, B198
mod no_warnings {
    #![deny(warnings, unused_qualifications, clippy::pedantic)]

    #[derive(Debug, llm_parse::LlmExtract, serde::Deserialize)]
    pub(super) struct Field {
        #[deprecated]
        old: Option<u8>,
        new: u8,
    }

    #[derive(Debug, llm_parse::LlmExtract, serde::Deserialize)]
    pub(super) enum Variant {
        #[deprecated]
        Old,
        New,
    }
}

/// B196, B198
#[test]
fn a_derive_warns_of_nothing() {
    read::<no_warnings::Field>(r#"{"new":1}"#);
    read::<no_warnings::Variant>("\"New\"");
}

/// B200
#[test]
fn attributes_of_others_are_left_alone() {
    #[derive(LlmExtract, Deserialize, Debug)]
    #[repr(C)]
    #[allow(dead_code, reason = "the reported case")]
    #[serde(rename_all = "camelCase", bound = "", expecting = "x")]
    #[non_exhaustive]
    #[must_use]
    struct Busy {
        #[doc(hidden)]
        #[cfg_attr(all(), serde(rename = "other_name"))]
        some_name: String,
        #[cfg(any())]
        absent: Absent,
        last_name: String,
    }
    assert_eq!(properties::<Busy>(), ["other_name", "lastName"]);
}

/// B201
#[test]
fn odd_types_are_described() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    enum Numbered {
        A = 1,
        B = 2,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Odd {
        a: (u8, String),
        b: [(i32, i32); 2],
        d: (),
    }
    let odd = read::<Odd>(r#"{"a":[1,"x"],"b":[[1,2],[3,4]],"d":null}"#);
    assert_eq!(
        odd,
        Odd {
            a: (1, "x".to_owned()),
            b: [(1, 2), (3, 4)],
            d: ()
        }
    );
    assert_eq!(read::<Numbered>("\"B\""), Numbered::B);
    assert_eq!(
        faults::<Odd>(r#"{"a":[1],"b":[[1,2],[3,4]],"d":null}"#),
        at("/a", Code::Len)
    );
}
