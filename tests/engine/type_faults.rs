//! A type that can never be read, found before any request, whatever is asked for.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, Conversation, Error, ErrorKind, Extractor, Maybe, Policy, Session, Step, blocking,
};
use serde::{Deserialize, Serialize};

use crate::{GOOD, block_on};

/// Serde reads no 128-bit integer behind a tag.
#[derive(Debug, Serialize, Deserialize, llm_parse::LlmExtract)]
struct Big {
    n: i128,
}

#[derive(Debug, Serialize, Deserialize, llm_parse::LlmExtract)]
#[serde(tag = "kind")]
enum Tagged {
    Big(Big),
}

const VALUE: Tagged = Tagged::Big(Big { n: 1 });

fn set() -> BTreeMap<String, Tagged> {
    BTreeMap::from([("a".to_owned(), VALUE)])
}

fn is_fault<T: Debug>(result: Result<T, Error>) {
    let error = result.expect_err("no value");
    assert_eq!(error.kind(), ErrorKind::TypeFault, "{error}");
    let said = error.to_string();
    assert!(said.starts_with("the type can never be read: "), "{said}");
    assert!(error.attempts().is_empty());
}

#[test]
fn every_way_to_ask_looks_at_the_type_first() {
    let script = Script::new([GOOD]);
    let extractor = Extractor::new(&script);
    is_fault(block_on(llm_parse::extract::<Tagged>(&script, "count")));
    is_fault(block_on(llm_parse::extract_optional::<Tagged>(
        &script, "count",
    )));
    is_fault(block_on(llm_parse::extract_all::<Tagged>(&script, "count")));
    is_fault(block_on(extractor.run::<Tagged>("count")));
    is_fault(block_on(extractor.run::<Maybe<Tagged>>("count")));
    is_fault(block_on(extractor.run_optional::<Tagged>("count")));
    is_fault(block_on(extractor.run_all::<Tagged>("count")));
    is_fault(block_on(extractor.repair::<Tagged>("count", GOOD)));
    is_fault(block_on(extractor.update(&VALUE, "count")));
    is_fault(block_on(extractor.update_all(&set(), "count")));
    let check = |_: &Tagged| Ok::<(), &str>(());
    is_fault(block_on(extractor.run_checked::<Tagged>("count", check)));
    is_fault(blocking::extract::<Tagged>(&script, "count"));
    is_fault(blocking::repair::<Tagged>(&extractor, "count", GOOD));
    is_fault(blocking::update(&extractor, &VALUE, "count"));
    is_fault(blocking::update_all(&extractor, &set(), "count"));
    let mut conversation = Conversation::new();
    is_fault(block_on(conversation.ask::<Tagged>(&extractor, "count")));
    assert!(script.requests().is_empty());
}

#[test]
fn every_session_looks_at_the_type_first() {
    fn is_fault<T: Debug>(mut session: Session<T>) {
        match session.next() {
            Step::Failed(error) => assert_eq!(error.kind(), ErrorKind::TypeFault, "{error}"),
            step => panic!("{step:?}"),
        }
    }

    let policy = Policy::new;
    let clients = [Capabilities::default()];
    is_fault(Session::<Tagged>::new("count", policy(), &clients));
    is_fault(Session::<Tagged>::repair("count", GOOD, policy(), &clients));
    is_fault(Session::update(&VALUE, "count", policy(), &clients));
    is_fault(Session::update_all(&set(), "count", policy(), &clients));
    is_fault(Session::<llm_parse::Answer<Tagged>>::optional(
        "count",
        policy(),
        &clients,
    ));
}

#[test]
fn a_value_that_is_not_read_back_is_not_changed() {
    #[derive(Debug, Serialize, Deserialize, llm_parse::LlmExtract)]
    struct Price {
        #[serde(skip_serializing)]
        currency: String,
        amount: f64,
    }

    let price = |currency: &str, amount| Price {
        currency: currency.to_owned(),
        amount,
    };
    let script = Script::new([GOOD]);
    let extractor = Extractor::new(&script);
    let error = block_on(extractor.update(&price("EUR", 1.0), "it is 2")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RoundTrip);
    assert!(
        error.to_string().contains("`currency` of `Price`"),
        "{error}"
    );
    // JSON has no such number.
    let error = block_on(extractor.update(&vec![f64::NAN], "it is 2")).unwrap_err();
    assert!(
        error.to_string().contains("/0: expected a number"),
        "{error}"
    );
    assert!(script.requests().is_empty());
}

#[test]
fn a_value_that_breaks_a_rule_may_be_changed() {
    #[derive(Debug, Serialize, Deserialize, llm_parse::LlmExtract)]
    struct Level {
        #[llm(range(min = 1, max = 5))]
        level: u8,
    }

    let script = Script::new([r#"[{"op": "replace", "path": "/level", "value": 5}]"#]);
    let extraction =
        block_on(Extractor::new(&script).update(&Level { level: 9 }, "at most 5")).unwrap();
    assert_eq!(extraction.value.level, 5);
}
