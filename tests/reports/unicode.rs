//! Characters beyond ASCII, escaped or not.

use std::collections::HashMap;

use llm_parse::testing::Script;
use llm_parse::{Code, Extractor, LlmExtract, parse};
use serde::Deserialize;

use crate::{block_on, read};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Message {
    msg: String,
    n: i32,
}

/// B101
#[test]
fn a_lone_surrogate_is_replaced() {
    for (text, msg) in [
        (r#"{"msg":"hi \ud83d","n":1}"#, "hi \u{fffd}"),
        (r#"{"msg":"\ude00 hi","n":1}"#, "\u{fffd} hi"),
        (r#"{"msg":"\ud83d\ud83d\ude00","n":1}"#, "\u{fffd}😀"),
        (r#"{"msg":"\ud83d\u0041","n":1}"#, "\u{fffd}A"),
        (r#"{"msg":"\ud83d\ude00","n":1}"#, "😀"),
        (r#"{"msg":"\uZZZZ","n":1}"#, "\\uZZZZ"),
    ] {
        assert_eq!(read::<Message>(text).msg, msg, "{text}");
    }
}

/// B102
#[test]
fn a_lone_surrogate_in_feedback_is_text() {
    let script = Script::new([r#"{"msg":"\ud800","n":"\ud800"}"#, r#"{"msg":"a","n":1}"#]);
    block_on(Extractor::new(&script).run::<Message>("go")).unwrap();
    for message in script.requests()[1].messages() {
        let body = serde_json::to_string(message.text()).unwrap();
        assert_eq!(
            serde_json::from_str::<String>(&body).unwrap(),
            message.text()
        );
    }
}

/// B103
#[test]
fn escapes_decode_alike_on_every_path() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Pair {
        s: String,
        t: String,
    }
    let text = r#"{"s":"A \uD83D\uDE80 ship","t":"\u00e9\u4f60\t\/\b"}"#;
    let strict: Pair = serde_json::from_str(text).unwrap();
    assert_eq!(strict.s, "A 🚀 ship");
    assert_eq!(read::<Pair>(text), strict);
    assert_eq!(read::<Pair>(&text.replace('}', ",}")), strict);
    assert_eq!(read::<Pair>(&text.replace("\"t\"", "t")), strict);
}

/// B170
#[test]
fn accents_survive() {
    for text in [
        "{\"msg\":\"caf\\u00e9\",\"n\":1}",
        "{\"msg\":\"café\",\"n\":1,}",
        "{'msg':'café','n':1}",
    ] {
        assert_eq!(read::<Message>(text).msg, "café");
    }
    // Where the text ends inside an escape, nothing of it is kept.
    for cut in [
        "{\"msg\":\"caf\\u00",
        "{\"msg\":\"caf\\",
        "{\"msg\":\"caf\\ud83d\\u",
    ] {
        let error = parse::<Message>(cut).unwrap_err();
        assert!(error.is_cut_off(), "{cut}: {error}");
        assert_eq!(error.partial().unwrap()["msg"], "caf", "{cut}");
    }
}

/// B173
#[test]
fn a_low_quote_closed_by_an_ascii_one_ends_no_string() {
    let whole = |msg: &str| match parse::<Message>(&format!(r#"{{"msg":"{msg}","n":1920}}"#)) {
        Ok(parsed) => assert_eq!(parsed.value.msg, msg),
        Err(error) => assert_eq!(error.violations()[0].code(), Code::Ambiguous, "{error}"),
    };
    whole("Cartea „Ion\" este bună");
    whole("„Ion\"");
    whole("a „b\", „c\" d");
    whole("der „Dom\", alt");
    assert_eq!(
        read::<Message>(r#"{"msg":"Cartea „Ion” este","n":1}"#).msg,
        "Cartea „Ion” este"
    );
}

/// B174
#[test]
fn full_width_signs_are_structure_only_outside_strings() {
    type Pairs = HashMap<String, String>;
    let pairs = read::<Pairs>("{“标题”:\"他说“你好、再见”然后走了\"}");
    assert_eq!(pairs["标题"], "他说“你好、再见”然后走了");
    let pairs = read::<Pairs>("｛\"a\"：\"x，y：z\"，\"b\"：\"［1］\"｝");
    assert_eq!(pairs["a"], "x，y：z");
    assert_eq!(pairs["b"], "［1］");
    let pairs = read::<Pairs>("{“a”：“x”，“b”：“y”}");
    assert_eq!(pairs["b"], "y");
}

/// B234
#[test]
fn unseen_characters_round_tokens_are_white_space() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct One {
        a: i32,
        s: Option<String>,
    }
    let text = "\u{feff}{\u{a0}\"a\"\u{200b}:\u{3000} 1}\u{200b}";
    assert_eq!(read::<One>(text), One { a: 1, s: None });
    let kept = "\u{a0}x\u{200b}\u{3000}\u{feff}";
    let text = format!("\u{2060}{{\u{2003}\"a\": 1,\u{a0}\"s\": \"{kept}\"\u{ad}}}");
    assert_eq!(read::<One>(&text).s.as_deref(), Some(kept));
    assert_eq!(read::<One>("{\r\n\"a\":\r\n1\r\n}\r\n").a, 1);
}
