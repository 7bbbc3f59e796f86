//! Only parts of the value are asked for: those that are wrong, or the rest.

use std::collections::BTreeMap;

use llm_parse::testing::{Malform, Malformation, Script};
use llm_parse::{
    Attempt, Capabilities, Code, Extraction, Extractor, Finish, FixKind, LlmExtract, Mode, Outcome,
    Policy, Reply, Request, Session, Step, Strategy, ToolCall, Violation,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::oracle::answer;
use crate::{block_on, cut, text};

/// A report of a stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Report {
    title: String,
    rows: Vec<Row>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Row {
    #[serde(rename = "rowId")]
    id: u32,
    #[llm(len(min = 3))]
    name: String,
    tags: Vec<String>,
}

fn report(rows: u32) -> Report {
    let row = |id| Row {
        id,
        name: format!("row number {id}"),
        tags: vec!["a".to_owned(), format!("tag {id}")],
    };
    Report {
        title: "the whole report".to_owned(),
        rows: (1..=rows).map(row).collect(),
        note: Some("no remarks".to_owned()),
    }
}

#[test]
fn a_rest_without_the_item_that_was_cut_off_is_not_the_rest() {
    let whole = json!(report(4));
    let text = whole.to_string();
    let third = text.find("\"rowId\":3").unwrap();
    let rest = r#"{"rows": [], "note": null}"#;
    for (end, is_begun) in [
        (third - 1, true),
        (third, true),
        (third + 4, true),
        (third + 20, true),
        (third - 2, false),
    ] {
        let script = Script::new([cut(&text[..end]), Reply::text(rest), Reply::text(&*text)]);
        let list = [Strategy::Continue, Strategy::StrictFormat];
        let extractor = Extractor::new(&script).strategies(list);
        let extraction = block_on(extractor.run::<Report>("sum it up")).unwrap();
        let found = (extraction.value.rows.len(), extraction.attempts().len());
        // Where all items are whole there may be no more.
        let right = if is_begun { (4, 3) } else { (2, 2) };
        assert_eq!(found, right, "{}", &text[..end]);
    }
}

/// Runs a session against a first reply and a model that knows the value.
fn repaired<T: LlmExtract>(
    first: Reply,
    whole: &Value,
    mode: Mode,
    strict: bool,
    strategy: Strategy,
) -> (Result<Extraction<T>, llm_parse::Error>, Vec<Request>) {
    let mut capabilities = Capabilities::modes([mode]);
    if strict {
        capabilities = capabilities.dialect(llm_parse::dialect::OpenAiStrict);
    }
    let policy = Policy::new().strategies([strategy]).max_attempts(12);
    let mut session = Session::<T>::new("sum it up", policy, &[capabilities]);
    let mut requests = Vec::new();
    let mut first = Some(first);
    loop {
        match session.next() {
            Step::Send { request, .. } => {
                let reply = first.take().unwrap_or_else(|| {
                    let answer = answer(&request, whole);
                    reply(
                        mode,
                        &answer.map_or_else(|| whole.to_string(), |answer| answer.to_string()),
                    )
                });
                requests.push(request);
                session.receive(Ok(reply), std::time::Duration::ZERO);
            }
            Step::Wait(wait) => session.waited(wait),
            Step::Done(extraction) => return (Ok(extraction), requests),
            Step::Failed(error) => return (Err(error), requests),
            _ => panic!("an unknown step"),
        }
    }
}

fn reply(mode: Mode, text: &str) -> Reply {
    match mode {
        Mode::Tool => Reply::text("").with_tool_calls([ToolCall::new("c", "", text)]),
        _ => Reply::text(text),
    }
}

fn forms() -> impl Iterator<Item = (Mode, bool)> {
    let modes = [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
    modes
        .into_iter()
        .flat_map(|mode| [(mode, false), (mode, true)])
}

fn strategies(attempts: &[Attempt]) -> Vec<Option<Strategy>> {
    attempts.iter().map(Attempt::strategy).collect()
}

#[test]
fn focus_asks_for_the_wrong_values_only_in_every_mode() {
    for (mode, strict) in forms() {
        let mut broken = json!(report(5));
        broken["rows"][1]["rowId"] = json!("many");
        broken["rows"][3]["name"] = json!("x");
        let (result, requests) = repaired::<Report>(
            reply(mode, &broken.to_string()),
            &json!(report(5)),
            mode,
            strict,
            Strategy::Focus,
        );
        let extraction = result.unwrap_or_else(|error| panic!("{mode:?} {strict}: {error}"));
        assert_eq!(extraction.value, report(5));
        assert_eq!(extraction.attempts().len(), 2, "{mode:?} {strict}");
        let asked = requests[1].schema["properties"].as_object().unwrap();
        let keys: Vec<_> = asked.keys().collect();
        assert_eq!(keys, ["rows_1_rowId", "rows_3_name"]);
        let said = text(&requests[1]);
        assert!(
            said.contains("sum it up") && said.contains("many"),
            "{said}"
        );
        assert!(!said.contains("the whole report"), "{said}");
    }
}

#[test]
fn what_had_been_begun_is_shown() {
    for (first, shown) in [
        (
            until(9, "row number 7"),
            r#"its beginning was {"rowId":7,"name":"row number 7"}"#,
        ),
        (
            json!(report(2))
                .to_string()
                .replace("no remarks\"}", "no re"),
            r#"- `note`: the value at /note; give it whole, its beginning was "no re""#,
        ),
    ] {
        let (_, requests) = continuing::<Report>([cut(&first), Reply::text("{}")]);
        let said = text_of(&requests[1]);
        assert!(said.contains(shown), "{first}: {said}");
    }
}

#[test]
fn continue_asks_for_the_rest_only_in_every_mode() {
    for (mode, strict) in forms() {
        let whole = json!(report(9));
        let text = whole.to_string();
        let end = text.find("row number 7").unwrap();
        let first = reply(mode, &text[..end]).with_finish(Finish::Length);
        let (result, requests) =
            repaired::<Report>(first, &whole, mode, strict, Strategy::Continue);
        let extraction = result.unwrap_or_else(|error| panic!("{mode:?} {strict}: {error}"));
        assert_eq!(extraction.value, report(9));
        assert_eq!(
            strategies(extraction.attempts()),
            [None, Some(Strategy::Continue)]
        );
        assert_eq!(requests.len(), 2);
        let said = crate::text(&requests[1]);
        assert!(
            said.contains("from item 7 on") && said.contains("row number 6"),
            "{said}"
        );
        assert!(!said.contains("row number 4"), "{said}");
    }
}

fn with_policy<T: LlmExtract>(
    policy: Policy,
    replies: impl IntoIterator<Item = Reply>,
) -> (Result<Extraction<T>, llm_parse::Error>, Vec<Request>) {
    let script = Script::new(replies).modes([Mode::Prompt]);
    let extractor = Extractor::new(&script).policy(policy);
    let result = block_on(extractor.run::<T>("sum it up"));
    (result, script.requests())
}

fn continuing<T: LlmExtract>(
    replies: impl IntoIterator<Item = Reply>,
) -> (Result<Extraction<T>, llm_parse::Error>, Vec<Request>) {
    with_policy(
        Policy::new()
            .max_attempts(8)
            .strategies([Strategy::Continue]),
        replies,
    )
}

fn focusing<T: LlmExtract>(
    replies: impl IntoIterator<Item = &'static str>,
) -> (Result<Extraction<T>, llm_parse::Error>, Vec<Request>) {
    let policy = Policy::new().strategies([Strategy::Focus]);
    with_policy(policy, replies.into_iter().map(Reply::text))
}

/// The text of a report up to and with some words.
fn until(rows: u32, words: &str) -> String {
    let text = json!(report(rows)).to_string();
    let end = text.find(words).unwrap() + words.len();
    text[..end].to_owned()
}

fn rows(from: u32, to: u32) -> Value {
    json!(report(to).rows[from as usize - 1..])
}

#[test]
fn the_default_ladder_goes_on_with_what_was_cut_off() {
    let whole = json!({ "rows": rows(7, 9), "note": "no remarks" });
    let (result, requests) = with_policy::<Report>(
        Policy::new(),
        [
            cut(&until(9, "row number 7")),
            Reply::text(whole.to_string()),
        ],
    );
    assert_eq!(result.unwrap().value, report(9));
    assert_eq!(requests.len(), 2);
}

#[test]
fn a_list_that_is_cut_off_again_and_again_goes_on_while_it_grows() {
    let text = |from, to| json!({ "rows": rows(from, to) }).to_string();
    let part = |from, to| cut(text(from, to).strip_suffix("]}").unwrap());
    let last = json!({ "rows": rows(17, 20), "note": "no remarks" });
    let policy = Policy::new().max_attempts(6);
    let (result, requests) = with_policy::<Report>(
        policy,
        [
            cut(&until(20, "tag 4")),
            part(4, 8),
            part(9, 12),
            part(13, 16),
            Reply::text(last.to_string()),
        ],
    );
    let extraction = result.unwrap();
    assert_eq!(extraction.value, report(20));
    assert!(
        strategies(extraction.attempts())[1..]
            .iter()
            .all(|s| *s == Some(Strategy::Continue))
    );
    let counts = [4, 9, 13, 17].map(|n| format!("from item {n} on"));
    for (request, count) in requests[1..].iter().zip(counts) {
        assert!(
            text_of(request).contains(&count),
            "{count}: {}",
            text_of(request)
        );
    }
}

fn text_of(request: &Request) -> String {
    text(request)
}

#[test]
fn a_list_that_grows_no_more_is_asked_for_in_short_and_then_given_up() {
    let again = || cut(r#"{"rows": [{"rowId": 7, "na"#);
    let short = cut(r#"{"title": "the whole report", "rows": [{"rowId": 1, "na"#);
    let (result, requests) = with_policy::<Report>(
        Policy::new().max_attempts(8),
        [cut(&until(9, "tag 6")), again(), short, again()],
    );
    let error = result.unwrap_err();
    assert_eq!(error.kind(), llm_parse::ErrorKind::CutOff);
    assert!(
        error
            .to_string()
            .contains("a shorter answer was cut off too")
    );
    assert_eq!(requests.len(), 3);
    assert!(!text_of(&requests[1]).contains("shorter"));
    assert!(text_of(&requests[2]).contains("shorter"));
    // What is complete is there for whoever wants it.
    let partial = error.attempts()[1].partial().unwrap();
    assert_eq!(partial["rows"].as_array().unwrap().len(), 5);
}

#[test]
fn a_list_that_is_begun_anew_is_not_taken_twice() {
    for from in [1, 5] {
        let anew = json!({ "rows": rows(from, 9), "note": "no remarks" });
        let (result, _) = continuing::<Report>([
            cut(&until(9, "row number 7")),
            Reply::text(anew.to_string()),
        ]);
        let extraction = result.unwrap();
        assert_eq!(extraction.value, report(9), "from {from}");
        let fixes = extraction.fixes();
        assert!(
            fixes.iter().any(|fix| fix.kind() == FixKind::OtherValue),
            "{fixes:?}"
        );
    }
}

#[test]
fn another_list_is_not_put_behind_the_first() {
    let mut anew = rows(1, 9);
    anew[1]["name"] = json!("another one");
    let anew = json!({ "rows": anew, "note": "no remarks" });
    let (result, _) = continuing::<Report>([
        cut(&until(9, "row number 7")),
        Reply::text(anew.to_string()),
        Reply::text(json!({ "rows": rows(7, 9), "note": null }).to_string()),
    ]);
    let extraction = result.unwrap();
    let second = &extraction.attempts()[1];
    assert_eq!(second.outcome(), Outcome::CutOff);
    assert!(second.violations()[0].message().contains("begun anew"));
    assert_eq!(extraction.value.rows, report(9).rows);
}

#[test]
fn a_whole_value_that_is_given_anew_is_taken_from_where_the_rest_begins() {
    let (result, _) = continuing::<Report>([
        cut(&until(9, "row number 7")),
        Reply::text(json!(report(9)).to_string()),
    ]);
    assert_eq!(result.unwrap().value, report(9));
}

#[test]
fn a_rest_that_is_not_given_is_no_end_of_the_list() {
    let (result, _) = continuing::<Report>([
        cut(&until(9, "row number 7")),
        Reply::text(r#"{"note": "that is all"}"#),
        Reply::text(json!({ "rows": rows(7, 9), "note": "no remarks" }).to_string()),
    ]);
    let extraction = result.unwrap();
    assert_eq!(extraction.attempts()[1].outcome(), Outcome::CutOff);
    assert_eq!(extraction.value, report(9));
}

#[test]
fn nothing_complete_is_nothing_to_go_on_with() {
    for text in [
        "{",
        r#"{"tit"#,
        r#"{"title": "#,
        r#"{"title": "the wh"#,
        r#"{"rows": ["#,
        r#"{"rows": [{"rowId": 1"#,
    ] {
        let (_, requests) = with_policy::<Report>(
            Policy::new().max_attempts(2),
            [cut(text), Reply::text(json!(report(2)).to_string())],
        );
        assert!(text_of(&requests[1]).contains("shorter"), "{text}");
    }
}

#[test]
fn what_was_broken_before_the_cut_is_not_gone_on_with() {
    for text in [
        r#"{"title": "C:\", "rows": [{"rowId": 1, "name": "D:\", "tags"#,
        r#"{"title": "C:\", "rows": [{"rowId": 1, "name": "one", "tags": []}, {"ro"#,
        "{title: 'a', rows: [{rowId: 1, name: 'one', tags: [], ..., {rowId: 9, ",
    ] {
        let (_, requests) = with_policy::<Report>(
            Policy::new().max_attempts(2),
            [cut(text), Reply::text(json!(report(2)).to_string())],
        );
        assert!(
            !text_of(&requests[1]).contains("Give the rest only"),
            "{text}"
        );
    }
}

#[test]
fn an_answer_that_ended_by_itself_is_not_asked_to_be_shorter() {
    let (_, requests) = with_policy::<Report>(
        Policy::new().max_attempts(2),
        [Reply::text(r#"{"title": "C:\"}"#), Reply::text("{}")],
    );
    let said = text_of(&requests[1]);
    assert!(
        !said.contains("shorter") && said.contains("inside a string"),
        "{said}"
    );
}

#[test]
fn a_value_that_is_still_wrong_is_asked_for_alone() {
    const FIRST: &str = r#"{"title": "t", "rows": [{"rowId": "x", "name": "one", "tags": []}, {"rowId": 2, "name": "b", "tags": []}]}"#;
    let (result, requests) = focusing::<Report>([
        FIRST,
        r#"{"rows_0_rowId": 1, "rows_1_name": "c"}"#,
        r#"{"rows_1_name": "two"}"#,
    ]);
    let extraction = result.unwrap();
    assert_eq!(extraction.value.rows[0].id, 1);
    assert_eq!(extraction.value.rows[1].name, "two");
    let second = &extraction.attempts()[1];
    assert_eq!(second.violations().len(), 1);
    assert_eq!(second.violations()[0].path().to_string(), "/rows/1/name");
    assert_eq!(second.partial().unwrap()["rows"][0]["rowId"], 1);
    let asked = requests[2].schema["properties"].as_object().unwrap();
    assert_eq!(asked.keys().collect::<Vec<_>>(), ["rows_1_name"]);
}

#[test]
fn an_answer_that_is_worse_is_not_taken() {
    const FIRST: &str =
        r#"{"title": "t", "rows": [{"rowId": 1, "name": "one", "tags": [1.5, {}]}]}"#;
    let (result, _) = focusing::<Report>([
        FIRST,
        r#"{"rows_0_tags_1": [[], {}, [[1], 2]]}"#,
        "I cannot tell.",
        r#"{"rows_0_tags_1": "b"}"#,
    ]);
    let extraction = result.unwrap();
    assert_eq!(extraction.value.rows[0].tags, ["1.5", "b"]);
    for attempt in &extraction.attempts()[1..3] {
        assert_eq!(attempt.outcome(), Outcome::Shape);
        let of_value = |violation: &&Violation| violation.code() != Code::Patch;
        let wrong: Vec<_> = attempt.violations().iter().filter(of_value).collect();
        assert_eq!(wrong.len(), 1, "{attempt:?}");
        assert_eq!(wrong[0].path().to_string(), "/rows/0/tags/1");
    }
}

#[test]
fn a_whole_value_is_taken_for_an_answer_where_it_is_the_same_one() {
    const FIRST: &str = r#"{"title": "t", "rows": [{"rowId": "x", "name": "one", "tags": []}, {"rowId": 2, "name": "two", "tags": []}]}"#;
    const WHOLE: &str = r#"{"title": "t", "rows": [{"rowId": 7, "name": "one", "tags": []}, {"rowId": 2, "name": "two", "tags": []}]}"#;
    const TURNED: &str = r#"{"title": "t", "rows": [{"rowId": 2, "name": "two", "tags": []}, {"rowId": 7, "name": "one", "tags": []}]}"#;
    let (result, _) = focusing::<Report>([FIRST, TURNED, WHOLE]);
    let extraction = result.unwrap();
    assert_eq!(extraction.attempts().len(), 3);
    let ids: Vec<_> = extraction.value.rows.iter().map(|row| row.id).collect();
    assert_eq!(ids, [7, 2]);
}

#[test]
fn what_the_text_no_longer_shows_stays_wrong_until_it_is_answered() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Pair {
        a: u8,
        b: String,
    }
    let (result, _) = focusing::<Pair>([
        r#"{"a": 1, "a": 2, "b": "x"}"#,
        r#"{"c": 3}"#,
        r#"{"a": 2}"#,
    ]);
    let extraction = result.unwrap();
    assert_eq!((extraction.value.a, extraction.value.b.as_str()), (2, "x"));
    assert_eq!(extraction.attempts()[1].outcome(), Outcome::Shape);
}

#[test]
fn numbers_keep_every_digit() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Numbers {
        big: i128,
        list: Vec<i128>,
        last: u8,
    }
    const BIG: &str = "170141183460469231731687303715884105727";
    let wanted = |last| Numbers {
        big: i128::MAX,
        list: vec![i128::MAX, 1, i128::MAX - 1],
        last,
    };
    let list = format!("[{BIG}, 1, 170141183460469231731687303715884105726]");
    let first = format!(r#"{{"big": {BIG}, "list": {list}, "last": "x"}}"#);
    let policy = Policy::new().strategies([Strategy::Focus]);
    let (result, _) =
        with_policy::<Numbers>(policy, [Reply::text(first), Reply::text(r#"{"last": 5}"#)]);
    assert_eq!(result.unwrap().value, wanted(5));

    let (result, _) = continuing::<Numbers>([
        cut(&format!(r#"{{"big": {BIG}, "list": [{BIG}, 1, 17014"#)),
        Reply::text(r#"{"list": [170141183460469231731687303715884105726], "last": 5}"#),
    ]);
    assert_eq!(result.unwrap().value, wanted(5));
}

#[test]
fn every_kind_of_container_goes_on() {
    fn check<T: LlmExtract + PartialEq + std::fmt::Debug + DeserializeOwned>(
        text: &str,
        until: &str,
        asked: &[&str],
    ) {
        let whole: Value = serde_json::from_str(text).unwrap();
        let end = text.find(until).unwrap() + until.len();
        let first = cut(&text[..end]);
        let (result, requests) =
            repaired::<T>(first, &whole, Mode::JsonObject, false, Strategy::Continue);
        let extraction = result.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(extraction.value, serde_json::from_str(text).unwrap());
        assert_eq!(requests.len(), 2, "{text}");
        let properties = requests[1].schema["properties"].as_object().unwrap();
        assert_eq!(properties.keys().collect::<Vec<_>>(), asked, "{text}");
    }

    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Grid {
        cells: Vec<Vec<u32>>,
        size: (u32, u32),
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Shape {
        Circle { radius: f64 },
        Path { points: Vec<Point>, closed: bool },
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Point {
        x: f64,
        y: f64,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Tree {
        name: String,
        children: Vec<Tree>,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Open {
        id: u32,
        #[serde(flatten)]
        rest: BTreeMap<String, String>,
    }

    check::<Vec<u32>>("[101, 202, 303, 404]", "303", &["items"]);
    check::<Vec<Vec<u32>>>("[[1, 2, 3], [4, 5], [6, 7]]", "[6", &["items"]);
    check::<Grid>(
        r#"{"cells": [[1, 2], [3, 4]], "size": [2, 2]}"#,
        "[3",
        &["cells", "size"],
    );
    check::<Grid>(
        r#"{"cells": [[1, 2], [3, 4]], "size": [2, 2]}"#,
        "[2, 2",
        &["size"],
    );
    check::<BTreeMap<String, u32>>(r#"{"a": 1, "b": 2, "c": 3}"#, "\"c", &["entries"]);
    check::<Shape>(
        r#"{"kind": "path", "points": [{"x": 1.5, "y": 2}, {"x": 3, "y": 4}], "closed": true}"#,
        r#"{"x": 3"#,
        &["points", "closed"],
    );
    check::<Vec<Shape>>(
        r#"[{"kind": "circle", "radius": 2.5}, {"kind": "path", "points": [], "closed": true}]"#,
        r#""kind": "path""#,
        &["items"],
    );
    check::<Tree>(
        r#"{"name": "a", "children": [{"name": "b", "children": []}, {"name": "c", "children": [{"name": "d", "children": []}]}]}"#,
        r#""name": "d"#,
        &["children"],
    );
    check::<Open>(
        r#"{"id": 1, "colour": "red", "size": "big"}"#,
        r#""red", "si"#,
        &["entries"],
    );
}

#[test]
fn an_item_that_is_most_of_the_value_is_gone_on_with_inside() {
    let whole = json!([report(2), report(40)]);
    let text = whole.to_string();
    let end = text.rfind("row number 35").unwrap();
    let (result, requests) = repaired::<Vec<Report>>(
        cut(&text[..end]),
        &whole,
        Mode::Prompt,
        false,
        Strategy::Continue,
    );
    assert_eq!(result.unwrap().value, [report(2), report(40)]);
    assert_eq!(requests.len(), 2);
    let properties = requests[1].schema["properties"].as_object().unwrap();
    let keys: Vec<_> = properties.keys().collect();
    assert_eq!(keys, ["1_rows", "1_note", "items"]);
}

#[test]
fn a_stored_session_goes_on_with_parts() {
    let policy = || {
        Policy::new().max_attempts(8).strategies([
            Strategy::Continue,
            Strategy::Continue,
            Strategy::Focus,
        ])
    };
    let replies = [
        cut(&until(9, "row number 4")),
        cut(json!({ "rows": rows(4, 6) })
            .to_string()
            .strip_suffix("]}")
            .unwrap()),
        Reply::text(
            json!({ "rows": rows(7, 9), "note": 5.5 })
                .to_string()
                .replace("row number 8", "r"),
        ),
        Reply::text(r#"{"rows_7_name": "row number 8"}"#),
    ];
    let mut session = Session::<Report>::new("sum it up", policy(), &[Capabilities::default()]);
    for reply in replies {
        let Step::Send { request, .. } = session.next() else {
            panic!("no request")
        };
        let state = serde_json::to_string(&session.state()).unwrap();
        session = Session::resume(serde_json::from_str(&state).unwrap(), policy());
        assert!(matches!(session.next(), Step::Send { request: again, .. } if again == request));
        session.receive(Ok(reply), std::time::Duration::ZERO);
    }
    let state = serde_json::to_string(&session.state()).unwrap();
    let mut again = Session::<Report>::resume(serde_json::from_str(&state).unwrap(), policy());
    let (Step::Done(a), Step::Done(b)) = (session.next(), again.next()) else {
        panic!("no value")
    };
    assert_eq!(a.value, b.value);
    assert_eq!(a.value.rows, report(9).rows);
    assert_eq!(a.value.note.as_deref(), Some("5.5"));
}

fn places(extraction: &Extraction<Report>) -> Vec<(String, FixKind)> {
    let fixes = extraction.fixes().iter();
    fixes
        .map(|fix| (fix.path().to_string(), fix.kind()))
        .collect()
}

#[test]
fn what_was_mended_in_any_answer_is_on_record() {
    const FIRST: &str = r#"{"title": "t", "rows": [{"rowId": "1", "name": "one", "tags": []}, {"rowId": 2, "name": "b", "tags": []}]}"#;
    let (result, _) = focusing::<Report>([FIRST, "nothing", r#"{"rows_1_name": 200}"#]);
    assert_eq!(
        places(&result.unwrap()),
        [
            ("/rows/0/rowId".to_owned(), FixKind::NumberFromText),
            ("/rows/1/name".to_owned(), FixKind::TextFromScalar)
        ]
    );

    let row = |id: &str| format!(r#"{{"rowId": {id}, "name": "one", "tags": []}}"#);
    let first = format!(
        r#"{{"title": "t", "rows": [{}, {}, {{"rowId"#,
        row("\"1\""),
        row("2")
    );
    let second = format!(r#"{{"rows": [{}, {}, {{"rowId"#, row("3"), row("\"4\""));
    let third = format!(r#"{{"rows": [{}], "note": 5}}"#, row("\"5\""));
    let (result, _) = continuing::<Report>([cut(&first), cut(&second), Reply::text(third)]);
    let extraction = result.unwrap();
    let ids: Vec<_> = extraction.value.rows.iter().map(|row| row.id).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    let mut found = places(&extraction);
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let paths: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["/note", "/rows/0/rowId", "/rows/3/rowId", "/rows/4/rowId"]
    );
}

/// A first answer that was cut off, and one with wrong values, each with the strategy for it.
fn cut_and_broken(whole: &Value) -> [(Reply, Strategy); 2] {
    let text = whole.to_string();
    let mut broken = whole.clone();
    broken["rows"][1]["rowId"] = json!("many");
    broken["rows"][3]["name"] = json!("x");
    let mid = text.find("tag 2").unwrap();
    [
        (cut(&text[..mid]), Strategy::Continue),
        (Reply::text(broken.to_string()), Strategy::Focus),
    ]
}

/// Whatever becomes of the second answer, the value is the right one in the end.
#[test]
fn parts_that_are_cut_off_themselves_make_no_other_value() {
    let whole = json!(report(5));
    let firsts = cut_and_broken(&whole);
    for (first, strategy) in firsts {
        let policy = || Policy::new().strategies([strategy]).max_attempts(8);
        let start = || {
            let mut session = Session::<Report>::new("?", policy(), &[Capabilities::default()]);
            let _ = session.next();
            session.receive(Ok(first.clone()), std::time::Duration::ZERO);
            session
        };
        let Step::Send { request, .. } = start().next() else {
            panic!("no request")
        };
        let part = answer(&request, &whole).unwrap().to_string();
        for end in (0..part.len()).step_by(3) {
            for finish in [Finish::Length, Finish::Stop] {
                let mut session = start();
                let _ = session.next();
                let second = Reply::text(&part[..end]).with_finish(finish.clone());
                session.receive(Ok(second), std::time::Duration::ZERO);
                let done = loop {
                    match session.next() {
                        Step::Send { request, .. } => {
                            let right = answer(&request, &whole).unwrap_or_else(|| whole.clone());
                            let reply = Reply::text(right.to_string());
                            session.receive(Ok(reply), std::time::Duration::ZERO);
                        }
                        Step::Done(done) => break Some(done.value),
                        _ => break None,
                    }
                };
                // A list that is cut off twice without growing is given up.
                let right = done.is_none_or(|value| value == report(5));
                assert!(right, "{strategy:?} {finish:?} {}", &part[..end]);
            }
        }
    }
}

/// A part that is written as models write is read, or asked for again.
#[test]
fn malformed_parts_make_no_other_value() {
    let whole = json!(report(5));
    let firsts = cut_and_broken(&whole);
    let mut read = 0;
    for seed in 0..200 {
        for (first, strategy) in firsts.clone() {
            let steps = [strategy, strategy, Strategy::StrictFormat];
            let policy = Policy::new().strategies(steps).max_attempts(6);
            let mut session = Session::<Report>::new("?", policy, &[Capabilities::default()]);
            let mut replies = 0;
            let (mut first, mut written) = (Some(first), String::new());
            let value = loop {
                match session.next() {
                    Step::Send { request, .. } => {
                        let right = answer(&request, &whole).unwrap_or_else(|| whole.clone());
                        let reply = first.take().unwrap_or_else(|| {
                            replies += 1;
                            match replies {
                                1 => {
                                    let all = Malformation::all();
                                    let pick =
                                        |n: u64| all[usize::try_from(n).unwrap() % all.len()];
                                    let malform = Malform::new(seed)
                                        .with(pick(seed))
                                        .with(pick(seed * 7 / 5 + 3));
                                    let malformed = malform.apply(&right);
                                    malformed.reply().clone_into(&mut written);
                                    Reply::text(malformed.reply())
                                }
                                _ => Reply::text(right.to_string()),
                            }
                        });
                        session.receive(Ok(reply), std::time::Duration::ZERO);
                    }
                    Step::Done(done) => break Some(done.value),
                    _ => break None,
                }
            };
            assert_eq!(value, Some(report(5)), "{strategy:?} {seed}: {written}");
            read += usize::from(replies == 1);
        }
    }
    assert!(read > 200, "{read} of 400 were read at once");
}

/// Of a list of 200 items that is cut at 80 %, only the last fifth is written again.
#[test]
fn continuing_costs_what_was_missing() {
    let whole = json!(report(200));
    let text = whole.to_string();
    let first = cut(&text[..text.len() * 8 / 10]);
    let (result, requests) =
        repaired::<Report>(first, &whole, Mode::Prompt, false, Strategy::Continue);
    assert_eq!(result.unwrap().value, report(200));
    let answer = answer(&requests[1], &whole).unwrap().to_string();
    assert!(
        answer.len() * 4 < text.len(),
        "{} of {}",
        answer.len(),
        text.len()
    );
    let asked: usize = requests[1]
        .messages()
        .iter()
        .map(|message| message.text().len())
        .sum();
    let asked_first: usize = requests[0]
        .messages()
        .iter()
        .map(|message| message.text().len())
        .sum();
    assert!(asked < asked_first + 800, "{asked} after {asked_first}");
    println!(
        "whole {} bytes, rest {} bytes, requests {asked_first} and {asked}",
        text.len(),
        answer.len()
    );
}

/// A model that is held to the strict subset writes maps as lists and what is absent as null.
#[test]
fn strict_answers_are_lifted_back() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Shop {
        name: String,
        prices: BTreeMap<String, u32>,
        #[serde(default)]
        open: bool,
        size: Option<u8>,
    }
    let mut capabilities = Capabilities::modes([Mode::JsonSchema]);
    capabilities = capabilities.dialect(llm_parse::dialect::OpenAiStrict);
    let prices = || r#"[{"key": "pen", "value": 3}, {"key": "ink", "value": 9}]"#;
    let wanted = Shop {
        name: "Corner".to_owned(),
        prices: [("pen".to_owned(), 3), ("ink".to_owned(), 9)].into(),
        open: false,
        size: None,
    };
    for (strategy, first, second) in [
        (
            Strategy::Focus,
            Reply::text(r#"{"name": "Corner", "prices": 7, "open": null, "size": null}"#),
            format!(r#"{{"prices": {}}}"#, prices()),
        ),
        (
            Strategy::Continue,
            cut(r#"{"name": "Corner", "pri"#),
            format!(r#"{{"prices": {}, "open": null, "size": null}}"#, prices()),
        ),
        (
            Strategy::Continue,
            cut(r#"{"name": "Corner", "prices": [{"key": "pen", "value": 3}, {"key": "i"#),
            r#"{"prices": [{"key": "ink", "value": 9}], "open": null, "size": null}"#.to_owned(),
        ),
    ] {
        let script = Script::new([first, Reply::text(second)]).capabilities(capabilities.clone());
        let extractor = Extractor::new(&script).strategies([strategy]);
        let extraction = block_on(extractor.run::<Shop>("sum it up")).unwrap();
        assert_eq!(extraction.value, wanted);
        let request = &script.requests()[1];
        assert!(request.strict, "{}", request.schema);
    }
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Invoice {
    number: String,
    lines: Vec<Line>,
    total: f64,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Line {
    what: String,
    amount: f64,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Numbered {
    xs: Vec<u32>,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Named {
    name: String,
    n: u32,
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Counts {
    m: BTreeMap<String, u32>,
    z: u32,
    #[serde(default)]
    note: Option<String>,
}

/// Whether a second answer is taken after a first one that was cut off; if not, a third one has to make the value.
fn is_taken<T: LlmExtract + PartialEq + std::fmt::Debug>(
    first: &str,
    second: &str,
    third: &str,
    value: &T,
) -> bool {
    let replies = [cut(first), Reply::text(second), Reply::text(third)];
    let (result, _) = continuing::<T>(replies);
    let extraction = result.unwrap_or_else(|error| panic!("{first} {second}: {error}"));
    assert_eq!(extraction.value, *value, "{first} {second}");
    let taken = extraction.attempts().len() == 2;
    if !taken {
        let refused = &extraction.attempts()[1];
        assert_eq!(refused.outcome(), Outcome::CutOff, "{first} {second}");
    }
    taken
}

#[test]
fn a_whole_answer_in_other_words_is_not_put_behind_the_first() {
    let line = |what: &str, amount| Line {
        what: what.to_owned(),
        amount,
    };
    let invoice = Invoice {
        number: "INV-7".to_owned(),
        lines: vec![
            line("Coffee beans", 12.5),
            line("Filter paper", 3.2),
            line("Grinder", 80.0),
        ],
        total: 95.7,
    };
    let first = r#"{"number":"INV-7","lines":[{"what":"Coffee beans","amount":12.5},{"what":"Filter paper","amount":3.2},{"what":"Grin"#;
    let anew = r#"[{"what":"Coffee beans, 1 kg","amount":12.5},{"what":"Filter paper","amount":3.2},{"what":"Grinder","amount":80.0}],"total":95.7}"#;
    let rest = r#"{"lines":[{"what":"Grinder","amount":80.0}],"total":95.7}"#;
    for head in [r#"{"number":"INV-7","lines":"#, r#"{"lines":"#] {
        assert!(!is_taken(first, &format!("{head}{anew}"), rest, &invoice));
    }
    assert!(is_taken(first, rest, "", &invoice));

    let xs = Numbered {
        xs: vec![10, 20, 30, 40, 50],
    };
    let first = r#"{"xs":[10,20,30,4"#;
    let rest = r#"{"xs":[40,50]}"#;
    assert!(!is_taken(first, r#"{"xs":[11,20,30,40,50]}"#, rest, &xs));
    assert!(is_taken(first, rest, "", &xs));
    let xs = Numbered {
        xs: vec![10, 20, 30, 12, 40],
    };
    let first = r#"{"xs":[10,20,30,1"#;
    let rest = r#"{"xs":[12,40]}"#;
    for anew in [
        r#"{"xs":[11,20,30,12,40]}"#,
        r#"{"xs":[10,20,30,12,40]}"#,
        r#"{"xs":[12,40],"ys":[]}"#,
        r#"{"xs":[12,20]}"#,
    ] {
        assert!(!is_taken(first, anew, rest, &xs), "{anew}");
    }
    assert!(is_taken(first, rest, "", &xs));
    assert!(is_taken(first, r#"{"xs":[20,30,12,40]}"#, "", &xs));
    let root = vec![10, 20, 30, 40, 50];
    let anew = ["[11,20,30,40,50]", r#"{"items":[11,20,30,40,50]}"#];
    for anew in anew {
        assert!(!is_taken("[10,20,30,4", anew, "[40,50]", &root));
    }
}

#[test]
fn the_rest_begins_with_the_item_in_which_the_text_ended() {
    let named = |name: &str, n| Named {
        name: name.to_owned(),
        n,
    };
    let value = vec![named("alpha one", 1), named("b", 12), named("c", 2)];
    let first = r#"[{"name":"alpha one","n":1},{"name":"b","n":1"#;
    let rest = r#"[{"name":"b","n":12},{"name":"c","n":2}]"#;
    assert!(!is_taken(first, r#"[{"name":"c","n":2}]"#, rest, &value));
    assert!(is_taken(first, rest, "", &value));

    let cakes = ["apple pie", "banana bread", "cherry cake", "date"].map(str::to_owned);
    let first = r#"["apple pie","banana bread","cherry c"#;
    let rest = r#"["cherry cake","date"]"#;
    assert!(!is_taken(first, r#"["ake","date"]"#, rest, &cakes.to_vec()));
    assert!(is_taken(first, rest, "", &cakes.to_vec()));

    let lists = vec![vec![1], vec![2], vec![3, 4]];
    assert!(!is_taken("[[1],[2],[3", "[3,4]", "[[3,4]]", &lists));
    assert!(is_taken("[[1],[2],[3", "[[3,4]]", "", &lists));
}

#[test]
fn the_rest_has_the_entry_in_which_the_text_ended() {
    let m = [("one", 1), ("two", 2), ("three", 3), ("four", 4)];
    let mut counts = Counts {
        m: m.map(|(key, count)| (key.to_owned(), count)).into(),
        z: 1,
        note: None,
    };
    let first = r#"{"m":{"one":1,"two":2,"three":3"#;
    let rest = r#"{"m":{"three":3,"four":4},"z":1}"#;
    assert!(!is_taken(first, r#"{"m":{"four":4},"z":1}"#, rest, &counts));
    assert!(is_taken(first, rest, "", &counts));

    // A key is there, and nothing of its value.
    let two = r#"{"m":{"one":1,"two":2,"three"#;
    for first in [two.to_owned(), format!("{two}\""), format!("{two}\":")] {
        assert!(!is_taken(
            &first,
            r#"{"m":{"four":4},"z":1}"#,
            rest,
            &counts
        ));
        assert!(is_taken(&first, rest, "", &counts));
    }

    counts.note = Some("no remarks".to_owned());
    let first = r#"{"m":{"one":1,"two":2,"three":3,"four":4},"note""#;
    let rest = r#"{"z":1,"note":"no remarks"}"#;
    assert!(!is_taken(first, r#"{"z":1}"#, rest, &counts));
    let first = r#"{"m":{"one":1,"two":2,"three":3,"four":4},"note":"no re"#;
    let second = r#"{"z":1,"note":"marks"}"#;
    assert!(!is_taken(first, second, rest, &counts));
    let first = r#"{"m":{"one":1,"two":2,"three":3,"four":4},"note":"no rem"#;
    let rest = r#"{"z":1,"note":"no remarks"}"#;
    for second in [r#"{"z":1}"#, r#"{"z":1,"note":null}"#] {
        assert!(!is_taken(first, second, rest, &counts));
    }
    assert!(is_taken(first, rest, "", &counts));
}

fn broken_report() -> Value {
    let mut broken = json!(report(5));
    broken["rows"][1]["rowId"] = json!("many");
    broken["rows"][3]["name"] = json!("x");
    broken
}

#[test]
fn a_part_that_is_cut_off_leaves_what_was_wrong_to_be_told() {
    for strategy in [Strategy::Patch, Strategy::Focus] {
        for part in [
            r#"{"operations": [{"op": "replace", "path": "/rows/1/rowId", "val"#,
            "I am going to change",
            r#"{"rows_1_rowId"#,
        ] {
            let policy = Policy::new()
                .on(Outcome::Shape, [strategy, Strategy::Reask])
                .max_attempts(3);
            let replies = [
                Reply::text(broken_report().to_string()),
                cut(part),
                Reply::text(json!(report(5)).to_string()),
            ];
            let (result, requests) = with_policy::<Report>(policy, replies);
            // A patch is asked for once more, for which the whole value is none.
            let attempts = match &result {
                Ok(extraction) => extraction.attempts(),
                Err(error) => error.attempts(),
            };
            let patched = attempts[2].strategy() == Some(Strategy::Patch);
            assert!(patched || result.as_ref().is_ok_and(|it| it.value == report(5)));
            let said = text_of(&requests[2]);
            assert!(!said.contains("shorter"), "{strategy:?} {part}: {said}");
            for violation in attempts[0].violations() {
                assert!(
                    said.contains(&violation.message()),
                    "{strategy:?} {part}: {said}"
                );
            }
        }
    }
}

#[test]
fn after_a_cut_off_fewer_values_are_asked_for_at_a_time() {
    let mut parameters = llm_parse::Parameters::default();
    parameters.max_tokens = Some(100);
    let policy = Policy::new()
        .strategies([Strategy::Focus])
        .parameters(parameters);
    let (result, requests) = with_policy::<Report>(
        policy,
        [
            Reply::text(broken_report().to_string()),
            cut(r#"{"rows_1_rowId"#),
            Reply::text(r#"{"rows_1_rowId": 2}"#),
            Reply::text(r#"{"rows_3_name": "row number 4"}"#),
        ],
    );
    assert_eq!(result.unwrap().value, report(5));
    let asked = requests[1..].iter().map(|request| {
        let keys = request.schema["properties"].as_object().unwrap().keys();
        keys.cloned().collect::<Vec<_>>()
    });
    let one = |key: &str| vec![key.to_owned()];
    assert_eq!(
        asked.collect::<Vec<_>>(),
        [
            vec!["rows_1_rowId".to_owned(), "rows_3_name".to_owned()],
            one("rows_1_rowId"),
            one("rows_3_name")
        ]
    );
    assert_eq!(requests[2].parameters.max_tokens, Some(200));
}
