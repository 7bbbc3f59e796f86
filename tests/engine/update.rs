//! Changes of a value that is there already.

use std::collections::BTreeMap;
use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, Code, Error, ErrorKind, Extraction, Extractor, LlmExtract, Policy, Reply,
    Session, SessionState, Step, Strategy, blocking,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{block_on, text};

/// Whom to call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Contact {
    name: String,
    #[llm(range(min = 0, max = 150))]
    age: u16,
    phones: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// In euros.
    balance: f64,
}

fn ada() -> Contact {
    Contact {
        name: "Ada".to_owned(),
        age: 36,
        phones: vec!["555 0100".to_owned(), "555 0101".to_owned()],
        email: None,
        balance: 12.5,
    }
}

fn update(script: &Script) -> Result<Extraction<Contact>, Error> {
    block_on(Extractor::new(script).update(&ada(), "My new number is 555 0199."))
}

fn patch(operations: &serde_json::Value) -> String {
    json!({ "operations": operations }).to_string()
}

#[test]
fn the_first_request_shows_the_value_and_asks_for_a_patch() {
    let script = Script::new([patch(&json!([
        {"op": "remove", "path": "/phones/#0"},
        {"op": "add", "path": "/phones/-", "value": "555 0199"},
        {"op": "replace", "path": "/phones/#1", "value": "555 0102"},
        {"op": "replace", "path": "/email", "value": "ada@example.org"},
    ]))]);
    let extraction = update(&script).unwrap();
    let expected = Contact {
        phones: vec!["555 0102".to_owned(), "555 0199".to_owned()],
        email: Some("ada@example.org".to_owned()),
        ..ada()
    };
    assert_eq!(extraction.value, expected);
    assert_eq!(extraction.attempts()[0].strategy(), Some(Strategy::Patch));
    let request = text(&script.requests()[0]);
    assert!(request.contains("My new number is 555 0199."), "{request}");
    assert!(
        request.contains(r##""phones":{"#0":"555 0100","#1":"555 0101"}"##),
        "{request}"
    );
    assert!(request.contains("\"email\": string | null"), "{request}");
}

#[test]
fn no_operation_is_an_answer() {
    for reply in [
        r#"{"operations": []}"#,
        "[]",
        r#"Nothing changes: {"patch": []}"#,
    ] {
        let extraction = update(&Script::new([reply])).unwrap();
        assert_eq!(extraction.value, ada(), "{reply}");
    }
    // What is no patch is none.
    let script = Script::new(["Nothing changes.", r#"{"operations": []}"#]);
    assert_eq!(update(&script).unwrap().value, ada());
    assert_eq!(script.requests().len(), 2);
    let script = Script::new(["{}", r#"{"operations": []}"#]);
    assert_eq!(update(&script).unwrap().value, ada());
    assert_eq!(script.requests().len(), 2);
}

#[test]
fn an_empty_list_of_the_document_is_no_patch_without_operations() {
    let none = r#"{"operations": []}"#;
    for reply in [
        r#"{"name": "Bo", "phones": []}"#,
        r#"{"phones": []}"#,
        r#"{"age": 37, "operations": []}"#,
        r#"{"result": []}"#,
        r#"{"age": 37, "phones": [{"op": "replace", "path": "/name", "value": "Bo"}]}"#,
        r#"{"name": "Bo", "age": 36, "phones": [], "email": null, "balance": 12.5}"#,
    ] {
        let script = Script::new([reply, none]);
        let extraction = update(&script).unwrap();
        assert_eq!(extraction.value, ada(), "{reply}");
        let [first, _] = extraction.attempts() else {
            panic!("{reply}: {:?}", extraction.attempts());
        };
        assert_eq!(first.violations()[0].code(), Code::Patch, "{reply}");
    }
    let remark = r#"{"explanation": "the number is there", "operations": []}"#;
    assert_eq!(update(&Script::new([remark])).unwrap().value, ada());
}

#[test]
fn what_cannot_be_applied_goes_back_and_nothing_is_changed() {
    for (bad, reason) in [
        (
            json!([{"op": "replace", "path": "/nmae", "value": "Eve"}]),
            "operation 1: `/nmae` is not there; the nearest is `/name`",
        ),
        (
            json!([{"op": "add", "path": "/emial", "value": "a@b.c"}]),
            "operation 1: `/emial` is no key of the type",
        ),
        (
            json!([{"op": "add", "path": "/phones/#0", "value": "1"}]),
            "operation 1: `/phones/#0` is there already: use `replace`, or `-` instead of its name for one more item",
        ),
        (
            json!([{"op": "add", "path": "/phones", "value": ["1"]}]),
            "operation 1: `/phones` is a list with items: add `/-` to the path for one more item, or use `replace`",
        ),
        (
            json!([{"op": "replace", "path": "", "value": {"name": "Eve"}}]),
            "operation 1: the root is not to be given anew: change only the parts that change",
        ),
        (
            json!([{"op": "replace", "path": "/name"}]),
            "operation 1: `value` is missing",
        ),
        (
            json!([{"op": "set_all", "path": "/name", "value": "x"}]),
            "operation 1, `op`: ",
        ),
    ] {
        let script = Script::new([patch(&bad), patch(&json!([]))]);
        let extraction = update(&script).unwrap();
        assert_eq!(extraction.value, ada());
        let refused = &extraction.attempts()[0];
        assert!(
            refused.violations()[0].message().starts_with(reason),
            "{:?}",
            refused.violations()
        );
        assert_eq!(extraction.attempts()[1].strategy(), Some(Strategy::Patch));
        let told = text(&script.requests()[1]);
        assert!(
            told.contains(reason) && told.contains("My new number"),
            "{told}"
        );
    }
}

#[test]
fn a_change_that_breaks_a_rule_is_mended() {
    let script = Script::new([
        patch(&json!([
            {"op": "replace", "path": "/age", "value": 370},
            {"op": "replace", "path": "/name", "value": "Ada L."},
        ])),
        patch(&json!([
            {"op": "replace", "path": "/age", "value": 37},
            {"op": "replace", "path": "/name", "value": "Ada L."},
        ])),
    ]);
    let extraction = update(&script).unwrap();
    assert_eq!(
        (extraction.value.age, extraction.value.name.as_str()),
        (37, "Ada L.")
    );
    let told = text(&script.requests()[1]);
    assert!(
        told.contains("- operation 1, /age: expected an integer from 0 to 150, found 370"),
        "{told}"
    );
}

#[test]
fn after_patches_in_vain_the_whole_is_asked_for_and_the_value_shown() {
    let bad = patch(&json!([{"op": "remove", "path": "/phone"}]));
    let other = patch(&json!([{"op": "remove", "path": "/phone/0"}]));
    let whole = serde_json::to_string(&Contact { age: 37, ..ada() }).unwrap();
    let script = Script::new([bad, other, whole]);
    let extraction = update(&script).unwrap();
    assert_eq!(extraction.value, Contact { age: 37, ..ada() });
    assert_eq!(extraction.attempts()[2].strategy(), Some(Strategy::Reask));
    let told = text(&script.requests()[2]);
    assert!(
        told.contains("The value as it is now:\n{\"name\":\"Ada\""),
        "{told}"
    );
}

fn all() -> BTreeMap<String, Contact> {
    let eve = Contact {
        name: "Eve".to_owned(),
        ..ada()
    };
    BTreeMap::from([("a1".to_owned(), ada()), ("e5".to_owned(), eve)])
}

#[test]
fn a_set_is_changed_by_its_keys() {
    let new = Contact {
        name: "Bob".to_owned(),
        ..ada()
    };
    let script = Script::new([patch(&json!([
        {"op": "add", "path": "/b2", "value": new},
        {"op": "replace", "path": "/e5/age", "value": 40},
    ]))]);
    let extractor = Extractor::new(&script);
    let extraction = blocking::update_all(&extractor, &all(), "Bob is new, Eve is 40").unwrap();
    let mut expected = all();
    expected.insert("b2".to_owned(), new);
    expected.get_mut("e5").unwrap().age = 40;
    assert_eq!(extraction.value, expected);
}

#[test]
fn nothing_is_deleted_unless_that_is_allowed() {
    let remove = patch(&json!([{"op": "remove", "path": "/a1"}]));
    let rename = patch(&json!([{"op": "move", "from": "/a1", "path": "/a2"}]));
    let whole = json!({"e5": all()["e5"]}).to_string();
    for deleting in [&remove, &rename, &whole] {
        let script = Script::new([deleting.as_str(), r#"{"operations": []}"#]);
        let extraction = block_on(Extractor::new(&script).update_all(&all(), "Ada left")).unwrap();
        assert_eq!(extraction.value, all(), "{deleting}");
        assert_eq!(extraction.attempts().len(), 2, "{deleting}");
    }
    // Nor by the whole of it, where it comes to that.
    let script = Script::new([whole.as_str(); 4]);
    let error = block_on(Extractor::new(&script).update_all(&all(), "Ada left")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(
        error.to_string().contains("may not be taken away"),
        "{error}"
    );

    let script = Script::new([remove.as_str()]);
    let extractor = Extractor::new(&script).allow_deletes(true);
    let extraction = block_on(extractor.update_all(&all(), "Ada left")).unwrap();
    assert_eq!(extraction.value.keys().collect::<Vec<_>>(), ["e5"]);
}

#[test]
fn no_value_of_a_set_is_put_in_the_place_of_another() {
    let other = all()["e5"].clone();
    let there = "`/a1` is there already: use `replace`";
    for (losing, reason) in [
        (json!([{"op": "add", "path": "/a1", "value": other}]), there),
        (json!([{"op": "copy", "from": "/e5", "path": "/a1"}]), there),
        (
            json!([
                {"op": "remove", "path": "/a1"},
                {"op": "add", "path": "/a1", "value": other},
            ]),
            "operation 1: `/a1` may not be taken away",
        ),
        (
            json!([
                {"op": "add", "path": "/b2", "value": other},
                {"op": "add", "path": "/b2", "value": all()["a1"]},
            ]),
            "operation 2: `/b2` is there already",
        ),
    ] {
        let script = Script::new([patch(&losing), patch(&json!([]))]);
        let extraction = block_on(Extractor::new(&script).update_all(&all(), "new")).unwrap();
        assert_eq!(extraction.value, all(), "{losing}");
        let request = text(&script.requests()[1]);
        assert!(request.contains(reason), "{request}");
    }
    let replace = patch(&json!([{"op": "replace", "path": "/a1", "value": other}]));
    let script = Script::new([replace]);
    let extraction = block_on(Extractor::new(&script).update_all(&all(), "new")).unwrap();
    assert_eq!(extraction.value["a1"], other);
}

fn phones(phones: &[&str]) -> Contact {
    Contact {
        phones: phones.iter().map(ToString::to_string).collect(),
        ..ada()
    }
}

#[test]
fn a_plain_number_that_no_longer_names_the_item_of_its_index_is_refused() {
    let of_three = [
        json!([{"op": "remove", "path": "/phones/0"}, {"op": "remove", "path": "/phones/1"}]),
        json!([{"op": "remove", "path": "/phones/#0"}, {"op": "remove", "path": "/phones/1"}]),
        json!([{"op": "remove", "path": "/phones/0"}, {"op": "remove", "path": "/phones/0"}]),
        json!([{"op": "remove", "path": "/phones/0"}, {"op": "replace", "path": "/phones/1", "value": "9"}]),
        json!([{"op": "remove", "path": "/phones/0"}, {"op": "replace", "path": "/phones/0", "value": "9"}]),
        json!([{"op": "remove", "path": "/phones/1"}, {"op": "test", "path": "/phones/2", "value": "3"},
            {"op": "replace", "path": "/phones/1", "value": "9"}]),
        json!([{"op": "move", "from": "/phones/0", "path": "/phones/1"}]),
    ];
    for shifted in of_three {
        let script = Script::new([patch(&shifted), patch(&json!([]))]);
        let current = phones(&["1", "2", "3"]);
        let extraction = block_on(Extractor::new(&script).update(&current, "x")).unwrap();
        assert_eq!(extraction.value, current, "{shifted}");
        let request = text(&script.requests()[1]);
        assert!(
            request.contains("use the names `#0`, `#1`, .."),
            "{request}"
        );
    }
}

#[test]
fn names_and_numbers_that_agree_with_them_are_understood() {
    for (operations, wanted) in [
        (
            json!([{"op": "remove", "path": "/phones/#0"}, {"op": "remove", "path": "/phones/#1"}]),
            &["3"][..],
        ),
        (
            json!([{"op": "remove", "path": "/phones/1"}, {"op": "remove", "path": "/phones/0"}]),
            &["3"],
        ),
        (
            json!([{"op": "add", "path": "/phones/-", "value": "4"}, {"op": "remove", "path": "/phones/1"}]),
            &["1", "3", "4"],
        ),
        (
            json!([{"op": "remove", "path": "/phones/1"}, {"op": "add", "path": "/phones/1", "value": "9"}]),
            &["1", "9", "3"],
        ),
        (
            json!([{"op": "remove", "path": "/phones/2"}, {"op": "replace", "path": "/phones/1", "value": "9"}]),
            &["1", "9"],
        ),
    ] {
        let script = Script::new([patch(&operations)]);
        let current = phones(&["1", "2", "3"]);
        let extraction = block_on(Extractor::new(&script).update(&current, "x")).unwrap();
        assert_eq!(extraction.value, phones(wanted), "{operations}");
    }
}

#[test]
fn a_key_that_the_type_lacks_is_refused_also_under_a_plain_number() {
    let list = vec![ada()];
    let bad = patch(&json!([{"op": "add", "path": "/0/emial", "value": "a@b.c"}]));
    let script = Script::new([bad, patch(&json!([]))]);
    let extraction = block_on(Extractor::new(&script).update(&list, "x")).unwrap();
    assert_eq!(extraction.value, list);
    let request = text(&script.requests()[1]);
    assert!(
        request.contains("`/#0/emial` is no key of the type"),
        "{request}"
    );
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Ledger {
    total: rust_decimal::Decimal,
    id: u128,
    note: String,
}

#[test]
fn every_digit_of_a_number_stays() {
    let ledger = Ledger {
        total: "1234567890123456789.10".parse().unwrap(),
        id: u128::MAX,
        note: String::new(),
    };
    let script = Script::new([r#"[{"op": "replace", "path": "/note", "value": "paid"},
            {"op": "replace", "path": "/total", "value": 9876543210987654321.10}]"#]);
    let extraction = block_on(Extractor::new(&script).update(&ledger, "paid")).unwrap();
    assert_eq!(extraction.value.id, u128::MAX);
    assert_eq!(
        extraction.value.total,
        "9876543210987654321.10".parse().unwrap()
    );
}

#[test]
fn a_value_that_has_the_names_of_items_for_keys_is_asked_for_as_a_whole() {
    let current = BTreeMap::from([("#1".to_owned(), 5_u8), ("b".to_owned(), 6)]);
    let script = Script::new([r#"{"b": 7}"#, r##"{"#1": 5, "b": 7}"##]);
    let extraction = block_on(Extractor::new(&script).update_all(&current, "b is 7")).unwrap();
    assert_eq!(extraction.value["b"], 7);
    assert_eq!(extraction.attempts().len(), 2);
    assert_eq!(extraction.attempts()[0].strategy(), None);
}

#[test]
fn a_value_that_is_no_json_fails_before_any_request() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Odd {
        a: u8,
    }
    impl Serialize for Odd {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("it is odd"))
        }
    }
    let script = Script::new(["[]"]);
    let error = block_on(Extractor::new(&script).update(&Odd { a: 1 }, "x")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RoundTrip);
    assert!(error.to_string().contains("it is odd"), "{error}");
    assert_eq!(script.requests().len(), 0);
}

#[test]
fn an_update_is_resumed_at_any_step() {
    let replies = [
        patch(&json!([{"op": "remove", "path": "/phone"}])),
        patch(&json!([{"op": "replace", "path": "/age", "value": 370}])),
        patch(&json!([{"op": "replace", "path": "/age", "value": 37}])),
    ];
    let policy = || Policy::new();
    let clients = [Capabilities::default()];
    let mut session = Session::update(&ada(), "I am 37 now", policy(), &clients);
    let mut replies = replies.into_iter();
    let value = loop {
        let stored = serde_json::to_string(&session.state()).unwrap();
        let state: SessionState = serde_json::from_str(&stored).unwrap();
        let mut other = Session::<Contact>::resume(state, policy());
        match session.next() {
            Step::Send { request, .. } => {
                let Step::Send { request: again, .. } = other.next() else {
                    panic!("it does not send")
                };
                assert_eq!(request, again);
                // The state after the request was made is as good as the one before.
                let stored = serde_json::to_string(&session.state()).unwrap();
                session = Session::resume(serde_json::from_str(&stored).unwrap(), policy());
                let reply = replies.next().expect("a reply");
                session.receive(Ok(Reply::text(reply)), Duration::ZERO);
            }
            Step::Done(extraction) => {
                let Step::Done(again) = other.next() else {
                    panic!("it is not done")
                };
                assert_eq!(extraction, again);
                break extraction;
            }
            step => panic!("{step:?}"),
        }
    };
    assert_eq!(value.value, Contact { age: 37, ..ada() });
    assert_eq!(value.attempts().len(), 3);
}
