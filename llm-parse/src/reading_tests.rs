//! Tests of what is found in a text, from the tables under `tests/data/reading` and on generated documents.

mod documents;

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use crate::candidate::{Candidate, Found, Limits, Place, find};
use crate::inner::{parse_inner, to_value};
use crate::read::Leniency;
use crate::violation::Code;
use documents::Documents;

const LIMITS: Limits = Limits {
    leniency: Leniency::Coerce,
    max_depth: 64,
};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn value(found: &Found<'_>, candidate: &Candidate) -> Value {
    to_value(&found.tree, candidate.root, true).unwrap_or_default()
}

/// What is found, in short: the value, its place and repairs, or why there is none.
fn describe(text: &str, limits: &Limits) -> Value {
    let found = find(text, limits);
    let rows = found.candidates.iter().map(|candidate| {
        let fixes = &found.fixes[candidate.fixes.clone()];
        let mut fixes: Vec<_> = fixes.iter().map(|fix| format!("{:?}", fix.kind)).collect();
        fixes.dedup();
        let faults = found.faults[candidate.faults.clone()].iter();
        let faults: Vec<_> = faults.map(|fault| format!("{:?}", fault.code)).collect();
        let mut row = serde_json::json!({ "value": value(&found, candidate) });
        if !fixes.is_empty() {
            row["fixes"] = fixes.join(" ").into();
        }
        if candidate.place != Place::Whole {
            row["place"] = format!("{:?}", candidate.place).into();
        }
        if !faults.is_empty() {
            row["faults"] = faults.join(" ").into();
        }
        if candidate.open {
            row["open"] = true.into();
        }
        row
    });
    rows.collect()
}

