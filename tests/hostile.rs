//! Texts that are made to cost more than their size; how much work each costs is counted in `benches/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use llm_parse::{Code, Path, Segment, parse};
use serde_json::{Value, json};

/// What two findings share of their paths.
fn shares_its_key(paths: &[&Path]) -> bool {
    let keys = paths.iter().map(|path| match &path.segments()[0] {
        Segment::Key(key) => Arc::as_ptr(key),
        Segment::Index(_) => panic!("a key is first"),
    });
    let keys: Vec<_> = keys.collect();
    keys.len() > 1
        && keys
            .windows(2)
            .all(|pair| std::ptr::addr_eq(pair[0], pair[1]))
}

#[test]
fn what_is_found_under_a_long_key_shares_it() {
    let key = "k".repeat(5000);
    let repaired = parse::<Value>(&format!("{{\"{key}\": ['a', 'b', 'c']}}")).unwrap();
    let paths: Vec<_> = repaired.fixes.iter().map(llm_parse::Fix::path).collect();
    assert!(shares_its_key(&paths), "{paths:?}");

    let text = format!("{{\"{key}\": [\"a\", \"b\", 300]}}");
    let refused = parse::<BTreeMap<String, Vec<u8>>>(&text).unwrap_err();
    let paths: Vec<_> = refused
        .violations()
        .iter()
        .map(llm_parse::Violation::path)
        .collect();
    assert_eq!(paths.len(), 3);
    assert!(shares_its_key(&paths));
    assert_eq!(paths[0].to_string(), format!("/{key}/0"));
    assert!(refused.to_string().len() < 1000, "{refused}");
}

#[test]
fn a_key_that_stands_twice_is_compared_by_its_value() {
    let same = [
        r#"{"a": [1, 2.0], "a": [1.0, 2]}"#,
        r#"{"a": {"x": "\u0061", "y": null}, "a": {"y": null, "x": "a"}}"#,
    ];
    let different = [
        r#"{"a": [1, 2], "a": [1]}"#,
        r#"{"a": [1], "a": [2]}"#,
        r#"{"a": {"x": 1}, "a": {"y": 1}}"#,
        r#"{"a": {"x": 1}, "a": {"x": 2}}"#,
        r#"{"a": true, "a": false}"#,
        r#"{"a": "1", "a": 1}"#,
        r#"{"a": 12345678901234567890, "a": 12345678901234567891}"#,
    ];
    for text in same {
        assert!(parse::<Value>(text).is_ok(), "{text}");
    }
    for text in different {
        let error = parse::<Value>(text).unwrap_err();
        assert_eq!(error.violations()[0].code(), Code::DuplicateKey, "{text}");
    }
}

#[test]
fn spans_of_wide_signs_are_whole() {
    for text in ["{\"a\"，1}", "{\"a\"｝", &"［".repeat(70)] {
        let error = parse::<Value>(text).unwrap_err();
        for violation in error.violations() {
            assert!(
                text.get(violation.span().unwrap()).is_some(),
                "{violation:?}"
            );
        }
    }
}

#[test]
fn line_breaks_in_a_bare_word_belong_to_it() {
    let text = format!("{{\"a\": b{}c, \"d\": 1}}", "\n".repeat(3));
    let parsed = parse::<Value>(&text).unwrap();
    assert_eq!(parsed.value, json!({ "a": "b\n\n\nc", "d": 1 }));
}

#[test]
fn what_checks_find_in_a_long_list_has_its_places() {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a check takes a reference"
    )]
    fn refused(_: &u8) -> Result<(), &'static str> {
        Err("no")
    }
    #[derive(Debug, serde::Deserialize, llm_parse::LlmExtract)]
    struct Item {
        #[llm(check = refused)]
        a: u8,
    }
    const ITEMS: usize = 50_000;
    let item = r#"{"a": 1}"#;
    let text = format!("[{}]", vec![item; ITEMS].join(","));
    let error = parse::<Vec<Item>>(&text).unwrap_err();
    assert_eq!(error.violations().len(), ITEMS);
    for (index, violation) in error.violations().iter().enumerate() {
        let start = 1 + index * (item.len() + 1) + r#"{"a": "#.len();
        assert_eq!(violation.span(), Some(start..start + 1));
    }
}
