//! A whole list or object as the answer to a request for values inside it.

use llm_parse::testing::Script;
use llm_parse::{Extraction, Extractor, FixKind, LlmExtract, Strategy};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::block_on;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Order {
    customer: String,
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Line {
    name: String,
    #[llm(range(min = 1, max = 9))]
    count: u8,
}

fn line(name: &str, count: u16) -> Value {
    json!({"name": name, "count": count})
}

fn order(lines: &[Value]) -> Value {
    json!({"customer": "Ada", "lines": lines})
}

fn ask<T: LlmExtract>(replies: &[&Value]) -> Extraction<T> {
    let script = Script::new(replies.iter().map(ToString::to_string));
    let extractor = Extractor::new(&script).strategies([Strategy::Focus]);
    block_on(extractor.run::<T>("x")).unwrap_or_else(|error| panic!("{error}: {replies:?}"))
}

#[test]
fn a_container_is_taken_where_it_changes_only_what_was_asked_for() {
    let good: Order = serde_json::from_value(order(&[line("tea", 2), line("rye", 3)])).unwrap();
    let first = order(&[line("tea", 2), line("rye", 30)]);
    for whole in [
        order(&[line("tea", 2), line("rye", 3)]),
        json!([line("tea", 2), line("rye", 3)]),
        json!({"lines": [line("tea", 2), line("rye", 3)]}),
        line("rye", 3),
    ] {
        let extraction = ask::<Order>(&[&first, &whole]);
        assert_eq!(extraction.value, good, "{whole}");
    }
    // A list at the root.
    let first = json!([line("tea", 2), line("rye", 30)]);
    for whole in [json!([line("tea", 2), line("rye", 3)]), line("rye", 3)] {
        assert_eq!(
            ask::<Vec<Line>>(&[&first, &whole]).value,
            good.lines,
            "{whole}"
        );
    }
}

#[test]
fn another_container_is_refused() {
    let good: Order = serde_json::from_value(order(&[line("tea", 2), line("rye", 3)])).unwrap();
    let first = order(&[line("tea", 2), line("rye", 30)]);
    for other in [
        json!([line("tea", 5), line("rye", 3)]),
        json!([line("rye", 3), line("tea", 2)]),
        json!([line("rye", 3)]),
        json!([line("tea", 2), line("rye", 3), line("oat", 1)]),
        json!({"lines": [line("oat", 2), line("rye", 3)]}),
        line("oat", 3),
    ] {
        let extraction = ask::<Order>(&[&first, &other, &json!({"lines_1_count": 3})]);
        assert_eq!(extraction.value, good, "{other}");
        assert_eq!(extraction.attempts().len(), 3, "{other}");
    }
}

#[test]
fn what_was_asked_for_itself_may_be_a_container() {
    let first = json!({"customer": "Ada", "lines": "none"});
    let extraction = ask::<Order>(&[&first, &json!([line("tea", 2)])]);
    assert_eq!(extraction.value.lines.len(), 1);
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Labelled {
    name: String,
    labels: Vec<String>,
}

/// What the second of two replies comes to: the value, or what the model is told.
fn second<T: LlmExtract>(first: &Value, reply: &Value) -> Result<Extraction<T>, String> {
    let script = Script::new([first.to_string(), reply.to_string()]);
    let extractor = Extractor::new(&script)
        .strategies([Strategy::Focus])
        .max_attempts(2);
    block_on(extractor.run::<T>("x"))
        .map_err(|error| error.attempts()[1].violations()[0].to_string())
}

#[test]
fn one_value_in_a_list_is_taken_for_the_one_place() {
    let list = json!([line("tea", 2), line("rye", 30)]);
    for reply in [json!([3]), json!(["3"]), json!(3)] {
        let done = second::<Vec<Line>>(&list, &reply).unwrap();
        assert_eq!(done.value[1].count, 3, "{reply}");
        assert_eq!(done.value[0].count, 2, "{reply}");
        let mut fixes = done.fixes().iter();
        let unwrapped = fixes.any(|fix| fix.kind() == FixKind::Unwrapped);
        assert_eq!(unwrapped, reply.is_array(), "{reply}");
    }
    let told = second::<Vec<Line>>(&list, &json!([50])).unwrap_err();
    assert!(told.contains("/1/count") && told.contains("50"), "{told}");
    // No value of the place's type, or more than one.
    for reply in [
        json!([3, 4]),
        json!([]),
        json!(["many"]),
        json!([[3]]),
        json!([null]),
    ] {
        assert!(second::<Vec<Line>>(&list, &reply).is_err(), "{reply}");
    }
}

#[test]
fn a_list_that_was_asked_for_is_not_the_one_round_it() {
    let first = json!([{"name": "a", "labels": ["x"]}, {"name": "b", "labels": {"n": 5}}]);
    for reply in [json!(["y"]), json!(["y", "z"])] {
        let done = second::<Vec<Labelled>>(&first, &reply).unwrap();
        assert_eq!(json!(done.value[1].labels), reply);
        assert_eq!(done.value[0].labels, ["x"]);
    }
}

#[test]
fn a_list_in_the_place_of_an_item_may_be_the_list_anew() {
    let first = json!({"customer": "Ada", "lines": [line("tea", 2), "rye"]});
    let told = second::<Order>(&first, &json!([line("rye", 3)])).unwrap_err();
    assert!(told.contains("/lines/0"), "{told}");
}

/// The value that one reply to Focus makes, if it is taken.
fn focused(first: &Value, reply: &str) -> Option<Order> {
    let script = Script::new([first.to_string(), reply.to_owned()]);
    let extractor = Extractor::new(&script)
        .strategies([Strategy::Focus])
        .max_attempts(2);
    block_on(extractor.run::<Order>("x")).ok().map(|done| {
        let mut fixes = done.fixes().iter();
        assert!(
            fixes.any(|fix| fix.kind() == FixKind::KeySpelling),
            "{reply}"
        );
        done.value
    })
}

#[test]
fn values_are_taken_from_under_their_paths() {
    let good: Order = serde_json::from_value(order(&[line("tea", 2), line("rye", 3)])).unwrap();
    let one = order(&[line("tea", 2), line("rye", 30)]);
    for reply in [
        r#"{"/lines/1/count": 3}"#,
        r##"{"#/lines/1/count": 3}"##,
        r#"{"lines/1/count": "3"}"#,
        r#"{"lines[1].count": 3}"#,
        r#"{"lines.1.count": 3, "note": "mended"}"#,
        r#"{"count": 3}"#,
        r#"[{"path": "/lines/1/count", "value": 3}]"#,
        r#"{"path": "/lines/1/count", "value": 3}"#,
        "Here:\n```json\n[{\"op\": \"replace\", \"path\": \"/lines/1/count\", \"value\": 3},]\n```",
    ] {
        assert_eq!(focused(&one, reply).as_ref(), Some(&good), "{reply}");
    }
    let two = order(&[line("tea", 20), line("rye", 30)]);
    for reply in [
        r#"{"/lines/1/count": 3, "/lines/0/count": 2}"#,
        r#"{"/lines/1/count": 3, "lines_0_count": 2}"#,
        r#"[{"path": "/lines/0/count", "value": 2}, {"path": "/lines/1/count", "value": 3}]"#,
    ] {
        assert_eq!(focused(&two, reply).as_ref(), Some(&good), "{reply}");
    }
    for (first, reply) in [
        (&two, r#"{"count": 3}"#),
        (&two, r#"{"/lines/1/count": 3}"#),
        (&one, r#"{"/lines/0/count": 3}"#),
        (&one, r#"{"/lines/1/count": 3, "customer": "Bob"}"#),
        (&one, r#"{"/lines/1/count": 3, "lines.1.count": 4}"#),
        (
            &one,
            r#"[{"path": "/lines/1/count", "value": 3}, {"path": "/lines/0/count", "value": 3}]"#,
        ),
        (&one, r#"[{"op": "remove", "path": "/lines/1/count"}]"#),
        (
            &one,
            r#"[{"op": "test", "path": "/lines/1/count", "value": 3}]"#,
        ),
    ] {
        assert_eq!(focused(first, reply), None, "{reply}");
    }
}

#[test]
fn a_name_that_the_value_has_itself_is_no_path() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Stock {
        count: Vec<u8>,
        shelf: Shelf,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Shelf {
        #[llm(range(min = 1, max = 9))]
        count: u8,
    }
    let first = json!({"count": [1], "shelf": {"count": 30}});
    let done = second::<Stock>(&first, &json!({"count": 3}));
    assert!(done.is_err(), "{done:?}");
    let done = second::<Stock>(&first, &json!({"/shelf/count": 3})).unwrap();
    assert_eq!(done.value.shelf.count, 3);
}
