//! Few-shot examples, and the recorder that they can be made of.

use std::collections::BTreeMap;

use llm_parse::Role::{Assistant, System, Tool, User};
use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, ClientError, Correction, Error, ErrorKind, Extraction, Extractor, LlmExtract,
    Message, Mode, Parameters, Recorder, Reply, Request, Shot, Strategy, ToolCall, parse,
};
use serde::{Deserialize, Serialize};

use crate::{BAD, GOOD, Ticket, block_on, roles, run, ticket};

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
enum Step {
    Search { query: String },
    Rate(u8),
    Stop,
}

fn shown<T: LlmExtract>(extractor: Extractor<'_>, script: &Script) -> Request {
    let _ = block_on(extractor.max_attempts(1).run::<T>("login is down"));
    script.requests()[0].clone()
}

fn in_mode(mode: Mode) -> Script {
    Script::new(["no"]).modes([mode])
}

#[test]
fn an_example_stands_between_instructions_and_prompt() {
    for mode in [Mode::JsonSchema, Mode::JsonObject, Mode::Prompt] {
        let script = in_mode(mode);
        let extractor = Extractor::new(&script).shot("no login", &ticket());
        let request = shown::<Ticket>(extractor, &script);
        assert_eq!(roles(&request), [System, User, Assistant, User]);
        let messages = request.messages();
        assert_eq!(messages[1].text(), "no login");
        assert_eq!(
            messages[2].text(),
            r#"{"title":"Login is down","priority":5}"#
        );
        assert_eq!(messages[3].text(), "login is down");
    }
}

#[test]
fn an_example_is_a_call_where_tools_are_called() {
    let script = in_mode(Mode::Tool);
    let extractor = Extractor::new(&script)
        .shot("no login", &ticket())
        .shot("no mail", &ticket());
    let request = shown::<Ticket>(extractor, &script);
    let turn = [User, Assistant, Tool, Assistant];
    assert_eq!(
        roles(&request),
        [&[System][..], &turn, &turn, &[User]].concat()
    );
    let calls: Vec<_> = request
        .messages()
        .iter()
        .flat_map(Message::tool_calls)
        .collect();
    let results: Vec<_> = request
        .messages()
        .iter()
        .filter_map(Message::tool_call_id)
        .collect();
    assert_eq!(calls[0].name, "Ticket");
    assert_eq!(
        calls[0].arguments,
        r#"{"title":"Login is down","priority":5}"#
    );
    let ids: Vec<_> = calls.iter().map(|call| &*call.id).collect();
    assert_eq!(ids, results);
    assert_ne!(ids[0], ids[1]);
    assert!(
        ids.iter()
            .all(|id| id.len() == 9 && id.chars().all(char::is_alphanumeric))
    );
}

