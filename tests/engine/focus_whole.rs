//! A whole list or object as the answer to a request for values inside it.

use llm_parse::testing::Script;
use llm_parse::{Extraction, Extractor, LlmExtract, Strategy};
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
