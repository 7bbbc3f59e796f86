//! What stands a level too deep, or under two spellings of a key, is read or refused, and never lost: in every place, both
//! ways of reading, and at every leniency.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::testing::{Malform, Malformation};
use llm_parse::{Code, FixKind, Leniency, LlmExtract, ParseError, Reader, RuntimeShape, parse};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const ALL: [Leniency; 3] = [Leniency::Strict, Leniency::Repair, Leniency::Coerce];

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Person {
    name: Option<String>,
    birth_year: Option<u16>,
    parent: Option<Box<Person>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(default)]
struct Crew {
    boss: Option<Person>,
    members: Vec<Person>,
    by_role: BTreeMap<String, Person>,
    last: Option<Event>,
    next: Option<Step>,
    contact: Option<Contact>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    Joined { day: Option<u8> },
    Left(Person),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Step {
    Hire { salary: Option<u32> },
    Promote(Person),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(untagged)]
enum Contact {
    Mail {
        mail: String,
    },
    Phone {
        phone: String,
        country: Option<String>,
    },
}

fn person(name: &str, parent: Option<Person>) -> Person {
    Person {
        name: Some(name.to_owned()),
        birth_year: None,
        parent: parent.map(Box::new),
    }
}

fn crew() -> Crew {
    Crew {
        boss: Some(person("Ada", Some(person("Anne", None)))),
        members: vec![person("Bo", None), person("Cy", Some(person("Di", None)))],
        by_role: [("cook".to_owned(), person("Ed", None))].into(),
        last: Some(Event::Left(person("Flo", None))),
        next: Some(Step::Hire { salary: Some(7) }),
        contact: Some(Contact::Phone {
            phone: "555".to_owned(),
            country: None,
        }),
    }
}

/// The places of all objects in a value.
fn objects(value: &Value, at: &str, places: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            places.push(at.to_owned());
            for (key, inner) in entries {
                objects(inner, &format!("{at}/{key}"), places);
            }
        }
        Value::Array(items) => {
            places.push(at.to_owned());
            for (index, inner) in items.iter().enumerate() {
                objects(inner, &format!("{at}/{index}"), places);
            }
        }
        _ => {}
    }
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(entries) => {
            let kept = entries.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(key, value)| (key.clone(), without_nulls(value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// The value with what stands at a place put under keys of its own.
fn wrapped(value: &Value, place: &str, keys: &[&str]) -> Value {
    let mut value = value.clone();
    let slot = value.pointer_mut(place).unwrap();
    for key in keys {
        *slot = json!({ *key: slot.take() });
    }
    value
}

fn both_ways<T: LlmExtract + PartialEq + Debug>(
    leniency: Leniency,
    text: &str,
) -> Result<T, ParseError> {
    let reader = Reader::new().leniency(leniency);
    let tree = reader.clone().direct(false).parse::<T>(text);
    let read = reader.parse::<T>(text);
    assert_eq!(read, tree, "{text}");
    read.map(|parsed| parsed.value)
}

#[test]
fn a_value_under_an_outer_key_at_any_place_is_that_value_or_refused() {
    let written = serde_json::to_value(crew()).unwrap();
    let (mut read, mut refused) = (0, 0);
    for value in [written.clone(), without_nulls(&written)] {
        let mut places = Vec::new();
        objects(&value, "", &mut places);
        assert!(places.len() > 12, "{places:?}");
        for place in places {
            for keys in [&["zzz"][..], &["result"], &["person"], &["zzz", "data"]] {
                let text = wrapped(&value, &place, keys).to_string();
                for leniency in ALL {
                    match both_ways::<Crew>(leniency, &text) {
                        Ok(got) => {
                            assert_eq!(got, crew(), "{leniency:?} {place} {keys:?}");
                            read += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
                if place.is_empty() {
                    assert_eq!(parse::<Crew>(&text).unwrap().value, crew(), "{text}");
                }
            }
        }
    }
    assert!(read > 60 && refused > 60, "{read} read, {refused} refused");
}

#[test]
fn a_malformed_value_of_optional_fields_is_that_value_or_refused() {
    let mut read = 0;
    for seed in 0..400 {
        let malform = Malform::of::<Crew>(seed).with(Malformation::OuterKey);
        let other = Malformation::all()[usize::try_from(seed).unwrap() % Malformation::all().len()];
        for malform in [malform.clone(), malform.with(other)] {
            if let Ok(parsed) = parse::<Crew>(malform.apply(&crew()).reply()) {
                assert_eq!(parsed.value, crew(), "{seed}");
                read += 1;
            }
        }
    }
    assert!(read > 500, "{read}");
}

#[test]
fn a_document_loses_nothing_under_an_outer_key() {
    let person = json!({"type": "object", "properties": {
        "name": {"type": "string"}, "birth_year": {"type": "integer"}}});
    let crew = json!({"type": "object", "properties": {
        "boss": person, "members": {"type": "array", "items": person}}});
    let shape = RuntimeShape::from_json_schema(&crew).unwrap();
    let read = |text: &str| Reader::new().parse_value(&shape, text).map(|one| one.value);
    for (text, wanted) in [
        (
            r#"{"crew": {"boss": {"name": "Ada"}}}"#,
            json!({"boss": {"name": "Ada"}}),
        ),
        (
            r#"{"boss": {"person": {"name": "Ada"}}}"#,
            json!({"boss": {"name": "Ada"}}),
        ),
        (
            r#"{"members": {"people": [{"name": "Ada"}]}}"#,
            json!({"members": [{"name": "Ada"}]}),
        ),
        (
            r#"{"boss": {"Birth-Year": 1, "birthyear": 1}}"#,
            json!({"boss": {"birth_year": 1}}),
        ),
    ] {
        assert_eq!(read(text).expect(text), wanted);
    }
    for (text, place, code) in [
        (
            r#"{"boss": {"note": "x", "person": {"name": "Ada"}}}"#,
            "/boss",
            Code::Type,
        ),
        (
            r#"{"members": [{"Ada": {"birth_year": 1}}]}"#,
            "/members/0",
            Code::Type,
        ),
        (
            r#"{"boss": {"Birth-Year": 1, "birthyear": 2}}"#,
            "/boss/birth_year",
            Code::DuplicateKey,
        ),
    ] {
        let error = read(text).expect_err(text);
        let violation = &error.violations()[0];
        assert_eq!(
            (violation.path().to_string(), violation.code()),
            (place.to_owned(), code),
            "{error}"
        );
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Badge {
    id: u8,
    #[serde(flatten)]
    holder: Person,
}

#[test]
fn a_flattened_struct_under_its_own_name_is_read() {
    for key in ["holder", "person", "Person"] {
        let text = json!({"id": 1, key: {"name": "Ada"}}).to_string();
        let parsed = parse::<Badge>(&text).unwrap();
        assert_eq!(parsed.value.holder, person("Ada", None), "{text}");
        assert_eq!(parsed.fixes[0].kind(), FixKind::OuterKey);
        assert!(
            both_ways::<Badge>(Leniency::Strict, &text).is_err(),
            "{text}"
        );
    }
}

#[test]
fn a_declared_key_is_lost_in_no_other_object() {
    let text = r#"{"birth_year": 1815, "employer": {"name": "Acme"}}"#;
    for leniency in ALL {
        let error = both_ways::<Person>(leniency, text).unwrap_err();
        assert!(error.to_string().contains("employer"), "{error}");
    }
}

#[test]
fn what_has_a_declared_key_is_left_as_it_is() {
    let text = r#"{"name": "Ada", "birth_year": 1815, "employer": {"name": "Acme"}}"#;
    for leniency in ALL {
        let read = both_ways::<Person>(leniency, text).unwrap();
        assert_eq!(read, serde_json::from_str(text).unwrap());
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract, PartialOrd, Ord, Eq)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    High,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Counts {
    id: Option<u8>,
    #[serde(flatten)]
    by_level: BTreeMap<Level, u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Aliased {
    #[serde(default, alias = "key_a")]
    value: u8,
}

#[test]
fn two_spellings_with_different_values_are_refused_by_both_names() {
    fn refusal<T: LlmExtract + PartialEq + Debug>(text: &str) -> String {
        let error = both_ways::<T>(Leniency::Coerce, text).expect_err(text);
        assert_eq!(error.violations()[0].code(), Code::DuplicateKey, "{error}");
        error.to_string()
    }
    let told = refusal::<Person>(r#"{"birthyear": 1, "Birth_Year": 2}"#);
    assert!(
        told.contains("`birthyear` and `Birth_Year`"),
        "both keys: {told}"
    );
    refusal::<Aliased>(r#"{"KeyA": 1, "Value": 2}"#);
    refusal::<Counts>(r#"{"Low": 1, "LOW": 2}"#);
    refusal::<BTreeMap<Level, u8>>(r#"{"Low": 1, "low": 2}"#);
    let equal = parse::<Person>(r#"{"birthyear": 1, "Birth_Year": 1}"#).unwrap();
    assert_eq!(equal.value.birth_year, Some(1));
    for text in [
        r#"{"birthyear": 1, "birth_year": 2}"#,
        r#"{"birth_year": null, "birthYear": 2}"#,
    ] {
        let told = refusal::<Person>(text);
        assert!(
            told.contains("`birth_year` and `birth"),
            "both keys: {told}"
        );
    }
    refusal::<Counts>(r#"{"low": 1, "LOW": 2}"#);
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Cased {
    id: Option<u8>,
    #[serde(rename = "ID")]
    upper: Option<u8>,
    #[serde(flatten)]
    more: BTreeMap<String, u8>,
}

#[test]
fn another_spelling_of_an_exact_key_is_ignored_where_serde_ignores_it() {
    // Only where other spellings are read is one a second value.
    for (text, leniencies) in [
        (r#"{"birth_year": 1, "birthYear": 2}"#, &ALL[..2]),
        (r#"{"birth_year": 1, "birthYear": 1}"#, &ALL[..]),
    ] {
        for leniency in leniencies {
            let read = both_ways::<Person>(*leniency, text).unwrap();
            assert_eq!(read, serde_json::from_str(text).unwrap());
        }
    }
    let text = r#"{"id": 1, "ID": 2, "Id": 3}"#;
    for leniency in ALL {
        let read = both_ways::<Cased>(leniency, text).unwrap();
        assert_eq!(read, serde_json::from_str(text).unwrap());
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Rated {
    #[serde(default)]
    #[llm(range(min = 1, max = 5))]
    stars: u8,
    #[serde(default, alias = "tag")]
    #[llm(len(min = 1))]
    tags: Vec<String>,
}

#[test]
fn a_default_that_breaks_a_rule_is_told_with_its_key() {
    let error = parse::<Rated>(r#"{"tag": ["a"]}"#).unwrap_err();
    let [violation] = error.violations() else {
        panic!("one violation: {error}");
    };
    assert_eq!(violation.code(), Code::Range);
    assert_eq!(violation.span(), Some(0..14));
    assert_eq!(
        violation.to_string(),
        "/stars: missing key \"stars\", and its default breaks a rule: expected a number of at least 1, found 0; give the \
         key a value"
    );
    let error = parse::<Rated>(r#"{"stars": 0, "tags": null}"#).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("/stars: expected an integer from 1 to 5, found 0"),
        "{error}"
    );
}

/// A type that declares the `name` that a tool call has too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Named {
    name: String,
    age: Option<u8>,
}

#[test]
fn a_tool_call_is_not_the_value_though_it_has_a_name() {
    let inner = r#"{"name": "Ada", "age": 36}"#;
    let quoted = Value::from(inner).to_string();
    let ada = Named {
        name: "Ada".to_owned(),
        age: Some(36),
    };
    for reply in [
        format!(r#"{{"name": "Named", "arguments": {inner}}}"#),
        format!(r#"<tool_call>{{"name": "named", "parameters": {inner}}}</tool_call>"#),
        format!(r#"{{"type": "function", "name": "x", "id": "1", "arguments": {quoted}}}"#),
        format!(r#"[TOOL_CALLS][{{"name": "Named", "arguments": {inner}}}]"#),
        format!(r#"{{"function": {{"name": "Named", "arguments": {inner}}}}}"#),
        format!(r#"{{"tool_calls": [{{"function": {{"name": "n", "arguments": {quoted}}}}}]}}"#),
    ] {
        let parsed = parse::<Named>(&reply).unwrap_or_else(|error| panic!("{reply}: {error}"));
        assert_eq!(parsed.value, ada, "{reply}");
        assert!(
            parsed
                .fixes
                .iter()
                .any(|fix| fix.kind() == FixKind::OuterKey)
        );
        let strict = Reader::new()
            .leniency(Leniency::Strict)
            .parse::<Named>(&reply);
        assert!(strict.is_err(), "{reply}");
    }
    // What holds none of its keys is no arguments, and what has other keys no call.
    for reply in [
        r#"{"name": "Ada", "input": {"depth": 3}}"#,
        r#"{"name": "Ada", "arguments": {"name": "Bo"}, "city": "Oslo"}"#,
        r#"{"name": "Ada", "parameters": [1, 2]}"#,
    ] {
        assert_eq!(parse::<Named>(reply).expect(reply).value.name, "Ada");
    }
}
