//! Values of a shape that is known only at run time.

use std::time::Duration;

use llm_parse::dialect::OpenAiStrict;
use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, Code, ErrorKind, Extractor, Finish, Mode, Policy, Reply, RuntimeShape, Session,
    SessionState, Step, Strategy, ToolCall, Violation, blocking,
};
use serde_json::{Value, json};

use crate::{block_on, text};

fn schema() -> Value {
    json!({
        "title": "Ticket",
        "description": "A support ticket.",
        "type": "object",
        "properties": {
            "title": { "type": "string", "minLength": 3 },
            "priority": { "type": "integer", "minimum": 1, "maximum": 5 },
            "lines": { "type": "array", "items": { "$ref": "#/$defs/Line" } },
            "card": { "type": "string" },
            "address": { "type": "string" }
        },
        "required": ["title", "priority", "lines"],
        "additionalProperties": false,
        // Only the document says so: no type does.
        "dependentRequired": { "card": ["address"] },
        "$defs": {
            "Line": {
                "type": "object",
                "properties": { "sku": { "type": "string" }, "count": { "type": "integer" } },
                "required": ["sku", "count"]
            }
        }
    })
}

fn shape() -> RuntimeShape {
    RuntimeShape::from_json_schema(&schema()).unwrap()
}

fn good() -> Value {
    json!({ "title": "Login is down", "priority": 5, "lines": [{ "sku": "a", "count": 2 }] })
}

#[test]
fn every_mode_sends_the_document_and_reads_by_it() {
    let loose = "{title: 'Login is down', Priority: '5', lines: [{sku: 'a', count: 2.0}]}";
    for mode in [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt] {
        let reply = match mode {
            Mode::Tool => Reply::text("").with_tool_calls([ToolCall::new("id", "Ticket", loose)]),
            _ => Reply::text(loose),
        };
        let script = Script::new([reply]).modes([mode]);
        let extractor = Extractor::new(&script);
        let extraction = block_on(extractor.run_value(&shape(), "login is down")).unwrap();
        assert_eq!(extraction.value, good(), "{mode:?}");
        assert!(!extraction.fixes().is_empty());

        let request = &script.requests()[0];
        assert_eq!((request.mode, &*request.name), (mode, "Ticket"));
        assert_eq!(request.description.as_deref(), Some("A support ticket."));
        assert_eq!(*request.schema, schema());
        assert!(text(request).contains("\"priority\": integer"), "{mode:?}");
    }
}

#[test]
fn each_strategy_mends_a_wrong_value() {
    let wrong = json!({ "title": "Login is down", "priority": 9, "lines": good()["lines"] });
    let patch = json!({ "operations": [{ "op": "replace", "path": "/priority", "value": 5 }] });
    for (strategy, answer) in [
        (Strategy::Reask, good()),
        (Strategy::StrictFormat, good()),
        (Strategy::JsonStrict, good()),
        (Strategy::Simplified, good()),
        (Strategy::Patch, patch),
        (Strategy::Focus, json!({ "priority": 5 })),
    ] {
        let script = Script::new([wrong.to_string(), answer.to_string()]);
        let extractor = Extractor::new(&script).strategies([strategy]);
        let extraction = block_on(extractor.run_value(&shape(), "login is down")).unwrap();
        assert_eq!(extraction.value, good(), "{strategy:?}");
        let [first, second] = extraction.attempts() else {
            panic!("{strategy:?}: {} attempts", extraction.attempts().len());
        };
        assert_eq!(first.violations()[0].path().to_string(), "/priority");
        assert_eq!(second.strategy(), Some(strategy));
        assert!(text(&script.requests()[1]).contains("priority"));
    }
}

#[test]
fn an_answer_that_was_cut_off_is_continued() {
    let start = r#"{"title": "Login is down", "priority": 5, "lines": [{"sku": "a", "count": 2}, {"sku": "b""#;
    let rest = json!({ "lines": [{ "sku": "b", "count": 1 }] }).to_string();
    let script = Script::new([
        Reply::text(start).with_finish(Finish::Length),
        Reply::text(rest),
    ]);
    let extractor = Extractor::new(&script);
    let extraction = block_on(extractor.run_value(&shape(), "login is down")).unwrap();
    assert_eq!(
        extraction.attempts()[1].strategy(),
        Some(Strategy::Continue)
    );
    let lines = json!([{ "sku": "a", "count": 2 }, { "sku": "b", "count": 1 }]);
    assert_eq!(extraction.value["lines"], lines);
}

#[test]
fn what_only_the_document_says_is_held_and_told() {
    let mut wrong = good();
    wrong["card"] = json!("4111");
    let mut right = wrong.clone();
    right["address"] = json!("1 High Street");
    let script = Script::new([wrong.to_string(), right.to_string()]);
    let extractor = Extractor::new(&script).strategies([Strategy::Reask]);
    let extraction = block_on(extractor.run_value(&shape(), "login is down")).unwrap();
    assert_eq!(extraction.value, right);
    assert!(text(&script.requests()[1]).contains("address"));
}

