//! Text around JSON, and JSON that is not quite JSON.

use std::collections::HashMap;

use llm_parse::{Code, FixKind, LlmExtract, parse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{at, faults, read, refused};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Note {
    kind: String,
    score: u8,
    comment: String,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Text {
    text: String,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Item {
    item: String,
    qty: u8,
}

fn text(text: &str) -> Text {
    Text {
        text: text.to_owned(),
    }
}

fn pen() -> Item {
    Item {
        item: "pen".to_owned(),
        qty: 3,
    }
}

/// B032
#[test]
fn a_bare_list_at_the_root_is_a_list() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Shot {
        frame: u32,
        tag: String,
    }
    let shots = |text: &str| read::<Vec<Shot>>(text).len();
    assert_eq!(shots(r#"[{"frame":7,"tag":"dusk"}]"#), 1);
    assert_eq!(
        shots(r#"Shots: [{"frame":7,"tag":"dusk"},{"frame":8,"tag":"dawn"}] (two)"#),
        2
    );
    assert_eq!(
        shots("```json\n[{\"frame\":7,\"tag\":\"[dusk]\"},]\n```"),
        1
    );
    assert_eq!(shots("[]"), 0);
}

/// B058
#[test]
fn a_fence_inside_a_string_does_not_end_the_fence() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Answer {
        step: String,
        body: String,
    }
    let body = "Try:\n\n```rust\nfn main(){}\n```\n\nThat is all.";
    let object = json!({"step": "final", "body": body});
    let pretty = serde_json::to_string_pretty(&object).unwrap();
    for reply in [
        format!("```json\n{pretty}\n```"),
        format!("Here:\n```json\n{pretty}\n```\nand ```sh\nls\n```"),
        format!("```\n{object}\n```"),
        format!("~~~json\n{object}\n~~~"),
        // The line breaks are not even escaped.
        format!("```json\n{}\n```", pretty.replace("\\n", "\n")),
    ] {
        assert_eq!(read::<Answer>(&reply).body, body, "{reply}");
    }
}

/// B060
#[test]
fn a_fence_of_another_language_is_not_the_answer() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Done {
        ok: bool,
    }
    for reply in [
        "Run this:\n```bash\nmake all\n```\nResult:\n```json\n{\"ok\":true}\n```",
        "```js\nconst x = {ok: false};\n```\n```json\n{\"ok\":true}\n```",
        "```python\nd = {'ok': False}\n```\nIt prints:\n```\n{\"ok\":true}\n```",
        "```bash\nmake all\n```\n{\"ok\":true}",
    ] {
        assert!(read::<Done>(reply).ok, "{reply}");
    }
}

/// B062
#[test]
fn an_inch_mark_is_part_of_its_string() {
    assert_eq!(
        read::<Text>(r#"{"text":"a 27" monitor"}"#),
        text("a 27\" monitor")
    );
    assert_eq!(read::<Text>(r#"{"text":"a 27""}"#), text("a 27\""));
    assert_eq!(read::<Text>(r#"{"text": "6'2" tall"}"#), text("6'2\" tall"));
    let fixes = parse::<Text>(r#"{"text":"a 27" monitor"}"#).unwrap().fixes;
    assert_eq!(fixes[0].kind(), FixKind::InnerQuote);
    assert_eq!(fixes[0].path().to_string(), "/text");
}

/// B063
#[test]
fn quoted_words_in_a_string_are_part_of_it_or_refused() {
    let comment = r#"Uses terms like "tack" and "jibe". Try more, e.g. "luff", to improve."#;
    let whole = |comment: &str| match parse::<Note>(&format!(
        r#"{{"kind":"note","score":4,"comment":"{comment}"}}"#
    )) {
        Ok(parsed) => assert_eq!(parsed.value.comment, comment),
        Err(error) => assert_eq!(error.violations()[0].code(), Code::Ambiguous, "{error}"),
    };
    whole(comment);
    whole(r#"the "a", the "b", and the "c""#);
    whole(r#"he said "yes", "no", "maybe""#);
    whole(r#"a "b": c"#);
    let reply = format!(r#"{{"kind":"note","score":4,"comment":"{comment}"}}"#);
    assert_eq!(read::<Note>(&reply).comment, comment);
}

/// B065
#[test]
fn an_inch_mark_does_not_split_an_item() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Kit {
        parts: Vec<String>,
    }
    let parts = |text: &str| read::<Kit>(text).parts;
    assert_eq!(
        parts(r#"{"parts":["oak 12" shelf","pin"]}"#),
        ["oak 12\" shelf", "pin"]
    );
    if let Ok(parsed) = parse::<Kit>(r#"{"parts":["pin", "oak 12" shelf"]}"#) {
        assert_eq!(parsed.value.parts, ["pin", "oak 12\" shelf"]);
    }
    if let Ok(parsed) = parse::<Kit>(r#"{"parts":["oak 12", 8" shelf","pin"]}"#) {
        assert_eq!(parsed.value.parts, ["oak 12\", 8\" shelf", "pin"]);
    }
}

/// B066, B067, B188
#[test]
fn valid_json_is_never_altered() {
    for text in [
        r#"{"line":"say \"go\", then wait"}"#,
        r#"{"a":"} ] [ {","b":[{"c":"\\"}]}"#,
        r#"{"url":"https://ex.com/p?q=1//2","text":"a // b /* c */ # d -- e"}"#,
        r#"{"a":"```json\n{\"x\": 1}\n```","b":"'it''s'","c":"a, \"b\": c"}"#,
        r#"{"a":"“x”","b":"，：｛｝","c":"True None undefined ..."}"#,
        r#"[["a\\\"","b"],{"":{}},[],-0.0,1e5,"\ud83d\ude00"]"#,
        r#"{"<think>":"</think>"}"#,
    ] {
        let parsed = parse::<Value>(text).unwrap();
        assert_eq!(parsed.value, serde_json::from_str::<Value>(text).unwrap());
        assert!(parsed.fixes.is_empty(), "{text}: {:?}", parsed.fixes);
    }
}

/// B068
#[test]
fn single_quotes_hold_double_ones() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Row {
        #[serde(rename = "ref")]
        reference: Option<u32>,
        label: String,
    }
    let row = |label: &str| {
        vec![Row {
            reference: None,
            label: label.to_owned(),
        }]
    };
    let rows = read::<Vec<Row>>;
    assert_eq!(rows(r#"[{'ref': None, 'label': '5"6"'}]"#), row("5\"6\""));
    assert_eq!(rows(r"[{'ref': None, 'label': 'it\'s'}]"), row("it's"));
    assert_eq!(rows(r#"[{'ref': None, 'label': "it's"}]"#), row("it's"));
    assert_eq!(
        rows("[{'ref': None, 'label': 'it's here'}]"),
        row("it's here")
    );
}

/// B070
#[test]
fn an_empty_slot_is_null_and_shifts_nothing() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Person {
        name: String,
        nick: Option<String>,
        age: Option<u8>,
        addr: String,
    }
    let ann = || Person {
        name: "Ann".to_owned(),
        nick: None,
        age: None,
        addr: String::new(),
    };
    for text in [
        r#"{"name":"Ann","nick":undefined,"age": ,"addr":""}"#,
        r#"{"name":"Ann","nick":,"age":,"addr":""}"#,
        r#"{"name":"Ann","addr":"","age":}"#,
        "{\"name\":\"Ann\",\"age\":\n,\"addr\":\"\"}",
        r#"{"name":"Ann","nick":None,"age":NULL,"addr":""}"#,
    ] {
        assert_eq!(read::<Person>(text), ann(), "{text}");
    }
    assert_eq!(
        faults::<Person>(r#"{"name": ,"addr":""}"#),
        at("/name", Code::Type)
    );
}

/// B071
#[test]
fn a_missing_bracket_does_not_move_what_follows() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Cell {
        d: String,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Content {
        a: Vec<Cell>,
        b: Vec<Cell>,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Row {
        t: String,
        c: Option<Content>,
    }
    for text in [
        r#"[{"t":"x","c":{"a":[{"d":"1"}],"b":[{"d":"2"}}},{"t":"y"}]"#,
        r#"[{"t":"x","c":{"a":[{"d":"1"],"b":[{"d":"2"}]}},{"t":"y"}]"#,
        r#"[{"t":"x","c":{"a":[{"d":"1"}],"b":[{"d":"2"}]},{"t":"y"}]"#,
    ] {
        if let Ok(parsed) = parse::<Vec<Row>>(text) {
            let rows = parsed.value;
            assert_eq!(rows.len(), 2, "{text}");
            assert_eq!(
                rows[0].c.as_ref().map(|c| (c.a.len(), c.b.len())),
                Some((1, 1))
            );
            assert!(rows[1].c.is_none());
        }
    }
    read::<Vec<Row>>(r#"[{"t":"x","c":{"a":[{"d":"1"}],"b":[{"d":"2"}}},{"t":"y"}]"#);
}

/// B072
#[test]
fn escapes_that_json_does_not_have_are_mended() {
    assert_eq!(
        read::<Text>(r#"{"text":"//meta[@p=\'a:b\']/@c"}"#),
        text("//meta[@p='a:b']/@c")
    );
    assert_eq!(
        read::<Text>(r#"{"text":"snake\_case \*bold\*"}"#),
        text("snake_case *bold*")
    );
    assert_eq!(
        read::<Text>(r#"{"text":"C:\Program"}"#),
        text("C:\\Program")
    );
    assert_eq!(read::<Text>(r#"{"text":"\d+ \w"}"#), text("\\d+ \\w"));
}

/// B073
#[test]
fn an_apostrophe_does_not_close_a_string_that_is_cut_off() {
    for (cut, partial) in [
        (
            "{\n \"text\": \"We can't ship today, sorry",
            "We can't ship today, sorry",
        ),
        ("{\"text\": \"it's \\\"fine\\\", he", "it's \"fine\", he"),
        ("```json\n{\"text\": \"'a', 'b'", "'a', 'b'"),
    ] {
        let error = refused::<Text>(cut);
        assert!(error.is_cut_off(), "{cut}: {error}");
        assert_eq!(error.partial(), Some(json!({"text": partial})));
    }
}

/// B074
#[test]
fn prose_before_a_fence_is_dropped() {
    for reply in [
        "Sure, result below:\n```json\n{\n \"item\":\"pen\",\n \"qty\":3\n}\n```",
        "1. First, [see docs].\n2. Then:\n{\"item\":\"pen\",\"qty\":3}",
        "For {item}, the set {a, b} gives:\n\n{\"item\":\"pen\",\"qty\":3}\n\nAnything else?",
        "<answer>{\"item\":\"pen\",\"qty\":3}</answer>",
        "**Answer**: {\"item\":\"pen\",\"qty\":3}.",
    ] {
        assert_eq!(read::<Item>(reply), pen(), "{reply}");
    }
}

/// B075
#[test]
fn a_missing_last_brace_is_a_cut() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Town {
        city: String,
    }
    for text in [
        "{ city: 'Pau' ",
        "{ city: 'Pau'",
        "{ city: 'Pa",
        "{ city:",
        "{ ci",
        "{",
    ] {
        let error = refused::<Town>(text);
        assert!(error.is_cut_off(), "{text}: {error}");
    }
    assert_eq!(
        refused::<Town>("{ city: 'Pau' ").partial(),
        Some(json!({"city": "Pau"}))
    );
}

/// B079
#[test]
fn the_first_value_that_fits_is_the_answer() {
    let two = "{\"item\":\"pen\",\"qty\":3}\nNote: {\"item\":\"ink\",\"qty\":2}";
    assert_eq!(read::<Item>(two), pen());
    assert_eq!(read::<Vec<Item>>(two).len(), 2);
    let late = r#"{"note": "a draft"} {"item":"pen","qty":300} {"item":"pen","qty":3}"#;
    assert_eq!(read::<Item>(late), pen());
    assert_eq!(
        read::<Item>("{\"item\":\"pen\",\"qty\":3}{\"item\":\"ink\",\"qty\":2}"),
        pen()
    );
    assert_eq!(
        read::<Vec<Item>>("{\"item\":\"pen\",\"qty\":3}\n{\"item\":\"ink\",\"qty\":2}").len(),
        2
    );
}

/// B082
#[test]
fn a_value_under_the_name_of_its_type_is_taken_out() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Verdict {
        p: String,
        q: String,
    }
    let verdict = || Verdict {
        p: "one".to_owned(),
        q: "two".to_owned(),
    };
    for key in ["Verdict", "verdict", "result", "data"] {
        let reply = format!(r#"{{"{key}":{{"p":"one","q":"two"}}}}"#);
        let parsed = parse::<Verdict>(&reply).unwrap();
        assert_eq!(parsed.value, verdict());
        assert_eq!(parsed.fixes[0].kind(), FixKind::OuterKey);
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Own {
        own: Option<Box<Own>>,
        n: Option<u8>,
    }
    let own = read::<Own>(r#"{"own":{"n":1}}"#);
    assert_eq!(own.own.unwrap().n, Some(1));
}

/// B083
#[test]
fn the_schema_is_no_answer() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Verb {
        verb: String,
        noun: String,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Loose {
        verb: Option<String>,
        noun: Option<String>,
    }
    let filled = r#"{"properties":{"verb":"open","noun":"gate"},"required":["verb","noun"]}"#;
    assert_eq!(read::<Verb>(filled).noun, "gate");
    let echo = r#"{"type":"object","properties":{"verb":{"type":"string"}}}"#;
    assert_eq!(faults::<Verb>(echo), at("", Code::SchemaEchoed));
    assert_eq!(faults::<Loose>(echo), at("", Code::SchemaEchoed));
    let message = refused::<Verb>(echo).to_string();
    assert!(message.contains("schema"), "{message}");
    let own = Loose::schema().as_value().to_string();
    assert_eq!(faults::<Loose>(&own), at("", Code::SchemaEchoed));
    let fenced = format!("Here is the JSON:\n```json\n{own}\n```");
    assert_eq!(faults::<Loose>(&fenced), at("", Code::SchemaEchoed));
}

/// B094
#[test]
fn think_tags_inside_a_string_stay() {
    for html in [
        "use the <think>tag</think> here",
        "</think>",
        "<think>",
        "a <thinking> b",
    ] {
        for reply in [
            json!({"text": html}).to_string(),
            format!(
                "<think>maybe {{\"text\": \"no\"}}</think>\n{}",
                json!({"text": html})
            ),
            format!("```json\n{}\n```", json!({"text": html})),
        ] {
            assert_eq!(read::<Text>(&reply), text(html), "{reply}");
        }
    }
}

/// B187
#[test]
fn urls_are_no_comments() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Fact {
        src: String,
        t: String,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Facts {
        facts: Vec<Fact>,
    }
    for text in [
        r#"{"facts":[{"src":"https://ex.org/a//b","t":"x"}]}"#,
        r#"{"facts":[{"src":"https://ex.org/a//b","t":"x",}]}"#,
        r"{facts:[{src:'https://ex.org/a//b',t:'x'}]}",
        r#"{"facts":[{"src":https://ex.org/a//b,"t":"x"}]}"#,
    ] {
        assert_eq!(
            read::<Facts>(text).facts[0].src,
            "https://ex.org/a//b",
            "{text}"
        );
    }
}

/// B189
#[test]
fn a_comment_after_the_last_item_is_skipped() {
    for text in [
        "[\n  \"a )\"\n  // note\n]",
        "[\n  \"a )\", // note )\n]",
        "[\n  \"a )\" /* ] */\n]",
        "[ # ]\n \"a )\"\n]",
    ] {
        assert_eq!(read::<Vec<String>>(text), ["a )"], "{text}");
    }
}

/// B190
#[test]
fn comments_are_skipped_and_strings_stay() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Job {
        blob: String,
        k: i32,
    }
    let text = "{\n // c1\n \"blob\": \"{\\\"link\\\":\\\"http://h.test/x\\\"}\", /* c2 */\n \"k\": 1, # c3\n}";
    let parsed = parse::<Job>(text).unwrap();
    assert_eq!(parsed.value.blob, "{\"link\":\"http://h.test/x\"}");
    assert_eq!(parsed.value.k, 1);
    let comments = parsed
        .fixes
        .iter()
        .filter(|fix| fix.kind() == FixKind::Comment);
    assert_eq!(comments.count(), 3);
}

/// B192, B236
#[test]
fn a_key_with_two_values_is_refused_in_every_type() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Keyed {
        key: String,
        n: i32,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Mapped {
        m: HashMap<String, i32>,
    }
    let differ = at("/key", Code::DuplicateKey);
    for text in [
        r#"{"key":"v1","key":"v2","n":1}"#,
        r#"{"key":"v1","n":1,key:"v2",}"#,
        r#"{"n":1,"n":1,"key":"v1","key":"v2"}"#,
    ] {
        assert_eq!(faults::<Keyed>(text), differ, "{text}");
        assert_eq!(faults::<HashMap<String, Value>>(text), differ, "{text}");
        assert_eq!(faults::<Value>(text), differ, "{text}");
    }
    let inner = r#"{"m":{"k":1,"k":2}}"#;
    assert_eq!(faults::<Mapped>(inner), at("/m/k", Code::DuplicateKey));
    assert_eq!(faults::<Value>(inner), at("/m/k", Code::DuplicateKey));
    let parsed = parse::<Mapped>(r#"{"m":{"k":1,"k":1}}"#).unwrap();
    assert_eq!(parsed.value.m["k"], 1);
    assert_eq!(parsed.fixes[0].kind(), FixKind::DuplicateKey);
    assert_eq!(parsed.fixes[0].path().to_string(), "/m/k");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(
        read::<Text>("\u{feff}{\"text\":\"\u{feff}x\"}"),
        text("\u{feff}x")
    );
    assert_eq!(
        read::<Text>("\u{feff}```json\r\n{\"text\":\"x\"}\r\n```"),
        text("x")
    );
}
