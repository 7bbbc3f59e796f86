//! What a patch may change, and what a whole document in its place may.

use std::collections::BTreeMap;

use llm_parse::testing::Script;
use llm_parse::{Extraction, Extractor, LlmExtract, Schemars, Strategy};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{block_on, text};

/// A first answer, then these.
fn mended<T: LlmExtract>(first: &Value, replies: Vec<Value>) -> (Extraction<T>, Script) {
    let told = replies.clone();
    let texts = [first.clone()]
        .into_iter()
        .chain(replies)
        .map(|reply| reply.to_string());
    let script = Script::new(texts);
    let extraction = {
        let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
        block_on(extractor.run::<T>("x"))
    };
    let extraction = extraction.unwrap_or_else(|error| panic!("{error}: {told:?}"));
    for attempt in &extraction.attempts()[1..] {
        assert_eq!(attempt.strategy(), Some(Strategy::Patch));
    }
    (extraction, script)
}

/// The first reply is refused for this reason, the second one taken.
fn refused<T: LlmExtract + Serialize>(
    first: &Value,
    bad: Value,
    reason: &str,
    good: Value,
) -> Value {
    let (extraction, script) = mended::<T>(first, vec![bad, good]);
    assert_eq!(extraction.attempts().len(), 3, "{reason}");
    let told = text(&script.requests()[2]);
    assert!(told.contains(reason), "{reason}: {told}");
    serde_json::to_value(extraction.value).unwrap()
}

