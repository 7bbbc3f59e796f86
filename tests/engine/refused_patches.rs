//! Replies to an update that are not taken, and what the model is told of each.

use llm_parse::testing::Script;
use llm_parse::{ErrorKind, Extractor, Finish, LlmExtract, Outcome, Reply};
use serde::{Deserialize, Serialize};

use crate::{block_on, text};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Order {
    total: i64,
    phone: String,
    items: Vec<i64>,
}

fn order() -> Order {
    Order {
        total: 10,
        phone: "+41 44".to_owned(),
        items: vec![1, 2],
    }
}

const NOTHING: &str = r#"{"operations": []}"#;

fn update(script: &Script) -> Result<Order, llm_parse::Error> {
    let (extractor, order) = (Extractor::new(script), order());
    let run = extractor.update(&order, "The total is one more.");
    Ok(block_on(run)?.value)
}

#[test]
fn what_no_patch_says_plainly_is_refused_and_told() {
    for (reply, told) in [
        // A sign in quotes may be what to add.
        (
            r#"{"operations":[{"op":"replace","path":"/total","value":"+1"}]}"#,
            "`/total` to a text with a sign",
        ),
        (
            r#"{"operations":[{"op":"replace","path":"/total","value":"-1"}]}"#,
            "`/total` to a text with a sign",
        ),
        (
            r#"{"operations":[{"op":"add","path":"/items/-","value":"+1"}]}"#,
            "to a text with a sign",
        ),
        // RFC 6901 knows no leading zeros.
        (
            r#"{"operations":[{"op":"replace","path":"/items/01","value":3}]}"#,
            "`/items/01` is no item of a list",
        ),
        (
            r#"{"operations":[{"op":"replace","path":"/items/#01","value":3}]}"#,
            "`/items/#01` is no item of a list",
        ),
        // A list alone with a wrong operation.
        (
            r#"[{"op":"increment","path":"/total","value":1}]"#,
            "operation 1, `op`",
        ),
        (
            r#"[{"op":"replace","path":"/total","value":11}] or [{"op":"replace","path":"/total","value":12}]"#,
            "another",
        ),
        (
            r#"{"operations":[{"op":"replace","path":"/total","value":11}]} or {"operations":[{"op":"replace","path":"/total","value":12}]}"#,
            "another",
        ),
        // Disowned.
        (
            r#"{"operations":[{"op":"replace","path":"/total","value":11}]} is not needed."#,
            "is not needed",
        ),
        (
            r#"For example: [{"op":"replace","path":"/total","value":11}]"#,
            "For example",
        ),
        ("No changes needed.", "answer {\"operations\": []}"),
    ] {
        let script = Script::new([reply, NOTHING]);
        assert_eq!(update(&script).unwrap(), order(), "{reply}");
        let asked = text(&script.requests()[1]);
        assert!(asked.contains(told), "{reply}: {asked}");
        assert!(!asked.contains("missing key"), "{reply}: {asked}");
    }
}

#[test]
fn numbers_and_texts_with_a_sign_are_put_in() {
    for (path, value) in [
        ("/total", "-1"),
        ("/total", "\"11\""),
        ("/phone", "\"+41 43\""),
        ("/phone", "\"-1\""),
        ("/items/0", "-3"),
        ("/items/#1", "0"),
    ] {
        let patch =
            format!(r#"{{"operations":[{{"op":"replace","path":"{path}","value":{value}}}]}}"#);
        let script = Script::new([&*patch]);
        assert_ne!(update(&script).unwrap(), order(), "{patch}");
    }
}

#[test]
fn a_reply_that_the_filter_cut_is_refused() {
    for withheld in [r#"{"total": 1, "pho"#, "The order", ""] {
        let script = Script::new([Reply::text(withheld).with_finish(Finish::ContentFilter)]);
        let extractor = Extractor::new(&script);
        let error = block_on(extractor.run::<Order>("An order.")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{withheld}");
        assert_eq!(error.attempts()[0].outcome(), Outcome::Refused);
        assert!(error.to_string().contains("filter"), "{error}");
    }
    let whole = r#"{"total": 1, "phone": "2", "items": []}"#;
    let script = Script::new([Reply::text(whole).with_finish(Finish::ContentFilter)]);
    assert!(block_on(Extractor::new(&script).run::<Order>("An order.")).is_ok());
}
