//! What is known of a reply that was cut off.

use llm_parse::{Code, FixKind, LlmExtract, Reader, parse};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Report {
    title: String,
    rows: Vec<Row>,
    note: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Row {
    id: u32,
    tags: Vec<String>,
}

/// The place, the complete items of each growing list, and what is complete.
fn cut(text: &str) -> (String, Vec<(String, usize)>, Value) {
    let error = parse::<Report>(text).expect_err(text);
    assert!(error.is_cut_off(), "{text}: {error}");
    let cut = error.cut().unwrap_or_else(|| panic!("{text}: {error}"));
    let lists = cut
        .lists()
        .iter()
        .map(|(path, count)| (path.to_string(), *count));
    let complete = serde_json::from_str(cut.complete().expect(text)).expect(text);
    (cut.path().to_string(), lists.collect(), complete)
}

#[test]
fn the_growing_part_and_the_complete_parts_are_told_apart() {
    let rows = |count: usize| ("/rows".to_owned(), count);
    let tags = |count: usize| ("/rows/1/tags".to_owned(), count);
    let row = json!({"id": 1, "tags": ["a"]});
    let head = r#"{"title": "t", "rows": [{"id": 1, "tags": ["a"]}"#;
    for (tail, path, lists, complete) in [
        ("", "/rows", vec![rows(1)], json!([row])),
        (", ", "/rows", vec![rows(1)], json!([row])),
        (r#", {"id": 2"#, "/rows/1/id", vec![rows(1)], json!([row])),
        (
            r#", {"id": 2, "tags": ["x", "y"#,
            "/rows/1/tags/1",
            vec![rows(1), tags(1)],
            json!([row]),
        ),
        (
            r#", {"id": 2, "tags": ["x", "y"]}], "no"#,
            "",
            vec![],
            json!([row, {"id": 2, "tags": ["x", "y"]}]),
        ),
    ] {
        let text = format!("Here it is:\n```json\n{head}{tail}");
        let expected = (
            path.to_owned(),
            lists,
            json!({"title": "t", "rows": complete}),
        );
        assert_eq!(cut(&text), expected, "{text}");
    }
}

#[test]
fn what_is_complete_is_read_where_it_is_enough() {
    let text = r#"{"title": "t", "rows": [{"id": 18446744073709551615, "tags": []}, {"id": 1, "tags": ["a"#;
    let error = parse::<Report>(text).expect_err("cut off");
    let wrong = error
        .cut()
        .expect("cut")
        .read::<Report>()
        .expect_err("out of range");
    assert_eq!(wrong.violations()[0].code(), Code::Range);
    assert_eq!(
        error
            .cut()
            .expect("cut")
            .read::<Value>()
            .expect("any")
            .value["title"],
        "t"
    );
    let error = parse::<Report>(r#"{"title": "t", "rows": [], "note": "n"#).expect_err("cut off");
    let report = error
        .cut()
        .expect("cut")
        .read::<Report>()
        .expect("enough")
        .value;
    assert_eq!((report.title.as_str(), report.note), ("t", None));
    let error = parse::<Report>(r#"{"title": "t", "#).expect_err("cut off");
    assert!(error.cut().expect("cut").read::<Report>().is_err());
}

#[test]
fn every_beginning_has_a_complete_part_that_grows() {
    let text = r#"{"title": "a \"b\" \u00e9", "rows": [{"id": 1, "tags": ["a", "b"]}, {"id": 22, "tags": []}], "note": null}"#;
    let mut before = 0;
    for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let (_, _, complete) = cut(&text[..end]);
        let size = complete.to_string().len();
        assert!(size >= before, "{}", &text[..end]);
        before = size;
    }
}

#[test]
fn lines_that_make_a_list_are_counted() {
    let text = "{\"id\":1,\"tags\":[]}\n{\"id\":2,\"tags\":[]}\n{\"id\":3,\"ta";
    let error = parse::<Vec<Row>>(text).expect_err("cut off");
    let cut = error.cut().expect("cut");
    assert_eq!(cut.lists()[0].1, 2);
    assert_eq!(cut.read::<Vec<Row>>().expect("two").value.len(), 2);
}

#[test]
fn what_is_whole_has_no_cut() {
    assert!(parse::<Report>("{}").expect_err("missing").cut().is_none());
    assert!(
        parse::<Report>("none")
            .expect_err("no JSON")
            .cut()
            .is_none()
    );
}

#[test]
fn a_fix_can_be_refused() {
    for (kind, text) in [
        (FixKind::ExtraComma, r#"{"id":1,"tags":[],}"#),
        (FixKind::NumberFromText, r#"{"id":"1","tags":[]}"#),
        (FixKind::Extracted, r#"So: {"id":1,"tags":[]}"#),
        (FixKind::UnknownKey, r#"{"id":1,"tags":[],"x":1}"#),
        (FixKind::Wrapped, r#"{"id":1,"tags":"a"}"#),
        (FixKind::OuterKey, r#"{"row":{"id":1,"tags":[]}}"#),
    ] {
        let parsed = Reader::new().parse::<Row>(text).expect(text);
        assert!(parsed.fixes.iter().any(|fix| fix.kind() == kind), "{text}");
        let error = Reader::new()
            .without(kind)
            .parse::<Row>(text)
            .expect_err(text);
        assert!(
            error.violations()[0].message().contains("not allowed"),
            "{error}"
        );
        let others = Reader::new().without(FixKind::RanOn);
        assert!(others.parse::<Row>(text).is_ok(), "{text}");
    }
}
