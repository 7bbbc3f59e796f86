//! A whole value after an answer that was cut off: what was there before does not get lost without a word.

use std::collections::BTreeMap;

use llm_parse::testing::Script;
use llm_parse::{Code, Error, Extraction, Extractor, LlmExtract, Outcome, Policy, Reply, Strategy};
use serde::{Deserialize, Serialize};

use crate::{block_on, cut, text};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Basket {
    owner: String,
    #[serde(default, alias = "items")]
    goods: Vec<String>,
    #[serde(default)]
    prices: BTreeMap<String, u32>,
    #[serde(default)]
    note: Option<String>,
}

/// What becomes of an answer that is cut off and of those that follow it, where each is asked for anew.
fn anew<T: LlmExtract>(first: &str, rest: &[&str]) -> (Result<Extraction<T>, Error>, Vec<String>) {
    let replies = rest.iter().map(|reply| Reply::text(*reply));
    let script = Script::new([cut(first)].into_iter().chain(replies));
    let policy = Policy::new().on(Outcome::CutOff, [Strategy::StrictFormat]);
    let extractor = Extractor::new(&script).policy(policy);
    let result = block_on(extractor.run::<T>("x"));
    (result, script.requests().iter().map(text).collect())
}

#[test]
fn a_shorter_list_is_refused_once() {
    let (result, requests) = anew::<Vec<u32>>("[1, 2, 3, ", &["[]", "[1, 2, 3, 4]"]);
    let done = result.unwrap();
    assert_eq!(done.value, [1, 2, 3, 4]);
    let refused = &done.attempts()[1];
    assert_eq!(refused.outcome(), Outcome::Rule);
    assert_eq!(refused.violations()[0].code(), Code::Len);
    assert!(refused.violations()[0].path().is_root());
    let told = "the cut-off answer had 3 items here, this one has 0: give all of them, or the same again if it is right";
    assert!(requests[2].contains(told), "{}", requests[2]);
}

#[test]
fn the_same_again_is_right() {
    for short in ["[]", "[3]", "Here it is: [1, 2]"] {
        let (result, requests) = anew::<Vec<u32>>("[1, 2, 3, ", &[short, short]);
        let value = result.unwrap().value;
        assert!(value.len() < 3 && requests.len() == 3, "{short}");
    }
    // Another short one is none that was said twice.
    let (result, _) = anew::<Vec<u32>>("[1, 2, 3, ", &["[]", "[1]", "[ 1 ]"]);
    assert_eq!(result.unwrap().attempts().len(), 4);
}

#[test]
fn as_many_items_in_fewer_words_are_taken() {
    fn check<T: LlmExtract>(first: &str, second: &str) {
        let (result, _) = anew::<T>(first, &[second]);
        assert_eq!(result.unwrap().attempts().len(), 2, "{first} {second}");
    }
    check::<Vec<String>>(
        r#"["a long text", "another long one", "#,
        r#"["short", "other"]"#,
    );
    // The item in which the text ends is none of them.
    check::<Vec<u32>>("[1, 2, 3", "[1, 2]");
    check::<Vec<String>>(r#"["one", "two", "thr"#, r#"["one", "two"]"#);
    // The model was caught in a loop, and was told not to repeat.
    check::<Vec<String>>(r#"["a", "b", "a", "b", "a", "#, r#"["a", "b"]"#);
}

#[test]
fn what_was_growing_inside_is_held_to_it() {
    let whole = r#"{"owner": "Ada", "goods": ["pen", "ink", "cap"]}"#;
    for (first, short, place) in [
        (
            r#"{"owner": "Ada", "goods": ["pen", "ink", "#,
            r#"{"owner": "Ada", "goods": ["pen"]}"#,
            "/goods",
        ),
        (
            r#"{"owner": "Ada", "goods": ["pen", "ink", "#,
            r#"{"owner": "Ada"}"#,
            "/goods",
        ),
        // Under another name of the key.
        (
            r#"{"owner": "Ada", "items": ["pen", "ink", "#,
            r#"{"owner": "Ada", "goods": []}"#,
            "/goods",
        ),
    ] {
        let (result, requests) = anew::<Basket>(first, &[short, whole]);
        let done = result.unwrap();
        assert_eq!(done.value.goods.len(), 3, "{first} {short}");
        assert_eq!(done.attempts()[1].violations()[0].path().to_string(), place);
        assert!(requests[2].contains("had 2 items"), "{}", requests[2]);
    }
}

#[test]
fn a_map_is_held_to_its_entries_and_a_struct_to_none() {
    let whole = r#"{"owner": "Ada", "prices": {"pen": 1, "ink": 2, "cap": 3}}"#;
    let first = r#"{"owner": "Ada", "note": "none", "prices": {"pen": 1, "ink": 2, "c"#;
    let short = r#"{"owner": "Ada", "prices": {"pen": 1}}"#;
    let (result, requests) = anew::<Basket>(first, &[short, whole]);
    let done = result.unwrap();
    assert_eq!(done.value.prices.len(), 3);
    assert_eq!(done.value.note, None);
    assert_eq!(done.attempts().len(), 3);
    assert!(requests[2].contains("had 2 entries"), "{}", requests[2]);
}

#[test]
fn no_run_is_stuck_in_it() {
    // Each time another short one: the attempts end it, and what came last is there.
    let (result, _) = anew::<Vec<u32>>("[1, 2, 3, ", &["[]", "[1]", "[2]", "[3]"]);
    let error = result.unwrap_err();
    assert_eq!(error.attempts().len(), 4);
    assert_eq!(error.attempts()[3].partial().unwrap().to_string(), "[2]");
}

#[test]
fn of_a_large_answer_the_list_alone_is_asked_for() {
    let goods: Vec<_> = (0..40).map(|n| format!("{n} things of a kind")).collect();
    let list = |count: usize| serde_json::to_string(&goods[..count]).unwrap();
    let whole = |count: usize| format!(r#"{{"owner": "Ada", "goods": {}}}"#, list(count));
    let first = whole(40).replace("]}", ", ");
    for count in [20, 40] {
        let (result, requests) = anew::<Basket>(&first, &[&whole(20), &list(count)]);
        let done = result.unwrap();
        assert_eq!(done.value.goods.len(), count);
        assert_eq!(done.attempts()[2].strategy(), Some(Strategy::Focus));
        assert!(requests[2].contains("had 40 items here, this one has 20"));
    }
}

#[test]
fn another_client_is_not_held_to_it() {
    let (one, two) = (Script::new([cut("[1, 2, 3, ")]), Script::new(["[]"]));
    let extractor = Extractor::new(&one).fallback(&two).max_attempts(1);
    assert_eq!(
        block_on(extractor.run::<Vec<u32>>("x")).unwrap().value,
        [0; 0]
    );
}
