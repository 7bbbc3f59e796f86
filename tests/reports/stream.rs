//! Replies in pieces: a server that streams although it was asked for the whole.

use llm_parse::openai::OpenAi;
use llm_parse::{Code, Error, ErrorKind, Extractor, LlmExtract, Mode, Outcome, parse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::block_on;
use crate::faulty_server::{Manner, Play, Server};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct T {
    p: String,
}

/// An answer of these events.
fn events(deltas: impl IntoIterator<Item = Value>) -> Play {
    let event = |delta| json!({"choices": [{"index": 0, "delta": delta}]});
    let events = deltas
        .into_iter()
        .map(event)
        .fold(String::new(), |events, event| {
            events + &format!("data: {event}\n\n")
        });
    Play::ok(events + "data: [DONE]\n\n").with_header("content-type", "text/event-stream")
}

fn texts<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Play {
    events(pieces.into_iter().map(|piece| json!({"content": piece})))
}

fn ask<T: LlmExtract>(mode: Mode, play: Play) -> Result<T, Error> {
    let server = Server::new([play]);
    let client = OpenAi::new(server.base_url()).model("small");
    let extractor = Extractor::new(client).mode(mode).max_attempts(1);
    let extractor = extractor.backoff(llm_parse::Backoff::none());
    block_on(extractor.run::<T>("go")).map(|extraction| extraction.value)
}

/// B147
#[test]
fn a_piece_may_end_inside_a_character() {
    let play = texts(["{\"p\": \"日本語日本", "語日本語\"}"]).sent(Manner::Slowly);
    let read = ask::<T>(Mode::Prompt, play);
    assert_eq!(read.unwrap().p, "日本語日本語日本語");
}

fn call(id: &str, arguments: &str) -> Value {
    json!({"id": id, "function": {"name": "T", "arguments": arguments}})
}

fn at(index: u64, mut call: Value) -> Value {
    call["index"] = index.into();
    call
}

/// B148, B149
#[test]
fn calls_are_told_apart_by_their_ids() {
    let (x, y) = (call("a", r#"{"p":"x"}"#), call("b", r#"{"p":"y"}"#));
    let one = |call: Value| json!({"tool_calls": [call]});
    let plays = [
        events([one(at(0, x.clone())), one(at(0, y.clone()))]),
        events([one(at(0, x.clone())), one(at(1, y.clone()))]),
        events([json!({"tool_calls": [x.clone(), y.clone()]})]),
        events([one(x.clone()), one(y.clone())]),
        // The rest of a call comes without its name, and from some servers without its id.
        events([
            one(at(0, call("a", "{\"p\":"))),
            one(json!({"index": 0, "function": {"arguments": "\"x\"}"}})),
            one(at(1, call("b", "{\"p\":"))),
            one(json!({"index": 1, "id": "b", "function": {"name": "T", "arguments": "\"y\"}"}})),
        ]),
        events([
            one(call("a", "{\"p\":")),
            one(json!({"function": {"arguments": "\"x\"}"}})),
            one(call("b", "{\"p\":")),
            one(json!({"id": "b", "function": {"arguments": "\"y\"}"}})),
        ]),
    ];
    for play in plays {
        let all = ask::<Vec<T>>(Mode::Tool, play.clone()).unwrap();
        let all: Vec<_> = all.iter().map(|call| &*call.p).collect();
        assert_eq!(all, ["x", "y"]);
        assert_eq!(ask::<T>(Mode::Tool, play).unwrap().p, "x");
    }
}

/// B153
#[test]
fn a_piece_that_cannot_be_read_is_no_hole() {
    for hole in [json!(7), json!({"x": 1}), json!(true)] {
        let pieces = ["{\"p\":\"x".into(), hole, "y\"}".into()];
        let play = events(pieces.map(|piece| json!({"content": piece})));
        let error = ask::<T>(Mode::Prompt, play).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Client, "{error}");
        assert!(error.to_string().contains("cannot be read"), "{error}");
    }
    let null = events(
        ["{\"p\":\"x".into(), Value::Null, "y\"}".into()]
            .map(|piece: Value| json!({"content": piece})),
    );
    assert_eq!(ask::<T>(Mode::Prompt, null).unwrap().p, "xy");
}

/// B191
#[test]
fn a_text_that_is_cut_holds_no_new_key() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Mail {
        subject: String,
        text: String,
    }
    for text in ["Dear team,we wil", "Dear team, we, wil", "a: b, c: d"] {
        let cut = format!(r#"{{"subject":"Plan","text":"{text}"#);
        let error = parse::<Mail>(&cut).unwrap_err();
        assert!(error.is_cut_off(), "{error}");
        assert_eq!(
            error.partial(),
            Some(json!({"subject": "Plan", "text": text}))
        );
        assert_eq!(
            error.cut().unwrap().complete(),
            Some(r#"{"subject":"Plan"}"#)
        );
    }
}

#[derive(Debug, Deserialize, LlmExtract)]
#[llm(check = owned)]
struct Task {
    state: String,
    #[llm(len(min = 5))]
    owner: Option<String>,
}

fn owned(task: &Task) -> Result<(), &'static str> {
    match (task.state.as_str(), &task.owner) {
        ("done", None) => Err("done needs an owner"),
        _ => Ok(()),
    }
}

/// B218, B221
#[test]
fn rules_and_checks_are_held_once_all_is_there() {
    let whole = texts(["{\"state\":\"done\"", ",\"owner\":\"Ma", "ria\"}"]);
    let task: Task = ask(Mode::Prompt, whole).unwrap();
    assert_eq!(task.owner.as_deref(), Some("Maria"));
    let unowned = ask::<Task>(Mode::Prompt, texts(["{\"state\":", "\"done\"}"])).unwrap_err();
    assert_eq!(unowned.attempts()[0].outcome(), Outcome::Check);
    let short = texts(["{\"state\":\"open\",", "\"owner\":\"Ma\"}"]);
    let short = ask::<Task>(Mode::Prompt, short).unwrap_err();
    assert_eq!(short.attempts()[0].outcome(), Outcome::Rule);
}

/// B220
#[test]
fn a_token_that_is_cut_is_not_taken_for_whole() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct R {
        qty: i64,
        #[serde(default)]
        ok: Option<bool>,
    }
    let read = |pieces: [&str; 2]| ask::<R>(Mode::Prompt, texts(pieces));
    let broken = read(["{\"qty\":3", ".5}"]).unwrap_err();
    assert_eq!(broken.violations()[0].code(), Code::Type);
    for (pieces, qty) in [
        (["{\"qty\":1", "2}"], 12),
        (["{\"qty\":1", "e3}"], 1_000),
        (["{\"qty\":-", "5}"], -5),
        (["{\"ok\":tr", "ue,\"qty\":1}"], 1),
        (["{\"ok\":nul", "l,\"qty\":1}"], 1),
    ] {
        let value = read(pieces).unwrap();
        assert_eq!(value.qty, qty, "{pieces:?}");
        assert_eq!(value.ok, pieces[0].ends_with("tr").then_some(true));
    }
    for cut in ["{\"qty\":3", "{\"qty\":-", "{\"qty\":1,\"ok\":tr"] {
        assert!(parse::<R>(cut).unwrap_err().is_cut_off(), "{cut}");
    }
}

/// B222
#[test]
fn a_type_that_holds_itself_comes_in_pieces() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Node {
        v: i32,
        kids: Vec<Node>,
    }
    let pieces = ["{\"v\":1,\"kids\":[{\"v\":2,", "\"kids\":[", "]}]}"];
    let node: Node = ask(Mode::Prompt, texts(pieces)).unwrap();
    assert_eq!((node.v, node.kids[0].v), (1, 2));
    let cut = parse::<Node>(&pieces[..2].concat()).unwrap_err();
    assert_eq!(
        cut.partial(),
        Some(json!({"v": 1, "kids": [{"v": 2, "kids": []}]}))
    );
}
