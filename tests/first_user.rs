//! What a first user ran into: wrong values that were taken, and facts that were lost.

use llm_parse::testing::Script;
use llm_parse::{
    Code, ErrorKind, Extraction, Extractor, Finish, FixKind, LlmExtract, Reply, ToolCall, blocking,
    parse,
};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Note {
    title: String,
    n: i64,
}

fn codes<T: LlmExtract>(text: &str) -> Vec<Code> {
    let error = parse::<T>(text).err();
    error.map_or_else(Vec::new, |error| {
        error
            .violations()
            .iter()
            .map(llm_parse::Violation::code)
            .collect()
    })
}

fn once(reply: Reply) -> Result<Extraction<Note>, llm_parse::Error> {
    let model = Script::new([reply]);
    blocking::run(&Extractor::new(&model).max_attempts(1), "go")
}

#[test]
fn an_example_before_a_cut_off_answer_is_not_the_answer() {
    for example in [
        "Input was:\n{\"title\":\"eg\",\"n\":0}\n\nAnswer:\n",
        "E.g.\n```json\n{\"title\":\"eg\",\"n\":0}\n```\n",
    ] {
        let text = format!("{example}{{\"title\":\"b\",\"n\":");
        assert_eq!(codes::<Note>(&text), [Code::CutOff], "{text}");
        let error = once(Reply::text(text).with_finish(Finish::Length)).expect_err("cut off");
        assert_eq!(error.kind(), ErrorKind::CutOff);
    }
}

#[test]
fn an_answer_before_a_repetition_that_is_cut_off_is_the_answer() {
    let text = "{\"title\":\"a\",\"n\":1}\n{\"title\":\"a\",\"n\":";
    let extraction = once(Reply::text(text).with_finish(Finish::Length)).expect("it is complete");
    assert_eq!(extraction.value.n, 1);
    assert!(
        extraction
            .fixes()
            .iter()
            .any(|fix| fix.kind() == FixKind::RanOn)
    );
}

#[test]
fn a_draft_in_the_reasoning_is_not_the_answer() {
    let thought = "Maybe {\"title\":\"draft\",\"n\":1}? No, n must be 2.";
    let error = once(Reply::text("").with_reasoning(thought)).expect_err("a draft");
    assert_eq!(error.kind(), ErrorKind::Empty);
    let bare =
        once(Reply::text("").with_reasoning("{\"title\":\"a\",\"n\":1}")).expect("a bare value");
    assert_eq!(bare.fixes()[0].kind(), FixKind::Extracted);
}

