//! Rules that pass through newtypes and reach the keys of maps, in a reply and on a finished value.

use std::borrow::Cow;
use std::collections::{BTreeMap, LinkedList};
use std::sync::Arc;

use llm_parse::{Code, LlmExtract, parse};
use serde::Deserialize;

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, LlmExtract)]
enum Day {
    Monday,
    Sunday,
}

#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, LlmExtract)]
struct Shelf(u8);

#[derive(Debug, Deserialize, LlmExtract)]
struct Plan {
    #[llm(keys(one_of("Monday")))]
    days: BTreeMap<Day, u8>,
    #[llm(keys(one_of(true)))]
    flags: BTreeMap<bool, u8>,
    #[llm(keys(range(max = 9)))]
    shelves: BTreeMap<Option<Shelf>, u8>,
}

#[test]
fn rules_for_keys_are_held_whatever_the_key_is() {
    let good = r#"{"days": {"Monday": 1}, "flags": {"true": 1}, "shelves": {"9": 1}}"#;
    let plan = parse::<Plan>(good).unwrap().value;
    plan.validate().unwrap();

    let bad = r#"{"days": {"Sunday": 1}, "flags": {"false": 1}, "shelves": {"10": 1}}"#;
    let error = parse::<Plan>(bad).unwrap_err();
    let found: Vec<(String, Code)> = (error.violations().iter())
        .map(|violation| (violation.path().to_string(), violation.code()))
        .collect();
    let expected = [
        ("/days/Sunday", Code::OneOf),
        ("/flags/false", Code::OneOf),
        ("/shelves/10", Code::Range),
    ];
    assert_eq!(found, expected.map(|(path, code)| (path.to_owned(), code)));
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Words(Vec<String>);

#[derive(Debug, Deserialize, LlmExtract)]
struct Shared<T>(Option<Arc<T>>);

#[derive(Debug, Deserialize, LlmExtract)]
struct Lists {
    #[llm(unique)]
    newtype: Words,
    #[llm(unique)]
    shared: Shared<Words>,
    #[llm(unique)]
    borrowed: Cow<'static, [u8]>,
    #[llm(unique)]
    #[allow(clippy::linkedlist, reason = "it has a shape, too")]
    linked: LinkedList<u8>,
}

#[test]
fn unique_passes_through_newtypes_and_pointers() {
    let twice = || vec!["a".to_owned(), "a".to_owned()];
    let lists = Lists {
        newtype: Words(twice()),
        shared: Shared(Some(Arc::new(Words(twice())))),
        borrowed: Cow::Borrowed(&[1, 1]),
        linked: LinkedList::from([1, 2, 1]),
    };
    let violations = lists.validate().unwrap_err();
    let paths: Vec<String> = violations
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["/newtype", "/shared", "/borrowed", "/linked"]);
    assert!(violations.iter().all(|one| one.code() == Code::Unique));
}