fn taken<T: LlmExtract + Serialize>(first: &Value, good: Value) -> Value {
    let (extraction, _) = mended::<T>(first, vec![good]);
    assert_eq!(extraction.attempts().len(), 2);
    serde_json::to_value(extraction.value).unwrap()
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Menu {
    title: String,
    #[llm(len(min = 2, max = 3), unique)]
    dishes: Vec<String>,
    #[serde(default)]
    #[llm(len(max = 2), keys(pattern = "^[a-z]+$"))]
    prices: BTreeMap<String, u16>,
}

fn menu(dishes: &[&str]) -> Value {
    json!({"title": "Monday", "dishes": dishes})
}

#[test]
fn a_list_that_is_too_long_may_only_lose_items() {
    let long = menu(&["soup", "fish", "rice", "cake"]);
    let remove = json!([{"op": "remove", "path": "/dishes/#1"}]);
    assert_eq!(
        taken::<Menu>(&long, remove.clone())["dishes"],
        json!(["soup", "rice", "cake"])
    );
    for bad in [
        json!([{"op": "replace", "path": "/dishes", "value": ["a", "b"]}]),
        json!([{"op": "remove", "path": "/dishes/#1"}, {"op": "replace", "path": "/dishes/#0", "value": "tea"}]),
        json!([{"op": "remove", "path": "/dishes/#1"}, {"op": "remove", "path": "/dishes/#2"},
            {"op": "add", "path": "/dishes/-", "value": "tea"}]),
    ] {
        let reason = "which is not wrong: only take away from `/dishes` what is too much";
        let value = refused::<Menu>(&long, bad, reason, remove.clone());
        assert_eq!(value["dishes"], json!(["soup", "rice", "cake"]));
    }
    let title = json!([{"op": "remove", "path": "/dishes/#1"}, {"op": "replace", "path": "/title", "value": "x"}]);
    let reason = "operation 2 changes `/title`, which is not wrong: leave it as it is";
    refused::<Menu>(&long, title, reason, remove);
}

#[test]
fn a_list_that_is_too_short_may_only_gain_items() {
    let short = menu(&["soup"]);
    let add = json!([{"op": "add", "path": "/dishes/-", "value": "fish"}]);
    assert_eq!(
        taken::<Menu>(&short, add.clone())["dishes"],
        json!(["soup", "fish"])
    );
    for bad in [
        json!([{"op": "replace", "path": "/dishes", "value": ["a", "b"]}]),
        json!([{"op": "remove", "path": "/dishes/#0"}, {"op": "add", "path": "/dishes/-", "value": "a"},
            {"op": "add", "path": "/dishes/-", "value": "b"}]),
    ] {
        let reason = "changes `/dishes/#0`, which is not wrong: only add to `/dishes`";
        let value = refused::<Menu>(&short, bad, reason, add.clone());
        assert_eq!(value["dishes"], json!(["soup", "fish"]));
    }
}

#[test]
fn a_map_that_is_too_long_may_only_lose_entries() {
    let first = json!({"title": "x", "dishes": ["a", "b"], "prices": {"a": 1, "b": 2, "c": 3}});
    let remove = json!([{"op": "remove", "path": "/prices/c"}]);
    assert_eq!(
        taken::<Menu>(&first, remove.clone())["prices"],
        json!({"a": 1, "b": 2})
    );
    let bad = json!([{"op": "remove", "path": "/prices/c"}, {"op": "replace", "path": "/prices/a", "value": 9}]);
    let value = refused::<Menu>(&first, bad, "operation 2 changes `/prices/a`", remove);
    assert_eq!(value["prices"], json!({"a": 1, "b": 2}));
}

#[test]
fn the_key_of_an_entry_may_be_mended_and_its_value_kept() {
    let first = json!({"title": "x", "dishes": ["a", "b"], "prices": {"A!": 1, "b": 2}});
    let rename = json!([{"op": "move", "from": "/prices/A!", "path": "/prices/a"}]);
    assert_eq!(
        taken::<Menu>(&first, rename)["prices"],
        json!({"a": 1, "b": 2})
    );
}

#[test]
fn of_equal_items_one_stays_and_the_others_are_not_touched() {
    let first = menu(&["soup", "fish", "soup"]);
    for good in [
        json!([{"op": "remove", "path": "/dishes/#2"}]),
        json!([{"op": "remove", "path": "/dishes/#0"}]),
        json!([{"op": "replace", "path": "/dishes/#0", "value": "rice"}]),
    ] {
        let value = taken::<Menu>(&first, good);
        let dishes = value["dishes"].as_array().unwrap();
        assert!(
            dishes.contains(&json!("soup")) && dishes.contains(&json!("fish")),
            "{value}"
        );
    }
    let good = json!([{"op": "remove", "path": "/dishes/#2"}]);
    let all = json!([{"op": "replace", "path": "/dishes/#0", "value": "a"}, {"op": "replace", "path": "/dishes/#2", "value": "b"}]);
    refused::<Menu>(
        &first,
        all,
        "one of the equal items must stay",
        good.clone(),
    );
    let other = json!([{"op": "remove", "path": "/dishes/#2"}, {"op": "replace", "path": "/dishes/#1", "value": "b"}]);
    refused::<Menu>(
        &first,
        other,
        "operation 2 changes `/dishes/#1`, which is not wrong",
        good,
    );
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
#[llm(check = in_order)]
struct Span {
    name: String,
    start: u8,
    end: u8,
}

fn in_order(span: &Span) -> Result<(), String> {
    match span.start <= span.end {
        true => Ok(()),
        false if span.name == "?" => Err("the span ends before it starts".to_owned()),
        false => Err("`start` is after `end`".to_owned()),
    }
}

#[test]
fn a_check_of_a_whole_opens_what_its_message_names() {
    let first = json!({"name": "week", "start": 5, "end": 2});
    let good = json!([{"op": "replace", "path": "/end", "value": 7}]);
    assert_eq!(
        taken::<Span>(&first, good.clone()),
        json!({"name": "week", "start": 5, "end": 7})
    );
    let bad = json!([{"op": "replace", "path": "/end", "value": 7}, {"op": "replace", "path": "/name", "value": "x"}]);
    let reason = "operation 2 changes `/name`, which is not wrong: leave it as it is";
    let value = refused::<Span>(&first, bad, reason, good.clone());
    assert_eq!(value["name"], "week");
    let whole =
        json!([{"op": "replace", "path": "", "value": {"name": "x", "start": 1, "end": 2}}]);
    refused::<Span>(&first, whole, "changes `/name`", good);
    // One that names nothing may mean anything.
    let first = json!({"name": "?", "start": 5, "end": 2});
    let both = json!([{"op": "replace", "path": "/end", "value": 7}, {"op": "replace", "path": "/name", "value": "x"}]);
    assert_eq!(
        taken::<Span>(&first, both),
        json!({"name": "x", "start": 5, "end": 7})
    );
}

#[test]
fn an_operation_that_undoes_another_is_refused() {
    let first = json!({"name": "week", "start": 700, "end": 800});
    let good = json!([{"op": "replace", "path": "/start", "value": 1}, {"op": "replace", "path": "/end", "value": 2}]);
    for bad in [
        json!([{"op": "replace", "path": "/start", "value": 1}, {"op": "replace", "path": "/start", "value": 2}, good[1]]),
        json!([{"op": "replace", "path": "/start", "value": 1}, {"op": "remove", "path": "/start"}, good[1]]),
        json!([{"op": "replace", "path": "/start", "value": 1},
            {"op": "replace", "path": "", "value": {"name": "week", "start": 2, "end": 3}}]),
        json!([{"op": "replace", "path": "/start", "value": 1}, {"op": "copy", "from": "/name", "path": "/start"}]),
    ] {
        let reason = "operation 2 undoes operation 1, which set `/start`: give each value once";
        let value = refused::<Span>(&first, bad, reason, good.clone());
        assert_eq!(value, json!({"name": "week", "start": 1, "end": 2}));
    }
    let twice = json!([good[0], good[1], good[0], {"op": "test", "path": "/end", "value": 2}]);
    assert_eq!(taken::<Span>(&first, twice)["start"], 1);
}

#[test]
fn a_whole_document_is_taken_where_it_changes_only_what_is_wrong() {
    let first = json!({"name": "week", "start": 700, "end": 8});
    let good = json!({"name": "week", "start": 7, "end": 8});
    assert_eq!(taken::<Span>(&first, good.clone()), good);
    let bad = json!({"name": "month", "start": 7, "end": 8});
    let reason = "the whole document was given instead of a patch, and it changes `/name`, which is not wrong";
    refused::<Span>(&first, bad, reason, good.clone());
    let lost = json!({"start": 7, "end": 8});
    refused::<Span>(&first, lost, "it changes `/name`", good);

    // As it was shown, and as it is.
    let first = menu(&["soup", "fish", "rice", "cake"]);
    let shown = json!({"title": "Monday", "dishes": {"#0": "soup", "#1": "fish", "#3": "cake"}});
    let plain = menu(&["soup", "fish", "cake"]);
    for good in [&shown, &plain] {
        assert_eq!(
            taken::<Menu>(&first, good.clone())["dishes"],
            json!(["soup", "fish", "cake"])
        );
    }
    let bad = menu(&["soup", "fish", "tea"]);
    let (extraction, _) = mended::<Menu>(&first, vec![bad, plain]);
    assert_eq!(extraction.value.dishes, ["soup", "fish", "cake"]);
    assert_eq!(extraction.attempts().len(), 3);
    let first = menu(&["soup"]);
    let good = menu(&["soup", "fish"]);
    assert_eq!(
        taken::<Menu>(&first, good)["dishes"],
        json!(["soup", "fish"])
    );
}

fn update<T: LlmExtract + Serialize>(current: &T, replies: &[Value]) -> (Extraction<T>, Script) {
    let script = Script::new(replies.iter().map(Value::to_string));
    let extraction = block_on(Extractor::new(&script).update(current, "x"));
    let extraction = extraction.unwrap_or_else(|error| panic!("{error}: {replies:?}"));
    (extraction, script)
}

#[test]
fn a_whole_document_is_no_patch_of_a_value() {
    let current = Span {
        name: "week".into(),
        start: 1,
        end: 2,
    };
    let none = json!([]);
    let (extraction, script) = update(
        &current,
        &[json!({"name": "week", "start": 1, "end": 7}), none],
    );
    assert_eq!(extraction.value.end, 2);
    let told = text(&script.requests()[1]);
    assert!(
        told.contains(
            "the whole document was given instead of a patch, and it changes `/end`, for one"
        ),
        "{told}"
    );
    let (extraction, _) = update(&current, &[json!({"name": "week", "start": 1, "end": 2})]);
    assert_eq!((extraction.value.end, extraction.attempts().len()), (2, 1));
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Surgery {
    operations: Vec<String>,
    note: String,
}

#[test]
fn a_document_that_looks_like_a_patch_is_not_taken_for_one() {
    let current = Surgery {
        operations: vec!["knee".into()],
        note: "old".into(),
    };
    let whole = json!({"operations": [], "note": "new"});
    let patch = json!([{"op": "replace", "path": "/note", "value": "new"}]);
    let (extraction, _) = update(&current, &[whole, patch]);
    assert_eq!(extraction.attempts().len(), 2);
    assert_eq!(extraction.value.note, "new");
    assert_eq!(extraction.value.operations, ["knee"]);
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Book {
    title: String,
    people: BTreeMap<String, BTreeMap<String, u8>>,
    any: Value,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
struct Foreign {
    ages: BTreeMap<String, u8>,
}

#[test]
fn no_entry_of_a_map_is_put_in_the_place_of_another_however_deep() {
    let book = Book {
        title: "x".into(),
        people: [("a".to_owned(), [("age".to_owned(), 3)].into())].into(),
        any: json!({"k": {"n": 1}}),
        rest: [("isbn".to_owned(), "1".to_owned())].into(),
    };
    for (path, value) in [
        ("/people/a/age", json!(9)),
        ("/people/a", json!({})),
        ("/any/k/n", json!(2)),
        ("/any/k", json!(2)),
        ("/any", json!(2)),
        ("/people", json!({})),
        ("/isbn", json!("2")),
    ] {
        let add = json!([{"op": "add", "path": path, "value": value}]);
        let replace = json!([{"op": "replace", "path": path, "value": value}]);
        let (extraction, script) = update(&book, &[add, replace]);
        assert_eq!(extraction.attempts().len(), 2, "{path}");
        let told = text(&script.requests()[1]);
        let reason = format!("operation 1: `{path}` is there already: use `replace`");
        assert!(told.contains(&reason), "{told}");
        assert_ne!(extraction.value, book);
    }
    for fine in [
        json!([{"op": "add", "path": "/title", "value": "y"}]),
        json!([{"op": "add", "path": "/people/b", "value": {}}]),
        json!([{"op": "add", "path": "/any/k/m", "value": 2}]),
    ] {
        assert_eq!(update(&book, &[fine]).0.attempts().len(), 1);
    }
    let foreign = Schemars(Foreign {
        ages: [("a".to_owned(), 1)].into(),
    });
    let add = json!([{"op": "add", "path": "/ages/a", "value": 2}]);
    let (extraction, _) = update(&foreign, &[add, json!([])]);
    assert_eq!(extraction.value, foreign);
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Basket {
    owner: String,
    items: Vec<Item>,
}

#[derive(Debug, Serialize, Deserialize, LlmExtract)]
struct Item {
    name: String,
    #[llm(range(min = 1, max = 9))]
    count: u8,
}

fn basket(items: &[(&str, u16)]) -> Value {
    let items = items
        .iter()
        .map(|(name, count)| json!({"name": name, "count": count}));
    json!({"owner": "Ada", "items": items.collect::<Vec<_>>()})
}

#[test]
fn a_whole_document_with_another_number_of_items_is_judged_as_one() {
    let first = basket(&[("tea", 2), ("rye", 30), ("oat", 4)]);
    for more in [
        basket(&[("tea", 2), ("rye", 3), ("oat", 4), ("nut", 1)]),
        basket(&[("nut", 1), ("tea", 2), ("rye", 3), ("oat", 4)]),
        basket(&[("tea", 2), ("rye", 3), ("nut", 1), ("oat", 4)]),
    ] {
        assert_eq!(taken::<Basket>(&first, more.clone()), more);
    }
    let good = json!([{"op": "replace", "path": "/items/#1/count", "value": 3}]);
    for (bad, place) in [
        (basket(&[("tea", 2), ("rye", 3)]), "`/items/#2`"),
        (basket(&[("tea", 2), ("oat", 4)]), "`/items/#1`"),
        (
            basket(&[("tea", 2), ("rye", 3), ("nut", 1), ("fig", 1)]),
            "`/items/#2`",
        ),
        (
            basket(&[("rye", 3), ("tea", 2), ("oat", 4), ("nut", 1)]),
            "`/items/#1`",
        ),
        (basket(&[]), "`/items/#0`"),
    ] {
        let reason = format!(
            "the whole document was given instead of a patch, and it changes {place}, which is not wrong"
        );
        let value = refused::<Basket>(&first, bad, &reason, good.clone());
        assert_eq!(value, basket(&[("tea", 2), ("rye", 3), ("oat", 4)]));
    }
    // What is new in it is held to the type, too.
    let wrong = basket(&[("tea", 2), ("rye", 3), ("oat", 4), ("nut", 10)]);
    let reason = "the patch makes the document worse at `/items/#3/count`";
    refused::<Basket>(&first, wrong, reason, good);
}