#[test]
fn a_call_of_another_tool_is_not_the_answer() {
    let call =
        |name: &str, n: i64| ToolCall::new("1", name, format!("{{\"title\":\"q\",\"n\":{n}}}"));
    let reply = Reply::text("{\"title\":\"c\",\"n\":1}");
    let extraction =
        once(reply.clone().with_tool_calls(vec![call("search", 9)])).expect("the content");
    assert_eq!(extraction.value.n, 1);
    let both = once(reply.with_tool_calls(vec![call("Note", 9), call("note", 8)]))
        .expect("the first call");
    assert_eq!(both.value.n, 9);
    assert!(
        both.fixes()
            .iter()
            .any(|fix| fix.kind() == FixKind::OtherValue)
    );
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Soft {
    #[llm(warn, range(max = 10))]
    w: i32,
    #[llm(one_of("a", "b"))]
    o: String,
}

#[test]
fn a_soft_rule_softens_no_fault_of_the_type() {
    assert_eq!(
        codes::<Soft>("{\"w\":\"x\",\"o\":\"c\"}"),
        [Code::Type, Code::OneOf]
    );
    assert_eq!(codes::<Soft>("{\"w\":\"x\",\"o\":\"a\"}"), [Code::Type]);
    assert_eq!(
        codes::<Soft>("{\"w\":1,\"w\":2,\"o\":\"a\"}"),
        [Code::DuplicateKey]
    );
    let parsed = parse::<Soft>("{\"w\":11,\"o\":\"a\"}").expect("only a soft rule is broken");
    assert_eq!(
        (
            parsed.value.w,
            parsed.value.o.as_str(),
            parsed.warnings.len()
        ),
        (11, "a", 1)
    );
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Total {
    #[llm(range(max = 5.0))]
    total: f64,
}

#[test]
fn a_number_that_is_none_is_in_no_range() {
    assert!(Total { total: f64::NAN }.validate().is_err());
    assert!(Total { total: 4.0 }.validate().is_ok());
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Pair {
    a: String,
    b: Option<String>,
}

#[test]
fn a_missing_comma_before_a_key_without_quotes_is_no_guess() {
    for text in [
        r#"{a:"1" b:"2"}"#,
        "{a:'1' b:'2'}",
        "{a: x b: y}",
        "{a: one two b: y}",
    ] {
        assert_eq!(codes::<Pair>(text), [Code::Ambiguous], "{text}");
    }
    let both = Pair {
        a: "1".into(),
        b: Some("2".into()),
    };
    for text in [r#"{"a":"1" "b":"2"}"#, "{a:\"1\"\nb:\"2\"}"] {
        assert_eq!(parse::<Pair>(text).expect(text).value, both);
    }
    let text = "{a: see https://x.y, b: 2}";
    assert_eq!(parse::<Pair>(text).expect(text).value.a, "see https://x.y");
}

#[test]
fn items_are_not_merged_where_a_quote_is_missing() {
    for text in [
        r#"["a, "b"]"#,
        "['a', 'b's, 'c']",
        r#"["a', "b"]"#,
        r#"['a", 'b']"#,
    ] {
        let codes = codes::<Vec<String>>(text);
        assert!(codes.contains(&Code::Ambiguous), "{text} {codes:?}");
    }
}

#[test]
fn grouped_digits_in_a_list_are_no_items() {
    for text in ["[1 234, 5 678]", "[12 345]", "[100 200 300]"] {
        let codes = codes::<Vec<i64>>(text);
        assert!(codes.contains(&Code::Ambiguous), "{text} {codes:?}");
    }
    for (text, items) in [("[1 2 3]", vec![1, 2, 3]), ("[1\n234]", vec![1, 234])] {
        assert_eq!(parse::<Vec<i64>>(text).expect(text).value, items);
    }
}

#[test]
fn a_list_with_a_gap_is_not_shortened() {
    for text in ["[1,,3]", "[1, , 3,]"] {
        assert_eq!(codes::<Vec<Option<i64>>>(text), [Code::Ambiguous], "{text}");
        assert_eq!(codes::<(i64, i64)>(text), [Code::Ambiguous], "{text}");
        assert_eq!(parse::<Vec<i64>>(text).expect(text).value, [1, 3]);
    }
    for text in ["[1, 2, ..., 9]", "[1, 2, ...]", "[...]"] {
        assert_eq!(codes::<Vec<i64>>(text), [Code::Ambiguous], "{text}");
        assert!(parse::<serde_json::Value>(text).is_ok(), "{text}");
    }
}

#[test]
fn drafts_in_other_tags_are_not_the_answer() {
    let draft = r#"maybe {"title":"d","n":1}"#;
    for around in [
        format!("[THINK]{draft}[/THINK]"),
        format!("{draft}[/THINK]"),
        format!(
            "<|channel|>analysis<|message|>{draft}<|end|><|start|>assistant<|channel|>final<|message|>"
        ),
        format!("<seed:think>{draft}</seed:think>"),
    ] {
        let text = format!(r#"{around}{{"title":"x","n":2}}"#);
        assert_eq!(parse::<Note>(&text).expect(&text).value.title, "x");
        assert!(parse::<Note>(&around).is_err(), "{around}");
    }
}

#[test]
fn what_is_closed_but_broken_is_not_cut_off() {
    for text in [
        r#"{"a":"x","b":"y"z}"#,
        r#"{"a":"x","b":"say "x", ok}"#,
        "{a:'x' b:'it's}",
        r#"{"a": x // b}"#,
        r#"{"a":"x"],["b"]}"#,
    ] {
        let codes = codes::<Pair>(text);
        assert!(
            !codes.is_empty() && !codes.contains(&Code::CutOff),
            "{text} {codes:?}"
        );
    }
    for text in [r#"{"a":"x","b":"y"#, r#"{"a":"x","b":"{}"#] {
        assert_eq!(codes::<Pair>(text), [Code::CutOff], "{text}");
    }
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
enum Mood {
    Happy,
    Sad,
}

#[test]
fn a_sentence_that_names_one_value_is_that_value() {
    assert_eq!(
        parse::<Mood>("I would say **happy**.").expect("one").value,
        Mood::Happy
    );
    assert_eq!(parse::<i64>("The answer is 42.").expect("one").value, 42);
    assert_eq!(
        parse::<Option<i64>>("None found.").expect("none").value,
        None
    );
    assert_eq!(parse::<Option<Note>>("N/A").expect("none").value, None);
    for text in ["Not happy.", "Happy or sad", "Rather sad than happy"] {
        assert_eq!(codes::<Mood>(text), [Code::Ambiguous], "{text}");
    }
    for text in ["Between 5 and 7.", "More than 5", "The 2nd of 3"] {
        assert_eq!(codes::<i64>(text), [Code::Ambiguous], "{text}");
    }
    assert!(parse::<Mood>("no idea").is_err() && parse::<i64>("the 2nd").is_err());
}

#[test]
fn the_payload_of_a_refusal_has_its_words() {
    let refusal = Reply::text("").with_refusal("I cannot help with that");
    let error = once(refusal).expect_err("refused");
    let payload = error.payload("go");
    assert_eq!(
        payload["errors"][0],
        "the model refused: I cannot help with that"
    );
}

#[test]
fn numbers_that_no_type_holds_are_kept_in_what_was_read() {
    let error = parse::<Vec<f64>>("[1, 1e999, 2]").expect_err("out of range");
    assert_eq!(error.partial(), Some(serde_json::json!([1, "1e999", 2])));
    assert_eq!(codes::<u8>("1e400"), [Code::Range]);
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
#[serde(rename_all = "snake_case")]
enum Action {
    Search { query: String },
    Wait(u32),
    Stop,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Figure {
    Circle { radius: u32 },
    Point,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
enum Message {
    Text(String),
    Image { url: String },
    Ping,
}

#[test]
fn a_variant_is_read_in_any_tagging() {
    let search = || Action::Search { query: "q".into() };
    for (text, action) in [
        (r#"{"type": "search", "query": "q"}"#, search()),
        (r#"{"kind": "Search", "data": {"query": "q"}}"#, search()),
        (r#"{"type": "wait", "value": 3}"#, Action::Wait(3)),
        (r#"{"type": "stop"}"#, Action::Stop),
    ] {
        assert_eq!(parse::<Action>(text).expect(text).value, action);
    }
    for (text, figure) in [
        (r#"{"circle": {"radius": 2}}"#, Figure::Circle { radius: 2 }),
        (
            r#"{"kind": "circle", "radius": 2}"#,
            Figure::Circle { radius: 2 },
        ),
        (r#""point""#, Figure::Point),
        (r#"{"Point": null}"#, Figure::Point),
    ] {
        assert_eq!(parse::<Figure>(text).expect(text).value, figure);
    }
    for (text, message) in [
        (r#"{"text": "hi"}"#, Message::Text("hi".into())),
        (
            r#"{"kind": "image", "url": "u"}"#,
            Message::Image { url: "u".into() },
        ),
        (
            r#"{"Kind": "Image", "Data": {"url": "u"}}"#,
            Message::Image { url: "u".into() },
        ),
        (r#""ping""#, Message::Ping),
    ] {
        assert_eq!(parse::<Message>(text).expect(text).value, message);
    }
    assert!(parse::<Action>(r#"{"type": "stop", "query": "q"}"#).is_err());
    assert!(parse::<Action>(r#"{"type": "stop", "kind": "wait"}"#).is_err());
    assert!(parse::<Figure>(r#"{"circle": 2}"#).is_err());
}

#[test]
fn what_is_called_a_draft_or_an_example_is_not_the_answer() {
    for text in [
        "Draft: {\"title\":\"d\",\"n\":1}\nFinal: {\"title\":\"x\",\"n\":2}",
        "{\"title\":\"d\",\"n\":1}\nWait, the right answer is:\n{\"title\":\"x\",\"n\":2}",
        "For example {\"title\":\"d\",\"n\":1}. For your text: {\"title\":\"x\",\"n\":2,}",
        "The answer:\n{\"title\":\"x\",\"n\":2}\nwhich follows the schema\n{\"title\":\"d\",\"n\":1}",
    ] {
        assert_eq!(parse::<Note>(text).expect(text).value.title, "x");
    }
    let alone = "An example: {\"title\":\"x\",\"n\":2}";
    assert_eq!(codes::<Note>(alone), [Code::Ambiguous]);
}

#[test]
fn one_of_several_lists_is_not_all() {
    assert_eq!(codes::<Vec<i64>>("[1, 2]\n[3]"), [Code::Ambiguous]);
    assert_eq!(
        parse::<Vec<i64>>("[1, 2]\nAgain: [1, 2]")
            .expect("equal")
            .value,
        [1, 2]
    );
    assert_eq!(
        parse::<Vec<Vec<i64>>>("[1, 2]\n[3]")
            .expect("a list of both")
            .value,
        [vec![1, 2], vec![3]]
    );
    assert_eq!(codes::<Vec<Vec<i64>>>("[1, 2, 3]"), [Code::Ambiguous]);
}

#[test]
fn a_value_under_a_telling_key_is_found_among_others() {
    let text = r#"{"reasoning": "so", "answer": {"title": "x", "n": 2}}"#;
    let parsed = parse::<Note>(text).expect("found");
    assert_eq!(parsed.value.title, "x");
    assert!(
        parsed
            .fixes
            .iter()
            .any(|fix| fix.kind() == FixKind::UnknownKey)
    );
    assert!(parse::<Note>(r#"{"n": 1, "answer": {"title": "x", "n": 2}}"#).is_err());
    assert!(
        parse::<Note>(r#"{"result": {"title": "x", "n": 2}, "answer": {"title": "y", "n": 2}}"#)
            .is_err()
    );
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
enum Blood {
    #[serde(rename = "A+")]
    APlus,
    #[serde(rename = "A-")]
    AMinus,
}

#[test]
fn signs_in_names_mean_something() {
    assert_eq!(parse::<Blood>("\"a+\"").expect("case").value, Blood::APlus);
    for text in [r#""A""#, r#""A*""#, r#""A+/-""#, r#""!A+""#] {
        assert!(parse::<Blood>(text).is_err(), "{text}");
    }
}

#[test]
fn a_value_of_a_less_likely_place_does_not_stand_in_for_a_wrong_one() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Task {
        title: String,
        #[llm(range(min = 1, max = 5))]
        priority: u8,
    }
    for text in [
        "{\"title\":\"a\",\"priority\":9}\n\nFor reference, the example was {\"title\":\"b\",\"priority\":3}",
        "```json\n{\"title\":\"a\",\"priority\":9}\n```\nIf it were less urgent: {\"title\":\"b\",\"priority\":3}.",
        "```json\n{\"title\":\"a\",\"priority\":\n``` old: {\"title\":\"b\",\"priority\":3}",
    ] {
        let error = parse::<Task>(text).expect_err(text);
        assert!(!error.violations().is_empty(), "{text}");
    }
    let corrected =
        "{\"title\":\"a\",\"priority\":9}\nCorrection: {\"title\":\"a\",\"priority\":5}";
    let task = parse::<Task>(corrected).expect("corrected").value;
    assert_eq!((task.title.as_str(), task.priority), ("a", 5));
}

#[test]
fn backslashes_are_no_guess() {
    let read = |text: &str| parse::<Pair>(text).map(|parsed| parsed.value.a);
    assert_eq!(
        read(r#"{"a": "\d+\.\w"}"#).expect("a regular expression"),
        r"\d+\.\w"
    );
    assert_eq!(read(r#"{"a": "a\_b"}"#).expect("Markdown"), "a_b");
    for text in [r#"{"a": "D:\data\","b":"x"}"#, r#"{"a": "C:\dir\new"}"#] {
        let error = parse::<Pair>(text).expect_err(text);
        assert!(!error.is_cut_off(), "{text}");
    }
}

#[test]
fn equal_items_are_found_in_what_was_read() {
    use std::collections::BTreeSet;
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Sets {
        #[llm(unique)]
        list: Vec<i64>,
        #[llm(unique)]
        pairs: Vec<Pair>,
        #[llm(len(min = 2))]
        set: BTreeSet<String>,
    }
    let faults = |list: &str, pairs: &str, set: &str| {
        let text = format!(r#"{{"list":{list},"pairs":{pairs},"set":{set}}}"#);
        let error = parse::<Sets>(&text).err();
        error.map_or(0, |error| error.violations().len())
    };
    assert_eq!(faults("[1]", "[]", r#"["a","b"]"#), 0);
    assert_eq!(faults(r#"[1,"1"]"#, "[]", r#"["a","b"]"#), 1);
    assert_eq!(
        faults("[1]", r#"[{"a":"x"},{"a":"x","b":null}]"#, r#"["a","b"]"#),
        1
    );
    assert_eq!(faults("[1]", "[]", r#"["a","a"]"#), 1);
}

#[test]
fn a_set_is_as_long_as_it_is_without_repeats() {
    use std::collections::BTreeSet;
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Set {
        #[llm(len(min = 2))]
        set: BTreeSet<String>,
    }
    assert_eq!(
        parse::<Set>(r#"{"set":["a","b"]}"#)
            .expect("two")
            .value
            .set
            .len(),
        2
    );
    assert_eq!(codes::<Set>(r#"{"set":["a","a"]}"#), [Code::Len]);
}

#[test]
fn what_is_left_out_is_not_complete() {
    for text in [
        "[1,\n// ... 12 more\n]",
        "[1, /* rest omitted */]",
        "[\"a\", etc.]",
        "[1, 2, // 12 more\n]",
        "[1, 2 /* 12 more */]",
        "[\"a\",\n// 12 more\n\"z\"]",
        "[\"a\",\n# 12 more\n]",
        "[\"a\", // and 12 more\n]",
        "[\"a\", // and so on\n]",
        "[\"a\",\n// more items\n]",
        "[\"a\",\n// continue for the rest\n]",
        "[\"a\", // rest unchanged\n]",
        "[\"a\", /* same for others */]",
        "[\"a\", 12 more]",
        "[\"a\", (12 more items)]",
    ] {
        assert!(parse::<Vec<String>>(text).is_err(), "{text}");
    }
    assert_eq!(
        parse::<Vec<i64>>("[1, // one\n2]")
            .expect("a comment")
            .value,
        [1, 2]
    );
    let rows = "[{\"title\": \"a\", \"n\": 1},\n// 12 more\n]";
    assert_eq!(codes::<Vec<Note>>(rows), [Code::Ambiguous]);
    let row = "{\"title\": \"a\", // the other title\n\"n\": 1 // 2 more than before\n}";
    assert_eq!(parse::<Note>(row).expect("comments").value.n, 1);
    assert_eq!(codes::<Pair>(r#"{"a": "x", ...}"#), [Code::Ambiguous]);
    assert_eq!(codes::<Vec<String>>("\"nuts, milk\""), [Code::Ambiguous]);
    assert_eq!(codes::<Pair>(&Pair::outline()), [Code::SchemaEchoed]);
}

#[test]
fn a_key_that_fits_two_fields_is_none_of_them() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Ids {
        user_id: Option<u32>,
        userid: Option<u32>,
    }
    assert!(codes::<Ids>(r#"{"userId":5}"#).contains(&Code::Ambiguous));
    let ids = parse::<Ids>(r#"{"user_id":5,"userid":6}"#)
        .expect("both")
        .value;
    assert_eq!((ids.user_id, ids.userid), (Some(5), Some(6)));
}

#[test]
fn one_of_two_lists_is_not_guessed() {
    for text in ["[]\n[1]", "[1]\n[]", "[1]\n[2]"] {
        assert_eq!(codes::<Option<Vec<i64>>>(text), [Code::Ambiguous], "{text}");
        assert_eq!(codes::<Vec<i64>>(text), [Code::Ambiguous], "{text}");
    }
    let parsed = parse::<Option<Vec<i64>>>("- [ ] to do\n[1]").expect("a list");
    assert_eq!(parsed.value, Some(vec![1]));
}
