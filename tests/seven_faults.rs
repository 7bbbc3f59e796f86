//! Seven faults of seven kinds in one value come back in one list, wherever the value stands.

#![allow(dead_code, reason = "what is only read")]

use std::collections::BTreeMap;

use llm_parse::{Code, LlmExtract, parse};
use serde::Deserialize;

#[derive(Debug, Deserialize, LlmExtract)]
struct Entry {
    id: u32,
    author: String,
    #[llm(range(min = 1, max = 5))]
    priority: u8,
    state: State,
    #[llm(len(min = 2))]
    tags: Vec<String>,
    #[llm(pattern = "^[A-Z]+-[0-9]+$", example = "OPS-7")]
    key: String,
    #[llm(check = even, example = 4)]
    count: u8,
}

#[derive(Debug, Deserialize, LlmExtract)]
enum State {
    Open,
    Closed,
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Report {
    title: String,
    pages: BTreeMap<String, Vec<Entry>>,
}

#[derive(Debug, Deserialize, LlmExtract)]
enum External {
    Nothing,
    Entry(Entry),
    Pair(u8, Entry),
    Inside { entry: Box<Entry> },
}

#[derive(Debug, Deserialize, LlmExtract)]
#[serde(tag = "type")]
enum Internal {
    Nothing,
    Inside { entry: Option<Entry> },
}

#[derive(Debug, Deserialize, LlmExtract)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    Entry(Entry),
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Flat {
    number: u8,
    #[serde(flatten)]
    entry: Entry,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "a check takes a reference"
)]
fn even(n: &u8) -> Result<(), String> {
    if n.is_multiple_of(2) {
        Ok(())
    } else {
        Err(format!("{n} is odd"))
    }
}

const GOOD: &str = r#"{"id": 1, "author": "Ada", "priority": 1, "state": "Open", "tags": ["a", "b"], "key": "A-1", "count": 2}"#;

/// The keys stand in another order than they are declared in.
const BAD: &str = r#"{"key": "ops 7", "count": 3, "id": "seven", "priority": 9, "state": "Waiting", "tags": ["one"]}"#;

const FAULTS: [(&str, Code, &str); 7] = [
    ("id", Code::Type, r#""seven""#),
    ("author", Code::Missing, BAD),
    ("priority", Code::Range, "9"),
    ("state", Code::OneOf, r#""Waiting""#),
    ("tags", Code::Len, r#"["one"]"#),
    ("key", Code::Pattern, r#""ops 7""#),
    ("count", Code::Check, "3"),
];

/// Reads the text, in which `BAD` and `GOOD` stand for these values, and looks for the faults below `base`.
fn finds_all<T: LlmExtract + std::fmt::Debug>(text: &str, base: &str) {
    let text = text.replace("BAD", BAD).replace("GOOD", GOOD);
    let start = text.find(BAD).unwrap();
    let error = parse::<T>(&text).unwrap_err();
    let found: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| {
            (
                violation.path().to_string(),
                violation.code(),
                violation.span(),
            )
        })
        .collect();
    let expected = FAULTS.map(|(key, code, part)| {
        let from = start + BAD.find(part).unwrap();
        (format!("{base}/{key}"), code, Some(from..from + part.len()))
    });
    assert_eq!(found, expected, "{text}\n{error}");
}

#[test]
fn in_the_root() {
    finds_all::<Entry>("BAD", "");
    finds_all::<Entry>("Here it is:\n```json\nBAD\n```\n", "");
}

#[test]
fn in_a_list_in_a_map_in_a_struct() {
    let text = r#"{"pages": {"first": [GOOD], "a/b": [GOOD, BAD, GOOD]}, "title": "é漢"}"#;
    finds_all::<Report>(text, "/pages/a~1b/1");
}

#[test]
fn in_an_enum() {
    finds_all::<External>(r#"{"Entry": BAD}"#, "/Entry");
    finds_all::<External>(r#"{"Pair": [1, BAD]}"#, "/Pair/1");
    finds_all::<External>(r#"{"Inside": {"entry": BAD}}"#, "/Inside/entry");
    finds_all::<Internal>(r#"{"entry": BAD, "type": "Inside"}"#, "/entry");
    finds_all::<Adjacent>(r#"{"t": "Entry", "c": BAD}"#, "/c");
}

#[test]
fn in_a_tuple() {
    finds_all::<(u8, Entry)>("[1, BAD]", "/1");
    finds_all::<[(bool, Entry); 2]>("[[true, GOOD], [false, BAD]]", "/1/1");
}

#[test]
fn in_a_struct_whose_fields_are_flattened() {
    let text = BAD.replacen('{', r#"{"number": 1, "#, 1);
    let error = parse::<Flat>(&text).unwrap_err();
    let found: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| (violation.path().to_string(), violation.code()))
        .collect();
    let expected = FAULTS.map(|(key, code, _)| (format!("/{key}"), code));
    assert_eq!(found, expected, "{error}");
}

#[test]
fn none_in_a_good_value() {
    let report: Report = parse(&r#"{"title": "", "pages": {"a": [GOOD]}}"#.replace("GOOD", GOOD))
        .unwrap()
        .into_value();
    assert_eq!(report.validate(), Ok(()));
}