#[test]
fn a_value_that_is_no_object_is_wrapped_where_the_mode_needs_one() {
    let script = in_mode(Mode::JsonObject);
    let request = shown::<Vec<u8>>(
        Extractor::new(&script).shot("one, two", &vec![1_u8, 2]),
        &script,
    );
    assert_eq!(request.messages()[2].text(), r#"{"value":[1,2]}"#);
    let script = in_mode(Mode::Tool);
    let request = shown::<Vec<u8>>(Extractor::new(&script).shot("one", &vec![1_u8]), &script);
    assert_eq!(
        request.messages()[2].tool_calls()[0].arguments,
        r#"{"value":[1]}"#
    );
}

fn calls(request: &Request) -> Vec<(&str, &str)> {
    let calls = request.messages().iter().flat_map(Message::tool_calls);
    calls.map(|call| (&*call.name, &*call.arguments)).collect()
}

#[test]
fn a_variant_is_shown_as_its_tool() {
    let search = Step::Search {
        query: "ferns".to_owned(),
    };
    let script = in_mode(Mode::Tool);
    let extractor = Extractor::new(&script)
        .shot("find ferns", &search)
        .shot("good", &Step::Rate(4))
        .shot("enough", &Step::Stop);
    let request = shown::<Step>(extractor, &script);
    let wanted = [
        ("Search", r#"{"query":"ferns"}"#),
        ("Rate", r#"{"value":4}"#),
        ("Stop", "{}"),
    ];
    assert_eq!(calls(&request), wanted);

    let script = in_mode(Mode::Tool);
    let extractor = Extractor::new(&script)
        .shot("find ferns, then stop", &vec![search, Step::Stop])
        .shot("nothing", &Vec::<Step>::new());
    let request = shown::<Vec<Step>>(extractor, &script);
    assert_eq!(calls(&request), [wanted[0], wanted[2]]);
    assert_eq!(
        roles(&request),
        [
            System, User, Assistant, Tool, Tool, Assistant, User, Assistant, User
        ]
    );
    assert_eq!(request.messages()[7].text(), "[]");
}

#[test]
fn every_tagging_is_shown_as_it_is_read() {
    macro_rules! shown_as {
        ($(#[$attr:meta])* $name:ident) => {{
            #[derive(Debug, PartialEq, Clone, Serialize, Deserialize, LlmExtract)]
            $(#[$attr])*
            enum $name {
                Search { query: String, limit: Option<u8> },
                Stop,
            }
            for value in [
                $name::Search { query: "ferns".to_owned(), limit: Some(3) },
                $name::Stop,
            ] {
                let script = in_mode(Mode::Tool);
                let request = shown::<$name>(Extractor::new(&script).shot("x", &value), &script);
                let call = request.messages()[2].tool_calls()[0].clone();
                // What is shown is read as the value that it was made of.
                let script = Script::new([Reply::text("").with_tool_calls([call])]);
                let extractor = Extractor::new(&script).mode(Mode::Tool);
                let read: Extraction<$name> = block_on(extractor.run("x")).unwrap();
                assert_eq!(read.value, value);
                assert!(read.fixes().is_empty(), "{:?}", read.fixes());
            }
        }};
    }
    shown_as!(External);
    shown_as!(
        #[serde(tag = "kind")]
        Internal
    );
    shown_as!(
        #[serde(tag = "kind", content = "data")]
        Adjacent
    );
    shown_as!(
        #[serde(untagged)]
        Untagged
    );
}

#[test]
fn examples_are_for_their_type() {
    let script = in_mode(Mode::Prompt);
    let extractor = Extractor::new(&script)
        .shot("no login", &ticket())
        .shot("one", &1_u8)
        .shot("two", &vec![ticket()]);
    let request = shown::<Ticket>(extractor, &script);
    assert_eq!(roles(&request), [System, User, Assistant, User]);
}

#[test]
fn examples_are_shown_in_a_retry_too() {
    let script = Script::new([BAD, "{}", "{", GOOD]);
    let extractor = Extractor::new(&script)
        .shot("no login", &ticket())
        .strategies([
            Strategy::Reask,
            Strategy::StrictFormat,
            Strategy::JsonStrict,
        ]);
    run(&extractor).unwrap();
    for request in script.requests() {
        assert_eq!(request.messages()[1].text(), "no login");
    }
}

#[test]
fn an_example_that_is_not_valid_fails_before_any_request() {
    #[derive(Debug, Serialize, Deserialize, LlmExtract)]
    struct Small {
        #[llm(range(max = 5))]
        n: u8,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Unwritable(u8);
    impl Serialize for Unwritable {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    let script = Script::new(["1"]);
    let fault = |error: Error| {
        assert_eq!(error.kind(), ErrorKind::Settings);
        error.to_string()
    };
    let extractor = Extractor::new(&script).shot("nine", &Small { n: 9 });
    let said = fault(block_on(extractor.run::<Small>("x")).unwrap_err());
    assert!(said.contains("no valid `Small`: /n: "), "{said}");
    let extractor = Extractor::new(&script).shot("nine", &Unwritable(9));
    let said = fault(block_on(extractor.run::<Unwritable>("x")).unwrap_err());
    assert!(said.contains("not today"), "{said}");
    assert!(script.requests().is_empty());
}

/// What a recorder wrote of the runs.
fn recorded(runs: &[&Extraction<Ticket>]) -> (Vec<u8>, usize) {
    let recorder = Recorder::new(Vec::new());
    let mut count = 0;
    for run in runs {
        count += recorder.record("login is down", run).unwrap();
    }
    (recorder.into_inner(), count)
}

#[test]
fn each_failure_is_a_line_with_its_correction() {
    let call = Reply::text("").with_tool_calls([ToolCall::new("a", "Ticket", BAD)]);
    let script = Script::new([call, Reply::text("no idea"), Reply::text(GOOD)]);
    let extraction = run(&Extractor::new(&script)).unwrap();
    let clean = run(&Extractor::new(Script::new([GOOD]))).unwrap();
    let (lines, count) = recorded(&[&extraction, &clean]);
    assert_eq!(count, 2);
    let corrections = Correction::read(&lines[..]).unwrap();
    assert_eq!(corrections, Correction::all("login is down", &extraction));
    let [first, second] = &corrections[..] else {
        panic!("two lines");
    };
    assert_eq!(first.refused.tool_calls()[0].arguments, BAD);
    assert_eq!(first.refused.role(), Assistant);
    let path = first.violations[0].path();
    assert_eq!(path.to_string(), "/priority");
    assert_eq!(first.prompt.messages()[0].text(), "login is down");
    assert_eq!(second.refused.text(), "no idea");
    assert_eq!(second.value, GOOD);
}

#[test]
fn a_part_is_recorded_as_the_whole_that_it_made() {
    let long = "x".repeat(300);
    let bad = format!(r#"{{"title": "{long}", "priority": "very high"}}"#);
    let script = Script::new([
        bad.as_str(),
        r#"{"priority": "high"}"#,
        r#"{"priority": 4}"#,
    ]);
    let focus = [Strategy::Focus, Strategy::Focus];
    let extraction = run(&Extractor::new(&script).strategies(focus)).unwrap();
    let corrections = Correction::all("login is down", &extraction);
    assert_eq!(corrections.len(), 2);
    for correction in &corrections {
        assert!(correction.refused.text().contains(&long));
    }
    assert!(corrections[1].value.contains(&long));
}

#[test]
fn nothing_secret_is_recorded() {
    let script = Script::new([
        Err(ClientError::transient("bad key sk-1")),
        Ok(Reply::text(BAD).with_reasoning("the key is sk-2")),
        Ok(Reply::text(GOOD)),
    ]);
    let mut parameters = Parameters::default();
    parameters.extra.insert("api_key".to_owned(), "sk-3".into());
    let extractor = Extractor::new(&script)
        .system("you may use sk-4")
        .parameters(parameters)
        .backoff(llm_parse::Backoff::new().base(std::time::Duration::ZERO));
    let (lines, count) = recorded(&[&run(&extractor).unwrap()]);
    assert_eq!(count, 1);
    let text = String::from_utf8(lines).unwrap();
    assert!(!text.contains("sk-"), "{text}");
}

#[test]
fn a_broken_line_is_named() {
    let script = Script::new([BAD, GOOD]);
    let (line, _) = recorded(&[&run(&Extractor::new(&script)).unwrap()]);
    let line = String::from_utf8(line).unwrap();
    for (text, number) in [
        (format!("{line}\n{line}{{\"prompt\": 1}}\n{line}"), 4),
        (line[..line.len() / 2].to_owned(), 1),
        (format!("{line}not json"), 2),
        (format!("{line}{} {line}", line.trim_end()), 2),
    ] {
        let error = Correction::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.line(), number, "{text}");
        assert_eq!(
            error.to_string(),
            format!("line {number} holds no correction")
        );
        assert!(std::error::Error::source(&error).is_some());
    }
    let bytes = [line.as_bytes(), b"\xff\xfe\n"].concat();
    assert_eq!(Correction::read(&bytes[..]).unwrap_err().line(), 2);
    assert_eq!(
        Correction::read(format!("\n\n{line}\n").as_bytes())
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_file_is_added_to() {
    let path = std::env::temp_dir().join(format!("llm-parse-record-{}.jsonl", std::process::id()));
    let script = Script::new([BAD, GOOD]);
    let extraction = run(&Extractor::new(&script)).unwrap();
    for _ in 0..2 {
        Recorder::append(&path)
            .unwrap()
            .record("login is down", &extraction)
            .unwrap();
    }
    let text = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(Correction::read(&text[..]).unwrap().len(), 2);
}

#[test]
fn corrections_become_examples() {
    let script = Script::new([BAD, GOOD]);
    let extraction = run(&Extractor::new(&script)).unwrap();
    let prompt = vec![
        Message::system("you triage"),
        Message::user("hello"),
        Message::assistant("hi"),
        Message::user("no login"),
    ];
    let corrections = Correction::all(prompt, &extraction);
    assert_eq!(Shot::from(&corrections[0]).input(), "no login");
    assert_eq!(Shot::from(&corrections[0]).answer(), GOOD);
    let script = Script::new(["no"]).capabilities(Capabilities::modes([Mode::Tool]));
    let request = shown::<Ticket>(Extractor::new(&script).shots(corrections), &script);
    assert_eq!(request.messages()[1].text(), "no login");
    assert_eq!(request.messages()[2].tool_calls()[0].arguments, GOOD);
}

/// What each tagging and a strict schema make of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Stock {
    counts: BTreeMap<String, u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    moves: Vec<Move>,
    last: Kind,
    pair: (u8, BTreeMap<String, u8>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
enum Move {
    In(BTreeMap<String, u8>),
    Out {
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    None,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "kind")]
enum Kind {
    Full { by: BTreeMap<String, u8> },
    Empty,
}

fn stock() -> Stock {
    let counts = BTreeMap::from([("a \"b\"".to_owned(), 1), ("c".to_owned(), 2)]);
    Stock {
        note: None,
        moves: vec![Move::In(counts.clone()), Move::Out { to: None }, Move::None],
        last: Kind::Full { by: counts.clone() },
        pair: (3, counts.clone()),
        counts,
    }
}

#[test]
fn an_example_has_the_form_of_a_strict_schema() {
    for mode in [Mode::JsonSchema, Mode::Tool] {
        let strict = Capabilities::modes([mode]).dialect(llm_parse::dialect::OpenAiStrict);
        let script = Script::new(["no"]).capabilities(strict);
        let request = shown::<Stock>(Extractor::new(&script).shot("x", &stock()), &script);
        assert!(request.strict);
        let message = &request.messages()[2];
        let said = message
            .tool_calls()
            .first()
            .map_or(message.text(), |call| &call.arguments);
        let value: serde_json::Value = serde_json::from_str(said).unwrap();
        let validator = jsonschema::validator_for(&request.schema).unwrap();
        assert!(validator.is_valid(&value), "{said}");
        assert_eq!(parse::<Stock>(said).unwrap().value, stock());
    }
    let strict = Capabilities::modes([Mode::Tool]).dialect(llm_parse::dialect::OpenAiStrict);
    let script = Script::new(["no"]).capabilities(strict);
    let extractor = Extractor::new(&script).shot("x", &stock().moves);
    let request = shown::<Vec<Move>>(extractor, &script);
    for (name, arguments) in calls(&request) {
        let tool = request.tools.iter().find(|tool| tool.name == name).unwrap();
        let value: serde_json::Value = serde_json::from_str(arguments).unwrap();
        let validator = jsonschema::validator_for(&tool.schema).unwrap();
        assert!(tool.strict && validator.is_valid(&value), "{arguments}");
    }
}
