//! Rows C4, C5, C6 and C12: tools, and examples made of failures.

use llm_parse::testing::Script;
use llm_parse::{
    Correction, Extractor, LlmExtract, Message, Mode, Recorder, Reply, ToolCall, ToolChoice,
};
use serde::{Deserialize, Serialize};

use crate::{BAD, GOOD, PROSE, Ticket, block_on};

/// What to do with a ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Action {
    Assign {
        #[llm(len(min = 2))]
        to: String,
    },
    Rate {
        #[llm(range(min = 1, max = 5))]
        stars: u8,
    },
}

fn call(id: &str, name: &str, arguments: &str) -> ToolCall {
    ToolCall::new(id, name, arguments)
}

fn calls(calls: impl IntoIterator<Item = ToolCall>) -> Reply {
    Reply::text("").with_tool_calls(calls)
}

#[test]
fn c4_several_calls_leave_the_loop_as_one_value_and_keep_their_ids() {
    let assign = call("a", "assign", r#"{"to": "Ada"}"#);
    let first = calls([assign.clone(), call("b", "rate", r#"{"stars": 9}"#)]);
    let second = calls([assign, call("c", "rate", r#"{"stars": 4}"#)]);
    let script = Script::new([first, second]);
    let extractor = Extractor::new(&script).mode(Mode::Tool);
    let extraction = block_on(extractor.run::<Vec<Action>>("rate it")).unwrap();
    let ada = Action::Assign {
        to: "Ada".to_owned(),
    };
    assert_eq!(extraction.value, [ada, Action::Rate { stars: 4 }]);
    let wanted = r#"[{"do":"assign","to":"Ada"},{"do":"rate","stars":4}]"#;
    assert_eq!(extraction.answer(), wanted);
    let retry = script.requests().remove(1);
    let ids: Vec<_> = retry
        .messages()
        .iter()
        .filter_map(Message::tool_call_id)
        .collect();
    assert_eq!(ids, ["a", "b"]);
}

#[test]
fn c5_the_model_may_answer_without_the_tool() {
    let broken = calls([call("a", "Ticket", BAD)]);
    for reply in [vec![Reply::text(PROSE)], vec![broken, Reply::text(PROSE)]] {
        let script = Script::new(reply).modes([Mode::Tool]);
        let extraction = block_on(Extractor::new(&script).run_optional::<Ticket>("hi")).unwrap();
        assert_eq!(extraction.value.text(), Some(PROSE));
        let choice = |request: llm_parse::Request| request.tool_choice == ToolChoice::Auto;
        assert!(script.requests().into_iter().all(choice));
    }
}

#[test]
fn c5_a_missing_call_is_an_error_where_it_was_forced() {
    let script = Script::new([Reply::text(PROSE), calls([call("a", "Ticket", GOOD)])]);
    let extractor = Extractor::new(&script).mode(Mode::Tool);
    let extraction = block_on(extractor.run::<Ticket>("hi")).unwrap();
    assert_eq!(extraction.attempts().len(), 2);
    let requests = script.requests();
    assert!(
        requests
            .iter()
            .all(|request| request.tool_choice == ToolChoice::Required)
    );
    let told = requests[1].messages().last().unwrap().text();
    assert!(told.contains("Call the tool `Ticket` again"), "{told}");
}

#[test]
fn c6_each_variant_is_a_tool_and_held_to_its_own_schema() {
    let script = Script::new([
        calls([call("a", "rate", r#"{"to": "Ada"}"#)]),
        calls([call("b", "close", "{}")]),
        calls([call("c", "assign", r#"{"to": "Ada"}"#)]),
    ]);
    let extractor = Extractor::new(&script).mode(Mode::Tool);
    let extraction = block_on(extractor.run::<Action>("rate it")).unwrap();
    assert!(matches!(extraction.value, Action::Assign { .. }));
    let requests = script.requests();
    let schemas = &requests[0].tools;
    assert_eq!(schemas[0].schema["properties"]["to"]["minLength"], 2);
    assert_eq!(schemas[1].schema["properties"]["stars"]["maximum"], 5);
    let told = |number: usize| {
        requests[number]
            .messages()
            .last()
            .unwrap()
            .text()
            .to_owned()
    };
    assert!(told(1).contains("- /stars: missing key"), "{}", told(1));
    assert!(told(2).contains("found a call of \"close\""), "{}", told(2));
}

#[test]
fn c12_failures_and_corrections_become_demonstrations() {
    let script = Script::new([BAD, GOOD]);
    let extraction = block_on(Extractor::new(&script).run::<Ticket>("no login")).unwrap();
    let recorder = Recorder::new(Vec::new());
    assert_eq!(recorder.record("no login", &extraction).unwrap(), 1);
    let corrections = Correction::read(&recorder.into_inner()[..]).unwrap();
    assert_eq!(corrections[0].refused.text(), BAD);
    assert_eq!(corrections[0].value, GOOD);

    let script = Script::new([GOOD]);
    let extractor = Extractor::new(&script).shots(&corrections);
    block_on(extractor.run::<Ticket>("no mail")).unwrap();
    let request = script.requests().remove(0);
    let said: Vec<_> = request.messages()[1..].iter().map(Message::text).collect();
    assert_eq!(said, ["no login", GOOD, "no mail"]);
}
