//! Values that nearly have the declared type.

use std::collections::HashMap;
use std::time::Duration;

use llm_parse::{Code, FixKind, Leniency, LlmExtract, Reader, parse};
use serde::{Deserialize, Deserializer};

use crate::{at, faults, read, refused};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Point {
    x: i32,
}

/// B009
#[test]
fn what_is_no_object_is_refused_at_the_root() {
    for (text, found) in [
        ("null", "null"),
        ("[1,2]", "list"),
        ("7", "7"),
        ("\"hi\"", "hi"),
        ("true", "true"),
        ("[]", "list"),
    ] {
        let error = refused::<Point>(text);
        let violation = &error.violations()[0];
        assert!(violation.path().is_root());
        assert_eq!(violation.code(), Code::Type, "{text}: {error}");
        assert!(violation.expected().contains("object"), "{error}");
        assert!(violation.found().contains(found), "{text}: {error}");
    }
}

/// B052
#[test]
fn integer_keys_are_read_or_blamed_on_the_type() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Board {
        scores: HashMap<u64, String>,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    #[serde(tag = "type")]
    enum Game {
        Board { scores: HashMap<u64, String> },
    }
    let scores = r#"{"scores":{"1":"x","22":"y"}}"#;
    assert_eq!(read::<Board>(scores).scores[&22], "y");
    assert_eq!(
        faults::<Board>(r#"{"scores":{"one":"x"}}"#)[0].0,
        "/scores/one"
    );
    match parse::<Game>(r#"{"type":"Board","scores":{"1":"x","22":"y"}}"#) {
        Ok(parsed) => {
            let Game::Board { scores } = parsed.value;
            assert_eq!(scores[&22], "y");
        }
        Err(error) => assert_eq!(error.violations()[0].code(), Code::TypeFault, "{error}"),
    }
}

/// B095
#[test]
fn an_optional_struct_is_kept_when_its_own_optional_fields_are_absent() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Geo {
        code: String,
        lat: Option<i32>,
        lon: Option<i32>,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Outer {
        label: String,
        geo: Option<Geo>,
    }
    let text = r#"[{"label":"p","geo":{"code":"v1"}},{"label":"q","geo":{"code":"v2"}},]"#;
    for text in [
        text,
        &text.replace(",]", "]"),
        &text.replace("}}", r#","lat":null}}"#),
    ] {
        let geos: Vec<_> = read::<Vec<Outer>>(text)
            .into_iter()
            .map(|outer| outer.geo)
            .collect();
        assert_eq!(geos[0].as_ref().unwrap().code, "v1", "{text}");
        assert_eq!(
            geos[1],
            Some(Geo {
                code: "v2".to_owned(),
                lat: None,
                lon: None
            })
        );
    }
    let empty = r#"{"label":"p","geo":{}}"#;
    assert_eq!(faults::<Outer>(empty), at("/geo/code", Code::Missing));
}

/// B097
#[test]
fn a_wrong_value_in_an_optional_field_is_no_none() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Person {
        name: String,
        age: Option<u8>,
        #[serde(default)]
        size: u8,
    }
    for age in ["\"thirty\"", "300", "-1", "1.5", "{}", "true"] {
        let text = format!(r#"{{"name":"x","age":{age}}}"#);
        let faults = faults::<Person>(&text);
        assert_eq!(faults.len(), 1, "{age}");
        assert_eq!(faults[0].0, "/age");
    }
    assert_eq!(
        faults::<Person>(r#"{"name":"x","size":"big"}"#),
        at("/size", Code::Type)
    );
    // A word that says that there is none is no value either: an error, or `None` on record.
    match parse::<Person>(r#"{"name":"x","age":"unknown"}"#) {
        Ok(parsed) => {
            assert_eq!(parsed.value.age, None);
            assert_eq!(parsed.fixes[0].kind(), FixKind::NullFromText);
        }
        Err(error) => assert_eq!(error.violations()[0].path().to_string(), "/age"),
    }
}

/// B099
#[test]
fn whole_numbers_are_read_from_floats_and_text() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Counts {
        a: u32,
        b: u32,
        c: u32,
        d: Option<u32>,
    }
    let counts = Counts {
        a: 20,
        b: 20,
        c: 7,
        d: None,
    };
    assert_eq!(read::<Counts>(r#"{"a":20.0,"b":"20.0","c":" 7 "}"#), counts);
    for (d, code) in [
        ("20.5", Code::Type),
        ("\"20.5\"", Code::Type),
        ("1e-1", Code::Type),
        ("\"NaN\"", Code::Type),
        ("\"inf\"", Code::Type),
        ("-1.0", Code::Range),
        ("5e9", Code::Range),
    ] {
        let text = format!(r#"{{"a":20.0,"b":"20.0","c":" 7 ","d":{d}}}"#);
        assert_eq!(faults::<Counts>(&text), at("/d", code), "{d}");
    }
    let repair = Reader::new().leniency(Leniency::Repair);
    let error = repair
        .parse::<Counts>(r#"{"a":20.0,"b":"20.0","c":" 7 "}"#)
        .unwrap_err();
    assert_eq!(error.violations().len(), 3, "{error}");
}

/// B126
#[test]
fn a_function_on_an_optional_field_makes_its_key_required() {
    fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(from)?.map(Duration::from_secs))
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Strict {
        #[serde(deserialize_with = "seconds")]
        #[llm(as = Option<u64>)]
        d: Option<Duration>,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Loose {
        #[serde(default, deserialize_with = "seconds")]
        #[llm(as = Option<u64>)]
        d: Option<Duration>,
    }
    assert_eq!(faults::<Strict>("{}"), at("/d", Code::Missing));
    assert_eq!(Strict::schema().as_value()["required"][0], "d");
    assert_eq!(read::<Strict>(r#"{"d":null}"#).d, None);
    assert_eq!(
        read::<Strict>(r#"{"d":"90"}"#).d,
        Some(Duration::from_secs(90))
    );
    assert_eq!(read::<Loose>("{}").d, None);
}

/// B161
#[test]
fn null_is_none() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Page {
        title: String,
        chart: Option<Point>,
        charts: Option<Vec<Point>>,
    }
    let page = Page {
        title: "t".to_owned(),
        chart: None,
        charts: None,
    };
    assert_eq!(read::<Page>(r#"{"title":"t","chart":null}"#), page);
    assert_eq!(
        read::<Page>("{'title':'t','chart':None,'charts':nil}"),
        page
    );
    assert_eq!(
        faults::<Page>(r#"{"title":null}"#),
        at("/title", Code::Type)
    );
}

/// B162
#[test]
fn a_wrong_item_is_reported_and_never_dropped() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Extra {
        n: String,
        e: String,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Report {
        main: Vec<i32>,
        extra: Vec<Extra>,
    }
    let text = r#"{"main":[1,2],"extra":[{"n":"a","e":"x"},{"n":"b"}]}"#;
    assert_eq!(faults::<Report>(text), at("/extra/1/e", Code::Missing));
    let text = r#"{"main":[1,"two"],"extra":[null,{"n":"a","e":"x"}]}"#;
    let expected = [
        ("/main/1".to_owned(), Code::Type),
        ("/extra/0".to_owned(), Code::Type),
    ];
    assert_eq!(faults::<Report>(text), expected);
}

/// B163
#[test]
fn one_value_and_a_list_of_one_stand_for_each_other() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Person {
        name: String,
        age: u8,
    }
    let ada = || Person {
        name: "a".to_owned(),
        age: 1,
    };
    let parsed = parse::<Person>(r#"[{"name":"a","age":1}]"#).unwrap();
    assert_eq!(parsed.value, ada());
    assert_eq!(parsed.fixes[0].kind(), FixKind::Unwrapped);
    let parsed = parse::<Vec<Person>>(r#"{"name":"a","age":1}"#).unwrap();
    assert_eq!(parsed.value, [ada()]);
    assert_eq!(parsed.fixes[0].kind(), FixKind::Wrapped);
    let two = r#"[{"name":"a","age":1},{"name":"b","age":2}]"#;
    assert_eq!(faults::<Person>(two), at("", Code::Type));
    assert_eq!(faults::<Person>(r#"["a",1]"#), at("", Code::Type));
    assert_eq!(faults::<Person>("[]"), at("", Code::Type));
}

/// B193
#[test]
fn an_alias_beside_its_name_is_a_duplicate() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Keyed {
        #[serde(alias = "ID")]
        id: u32,
    }
    let error = refused::<Keyed>(r#"{"ID":1,"id":12}"#);
    assert_eq!(error.violations()[0].code(), Code::DuplicateKey);
    let line = error.to_string();
    assert!(line.contains("ID") && line.contains("id"), "{line}");
    assert_eq!(read::<Keyed>(r#"{"ID":1,"id":1}"#), Keyed { id: 1 });
    assert_eq!(read::<Keyed>(r#"{"ID":1}"#), Keyed { id: 1 });
    assert_eq!(read::<Keyed>(r#"{"Id":1}"#), Keyed { id: 1 });
}

/// B224
#[test]
fn rules_of_inner_types_hold_without_being_asked_for() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Lamp {
        #[llm(range(min = 0, max = 60))]
        watt: i32,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Room {
        lamp: Lamp,
        spare: Option<Box<Lamp>>,
        #[serde(default)]
        by_name: HashMap<String, Vec<Lamp>>,
    }
    assert_eq!(
        faults::<Room>(r#"{"lamp":{"watt":-3}}"#),
        at("/lamp/watt", Code::Range)
    );
    let text = r#"{"lamp":{"watt":3},"spare":{"watt":61},"by_name":{"a/b":[{"watt":99}]}}"#;
    let paths: Vec<_> = faults::<Room>(text)
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    assert_eq!(paths, ["/spare/watt", "/by_name/a~1b/0/watt"]);
}