#[test]
fn a_tool_s_arguments_hold_what_is_no_object() {
    let list = RuntimeShape::from_json_schema(&json!({
        "type": "array",
        "items": { "$ref": "#/$defs/Line" },
        "$defs": schema()["$defs"]
    }));
    let call = ToolCall::new("id", "value", r#"{"value": [{"sku": "a", "count": "2"}]}"#);
    let script = Script::new([Reply::text("").with_tool_calls([call])]).modes([Mode::Tool]);
    let extraction = block_on(Extractor::new(&script).run_value(&list.unwrap(), "two of a"));
    assert_eq!(extraction.unwrap().value, good()["lines"]);
    let schema = &script.requests()[0].schema;
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["value"]["type"], "array");
}

#[test]
fn a_dialect_says_what_it_can_of_the_document() {
    let answer = json!({
        "title": "Login is down", "priority": 5, "lines": good()["lines"], "card": null, "address": null
    });
    let capabilities = Capabilities::modes([Mode::JsonSchema]).dialect(OpenAiStrict);
    let script = Script::new([answer.to_string()]).capabilities(capabilities);
    let extraction = block_on(Extractor::new(&script).run_value(&shape(), "login is down"));
    assert_eq!(extraction.unwrap().value, good());
    let request = &script.requests()[0];
    assert!(request.strict);
    assert_eq!(request.schema["required"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_run_that_fails_tells_what_was_wrong() {
    let script = Script::new([r#"{"title": "no"}"#; 4]);
    let error = blocking::run_value(&Extractor::new(&script), &shape(), "login is down");
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let codes: Vec<_> = error.attempts()[0]
        .violations()
        .iter()
        .map(Violation::code)
        .collect();
    assert!(codes.contains(&Code::Missing), "{codes:?}");
}

#[test]
fn a_reply_that_failed_elsewhere_is_read_or_repaired() {
    let none = Script::new([""; 0]);
    let loose = good().to_string().replace('5', "'5'");
    let read = blocking::repair_value(&Extractor::new(&none), &shape(), "login is down", loose);
    assert_eq!(read.unwrap().value, good());

    let script = Script::new([good().to_string()]);
    let bad = r#"{"title": "Login is down"}"#;
    let extractor = Extractor::new(&script);
    let repaired = blocking::repair_value(&extractor, &shape(), "login is down", bad);
    assert_eq!(repaired.unwrap().value, good());
    assert!(text(&script.requests()[0]).contains("priority"));
}

#[test]
fn a_value_is_changed_by_a_patch() {
    let patch = json!({ "operations": [{ "op": "replace", "path": "/priority", "value": 1 }] });
    let script = Script::new([patch.to_string()]);
    let extractor = Extractor::new(&script);
    let changed = blocking::update_value(&extractor, &shape(), &good(), "not urgent at all");
    let mut expected = good();
    expected["priority"] = json!(1);
    assert_eq!(changed.unwrap().value, expected);
    assert!(text(&script.requests()[0]).contains("Login is down"));
}

#[test]
fn a_value_that_an_update_would_change_is_refused() {
    let open = RuntimeShape::from_json_schema(&json!({
        "type": "object", "properties": { "a": { "type": "integer" } }
    }));
    let script = Script::new([""; 0]);
    let extractor = Extractor::new(&script);
    for (shape, value, what) in [
        (open.unwrap(), json!({ "a": 1, "b": 2 }), "/b"),
        (shape(), json!({ "title": "Login is down" }), "/priority"),
    ] {
        let error = blocking::update_value(&extractor, &shape, &value, "it is 2").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::RoundTrip);
        assert!(error.to_string().contains(what), "{error}");
    }
}

#[test]
fn a_stored_session_goes_on_with_the_same_document_alone() {
    let clients = [Capabilities::default()];
    let mut session = Session::value(&shape(), "login is down", Policy::new(), &clients);
    session.receive(Ok(Reply::text("no JSON")), Duration::ZERO);
    let stored = serde_json::to_string(&session.state()).unwrap();
    let state: SessionState = serde_json::from_str(&stored).unwrap();

    let mut again = Session::resume_value(&shape(), state.clone(), Policy::new());
    let Step::Send { request, .. } = again.next() else {
        panic!()
    };
    assert!(text(&request).contains("no JSON"));
    again.receive(Ok(Reply::text(good().to_string())), Duration::ZERO);
    let done = again.state();
    assert!(matches!(again.next(), Step::Done(extraction) if extraction.value == good()));
    let mut ended = Session::resume_value(&shape(), done, Policy::new());
    assert!(matches!(ended.next(), Step::Done(extraction) if extraction.value == good()));

    let mut other = Session::resume_value(&RuntimeShape::any(), state, Policy::new());
    let Step::Failed(error) = other.next() else {
        panic!()
    };
    assert_eq!(error.kind(), ErrorKind::Settings);
}
