//! Tool calls: how they are read, and how they are answered.

use llm_parse::Role::{Assistant, System, Tool, User};
use llm_parse::testing::Script;
use llm_parse::{Extraction, Extractor, Message, Mode, Reply, ToolCall};

use crate::{BAD, GOOD, Ticket, ask, roles, run};

fn calls<const N: usize>(arguments: [&str; N]) -> Reply {
    let call = |(i, text): (usize, &str)| ToolCall::new(format!("id{i}"), "Ticket", text);
    Reply::text("").with_tool_calls(arguments.into_iter().enumerate().map(call))
}

fn tool(script: &Script) -> Extraction<Ticket> {
    run(&Extractor::new(script).mode(Mode::Tool)).unwrap()
}

#[test]
fn the_arguments_of_the_call_are_the_answer() {
    let script = Script::new([calls([GOOD])]);
    assert_eq!(tool(&script).value.priority, 5);
    let request = &script.requests()[0];
    assert_eq!(request.mode, Mode::Tool);
    assert!(request.messages()[0].text().contains("tool `Ticket`"));
}

#[test]
fn content_is_the_answer_where_no_tool_is_called() {
    let script = Script::new([GOOD]);
    assert_eq!(tool(&script).value.priority, 5);
}

#[test]
fn a_call_that_is_written_out_is_understood() {
    let text = format!("```json\n{{\"name\": \"ticket\", \"arguments\": {GOOD}}}\n```");
    let script = Script::new([text.clone()]);
    assert_eq!(tool(&script).value.priority, 5);
    // Also where no tool was offered.
    assert_eq!(ask(&Script::new([text])).unwrap().value.priority, 5);
}

#[test]
fn of_several_calls_the_first_valid_one_counts() {
    let script = Script::new([calls([BAD, GOOD])]);
    assert_eq!(tool(&script).attempts().len(), 1);
}

#[test]
fn a_retry_answers_every_call() {
    let script = Script::new([calls([BAD, "null"]), calls([GOOD])]);
    tool(&script);
    let request = &script.requests()[1];
    assert_eq!(roles(request), [System, User, Assistant, Tool, Tool]);
    let messages = request.messages();
    let ids: Vec<_> = messages[2]
        .tool_calls()
        .iter()
        .map(|call| call.id.as_str())
        .collect();
    assert_eq!(ids, ["id0", "id1"]);
    let answered: Vec<_> = messages[3..]
        .iter()
        .filter_map(Message::tool_call_id)
        .collect();
    assert_eq!(answered, ids);
    assert!(messages[3].text().contains("not valid"));
}

#[test]
fn arguments_are_replayed_as_an_object() {
    for (arguments, replayed) in [
        ("not json at all", "{}"),
        ("", "{}"),
        ("null", "{}"),
        ("[1]", "{}"),
        (BAD, BAD),
        (r#""{\"a\": 1}""#, r#"{"a": 1}"#),
    ] {
        let script = Script::new([calls([arguments]), calls([GOOD])]);
        tool(&script);
        let request = &script.requests()[1];
        assert_eq!(request.messages()[2].tool_calls()[0].arguments, replayed);
    }
}

#[test]
fn a_call_without_an_id_gets_one() {
    let bad = Reply::text("").with_tool_calls([ToolCall::new("", "Ticket", BAD)]);
    let script = Script::new([bad, calls([GOOD])]);
    tool(&script);
    let request = &script.requests()[1];
    let id = request.messages()[2].tool_calls()[0].id.clone();
    assert!(!id.is_empty());
    assert_eq!(request.messages()[3].tool_call_id(), Some(id.as_str()));
}

#[test]
fn null_arguments_are_a_failed_attempt() {
    let script = Script::new([calls([BAD]), calls(["null"]), calls([GOOD])]);
    assert_eq!(tool(&script).attempts().len(), 3);
}