#[test]
fn tables() {
    let folder = root().join("tests/data/reading");
    let mut failures = String::new();
    for file in ["repair", "places", "cut"] {
        let path = folder.join(file).with_extension("jsonl");
        let table = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(!table.is_empty(), "{} is missing", path.display());
        for line in table.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let text = row["text"].as_str().unwrap();
            let found = describe(text, &LIMITS);
            if found != row["found"] {
                let _ = writeln!(
                    failures,
                    "{text}\n  wanted {}\n  found  {found}",
                    row["found"]
                );
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// The public JSON test suite, where it is at hand.
#[test]
fn json_test_suite() {
    let conformance = std::env::var_os("LLM_PARSE_CONFORMANCE")
        .map_or_else(|| root().join("../shared/conformance"), PathBuf::from);
    let Ok(files) = std::fs::read_dir(conformance.join("JSONTestSuite/test_parsing")) else {
        return;
    };
    for file in files {
        let path = file.unwrap().path();
        let Ok(text) = String::from_utf8(std::fs::read(&path).unwrap()) else {
            continue;
        };
        let strict = Limits {
            leniency: Leniency::Strict,
            max_depth: 64,
        };
        let found = find(&text, &strict);
        find(&text, &LIMITS);
        let expected = serde_json::from_str::<Value>(&text);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match expected {
            Ok(expected) => assert_eq!(value(&found, &found.candidates[0]), expected, "{name}"),
            // A number that is too great for `serde_json` is kept as text.
            Err(error) if error.to_string().starts_with("number out of range") => {}
            Err(_) => assert!(found.candidates.is_empty(), "{name}"),
        }
    }
}

/// A reading without repairs that is not the value itself would be a silent error.
#[test]
fn valid_documents_are_read_as_serde_json_reads_them() {
    let mut documents = Documents(0x9e37_79b9_7f4a_7c15);
    for _ in 0..4000 {
        let document = documents.container();
        let compact = document.to_string();
        let pretty = serde_json::to_string_pretty(&document).unwrap();
        for json in [&compact, &pretty] {
            let strict = find(json, &LIMITS);
            assert_eq!(value(&strict, &strict.candidates[0]), document);
            let fenced = format!("Sure, it's:\n```json\n{json}\n```\nDone {{that}}.");
            let prose = format!("Sure [1 of 2]: {json}\nthat's all {{of}} it");
            let marked = format!("\u{feff}{json}\u{200b}");
            for text in [fenced, prose, marked] {
                let found = find(&text, &LIMITS);
                let first = &found.candidates[0];
                assert_eq!(value(&found, first), document, "{text}\n{:?}", found.fixes);
                assert!(
                    first.fixes.is_empty() && first.faults.is_empty() && !first.open,
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn a_repair_leaves_the_rest_as_it_was() {
    let mut documents = Documents(0x51_7cc1_b727);
    for _ in 0..4000 {
        let document = documents.container();
        let compact = document.to_string();
        let pretty = serde_json::to_string_pretty(&document).unwrap();
        for json in [compact, pretty] {
            let (body, close) = json.split_at(json.len() - 1);
            let text = format!("{},{close}", body.trim_end());
            let found = find(&text, &LIMITS);
            let first = &found.candidates[0];
            assert_eq!(value(&found, first), document, "{text}\n{:?}", found.fixes);
            assert_eq!(first.fixes.len(), 1, "{text}\n{:?}", found.fixes);
            assert!(first.faults.is_empty() && !first.open, "{text}");
        }
    }
}

#[test]
fn every_prefix_is_open_and_true_to_the_document() {
    let mut documents = Documents(77);
    for _ in 0..300 {
        let document = documents.container();
        let json = document.to_string();
        for (end, _) in json.char_indices().skip(1) {
            for text in [json[..end].to_owned(), format!("```json\n{}", &json[..end])] {
                let found = find(&text, &LIMITS);
                assert_eq!(found.candidates.len(), 1, "{text}");
                let first = &found.candidates[0];
                assert!(
                    first.open && first.faults.is_empty(),
                    "{text} {:?}",
                    found.faults
                );
                assert!(first.fixes.is_empty(), "{text} {:?}", found.fixes);
                let partial = value(&found, first);
                assert!(is_beginning(&partial, &document), "{text}\n{partial}");
            }
        }
    }
}

/// Whether a value is what the beginning of the whole one gives.
fn is_beginning(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::String(part), Value::String(whole)) => whole.starts_with(part),
        (Value::Number(_), Value::Number(_)) => true,
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|(a, b)| is_beginning(a, b))
        }
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(key, a)| whole.get(key).is_some_and(|b| is_beginning(a, b))),
        _ => part == whole,
    }
}

#[test]
fn nothing_panics_and_spans_are_in_the_text() {
    let mut documents = Documents(4242);
    for _ in 0..20_000 {
        let json = documents.container().to_string();
        let mut text = documents.mutate(&json);
        if documents.below(4) == 0 {
            text = format!("see <think>{text}</think> ```\n{text}");
        }
        let mut found = find(&text, &LIMITS);
        for candidate in &found.candidates {
            to_value(&found.tree, candidate.root, true);
            to_value(&found.tree, candidate.root, false);
        }
        for id in 0..u32::try_from(found.tree.nodes.len()).unwrap() {
            assert!(text.get(found.tree.span(id)).is_some(), "{text}");
            if found.tree.kind(id) == crate::tree::NodeKind::String {
                parse_inner(&mut found, id, 64);
            }
        }
        for fix in &found.fixes {
            assert!(
                text.get(fix.start as usize..fix.end as usize).is_some(),
                "{text} {fix:?}"
            );
            let none = fix.node == crate::tree::NONE;
            assert!(
                none || (fix.node as usize) < found.tree.nodes.len(),
                "{text} {fix:?}"
            );
        }
    }
}

/// Each of these takes minutes where the work grows faster than the text.
#[test]
fn hostile_texts_are_read_in_linear_time() {
    let n = 30_000;
    for piece in [
        "{",
        "[",
        "{a ",
        "foo { bar ",
        "{\"",
        "{\"a ",
        "[\"a\",",
        "{'a\"",
        "```",
        "```\n[x ",
        "{/*",
        "[//",
        "```{\\\"a ",
        "``` \"a ",
        "<think>",
        "{\"a\":1}</think>",
        "<think>{</think>",
        "{}}",
        "['x, ",
        "{“a”",
        "{\"a\":\"\"\"",
        "{\"a\": ''x",
        "[[[[x",
        "~~~ {\"a\":\n",
        "[{a ",
        "\"",
        "} ",
        "{\"a\":```",
    ] {
        let text = piece.repeat(n) + " {\"ok\": 1}";
        let found = find(&text, &LIMITS);
        assert!(found.tree.nodes.len() < 20 * n, "{piece}");
    }
    for (start, piece) in [
        ("{\"a\": \"", "x \"y\" "),
        ("{\"a\": \"", "x\", \"y"),
        ("[\"", "x \"y\", z "),
        ("{\"a\": \"", "x\"//"),
        ("{a: ", "x, "),
        ("{a: ", "x(, "),
        ("{a: ", "x\n "),
        ("{a: ", "x \""),
        ("{\"a\": 1", "},\"b\":1"),
    ] {
        find(&format!("{start}{}", piece.repeat(n)), &LIMITS);
    }
}

#[test]
fn depth_is_limited_by_the_setting() {
    for text in [
        "[".repeat(100_000),
        "[".repeat(70) + &"]".repeat(70),
        "{\"a\":".repeat(50_000),
    ] {
        let found = find(&text, &LIMITS);
        assert_eq!(found.candidates.len(), 1);
        let fault = &found.faults[found.candidates[0].faults.clone()][0];
        assert_eq!(
            (fault.code, fault.expected.contains("64")),
            (Code::Depth, true)
        );
    }
    let text = "[".repeat(64) + &"]".repeat(64);
    assert!(find(&text, &LIMITS).faults.is_empty());
}

#[test]
fn strict_says_where_and_why() {
    let strict = Limits {
        leniency: Leniency::Strict,
        max_depth: 3,
    };
    for (text, code, at) in [
        ("{\"a\": 1,}", Code::Syntax, 8),
        ("{\"a\": [1, 2", Code::CutOff, 11),
        ("[[[[]]]]", Code::Depth, 3),
        ("Sure: {}", Code::Syntax, 0),
    ] {
        let found = find(text, &strict);
        assert!(found.candidates.is_empty());
        assert_eq!(
            (found.faults[0].code, found.faults[0].start),
            (code, at),
            "{text}"
        );
    }
}

#[test]
fn json_in_a_string_is_added_at_the_string() {
    let text = r#"{"a": "{\"b\": [1, \"x\",]}"}"#;
    let mut found = find(text, &LIMITS);
    let string = found
        .tree
        .entries(found.candidates[0].root)
        .next()
        .unwrap()
        .1;
    let inner = parse_inner(&mut found, string, 64).unwrap();
    assert_eq!(found.tree.span(inner), found.tree.span(string));
    let value = to_value(&found.tree, inner, false).unwrap();
    assert_eq!(value, serde_json::json!({"b": [1, "x"]}));
    assert_eq!(found.fixes.len(), 1);
}

#[test]
fn joined_strings_are_copied_once() {
    for (part, text) in [("\"b\"", "b"), ("\"\\u0062c\"", "bc"), ("'b\\n'", "b\n")] {
        let added = format!(" + {part} + \"d\"").repeat(500);
        let source = format!("{{\"a\": \"x\"{added}, \"e\": 1}}");
        let found = find(&source, &LIMITS);
        let wanted = format!("x{}", format!("{text}d").repeat(500));
        let read = value(&found, &found.candidates[0]);
        assert_eq!(read, serde_json::json!({ "a": wanted, "e": 1 }));
        assert!(found.tree.side.len() <= 2 * wanted.len(), "{part}");
    }
}
