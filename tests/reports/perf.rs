//! Nothing hangs, and nothing overflows: each test only has to end.

use llm_parse::{Code, LlmExtract, parse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{faults, read};

#[derive(Debug, Deserialize, LlmExtract)]
struct Done {
    ok: i32,
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Chain {
    next: Option<Box<Chain>>,
}

/// B104
#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [
        ("[", "]"),
        ("{\"a\":", "}"),
        ("{\"next\":", "}"),
        ("[{", "}]"),
        ("(", ")"),
    ] {
        let unclosed = open.repeat(100_000);
        let closed = format!("{unclosed}1{}", close.repeat(100_000));
        for text in [unclosed, closed] {
            assert!(parse::<Value>(&text).is_err());
            let error = parse::<Chain>(&text).unwrap_err();
            assert!(error.to_string().len() < 2000);
            let _ = error.partial();
        }
    }
    let next = format!("{}null{}", "{\"next\":".repeat(1000), "}".repeat(1000));
    assert_eq!(faults::<Chain>(&next)[0].1, Code::Depth);
}

/// B107
#[test]
fn a_growing_text_is_cut_off_until_it_is_whole() {
    let rows: Vec<_> = (0..2000)
        .map(|row| json!({"ok": row, "note": "a, b"}))
        .collect();
    let text = json!(rows).to_string();
    let mut items = 0;
    for end in (1..text.len()).step_by(4000) {
        let error = parse::<Vec<Done>>(&text[..end]).unwrap_err();
        assert!(error.is_cut_off());
        let partial = error.partial().unwrap();
        let read = partial.as_array().unwrap().len();
        assert!(read >= items, "{read} of {items} at {end}");
        items = read;
    }
    assert_eq!(read::<Vec<Done>>(&text).len(), 2000);
}

/// B109
#[test]
fn a_long_list_is_read() {
    let list = |tail: &str| format!("[{}7{tail}]", "7,".repeat(159_999));
    assert_eq!(read::<Vec<u8>>(&list("")).len(), 160_000);
    assert_eq!(read::<Vec<u8>>(&list(",")).len(), 160_000);
}

/// B215
#[test]
fn openers_without_end_are_given_up() {
    for text in [
        "{".repeat(50_000),
        "{a ".repeat(50_000),
        "[".repeat(25_000) + &"{".repeat(25_000),
        "{\"a\": \"".repeat(50_000),
        "```json\n".repeat(50_000),
        "\"".repeat(50_000),
        "<think>".repeat(50_000),
        "/*".repeat(50_000),
        "[\"a\" ".repeat(50_000),
    ] {
        assert!(parse::<Done>(&text).is_err());
    }
    let late = format!("{}{{\"ok\":1}}", "see { here, ".repeat(10_000));
    if let Ok(parsed) = parse::<Done>(&late) {
        assert_eq!(parsed.value.ok, 1);
    }
}

/// B216
#[test]
fn a_long_string_is_read() {
    let long = "é\\n\"x ".replace('"', "\\\"").repeat(200_000);
    let text =
        read::<std::collections::BTreeMap<String, String>>(&format!("{{\"x\":\"{long}\",}}"));
    assert_eq!(text["x"].chars().count(), 1_000_000);
}

/// B217
#[test]
fn many_small_objects_are_read() {
    let rows = "{\"ok\":1},".repeat(199_998);
    let text = format!("[{rows}{{\"ok\":1}} {{\"ok\":2}}]");
    assert_eq!(read::<Vec<Done>>(&text)[199_999].ok, 2);
}

#[test]
fn many_repaired_values_that_do_not_fit_cost_no_more_than_they_are_long() {
    for piece in [
        "```json\n{a: 1,}\n```\n",
        "{'b': 2} ",
        "```json\n{\"a\" }\n```\n",
    ] {
        assert!(parse::<Done>(&piece.repeat(100_000)).is_err());
        assert!(parse::<Vec<Done>>(&piece.repeat(20_000)).is_err());
    }
}
