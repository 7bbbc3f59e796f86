//! Answers that need not be values, and lists of all that is there.

use llm_parse::testing::Script;
use llm_parse::{
    Answer, Capabilities, Error, ErrorKind, Extraction, Extractor, LlmExtract, Mode, Outcome,
    Policy, Reply, Session, Step, ToolCall, ToolChoice, blocking, extract_all, extract_optional,
};
use serde::Deserialize;

use crate::{BAD, GOOD, PROSE, Ticket, block_on, cut, text, ticket};

fn call(arguments: &str) -> Reply {
    Reply::text("").with_tool_calls([ToolCall::new("id", "Ticket", arguments)])
}

fn optional<T: LlmExtract>(script: &Script) -> Result<Extraction<Answer<T>>, Error> {
    block_on(Extractor::new(script).run_optional("login is down"))
}

fn with_tools(
    replies: impl IntoIterator<Item = impl Into<llm_parse::testing::Scripted>>,
) -> Script {
    Script::new(replies).modes([Mode::JsonSchema, Mode::Tool, Mode::JsonObject])
}

#[test]
fn a_call_is_a_value() {
    let script = with_tools([call(GOOD)]);
    let extraction = optional::<Ticket>(&script).unwrap();
    assert_eq!(extraction.value, Answer::Value(ticket()));
    let request = &script.requests()[0];
    assert_eq!(request.mode, Mode::Tool);
    assert_eq!(request.tool_choice, ToolChoice::Auto);
    assert_eq!(request.tools.len(), 1);
}

#[test]
fn a_text_is_an_answer() {
    for mode in [Mode::Tool, Mode::Prompt] {
        let script = Script::new([PROSE]).modes([mode]);
        let extraction = optional::<Ticket>(&script).unwrap();
        assert_eq!(extraction.value.text(), Some(PROSE), "{mode:?}");
        assert_eq!(extraction.answer(), PROSE);
        assert_eq!(extraction.attempts()[0].outcome(), Outcome::Valid);
        let said = text(&script.requests()[0]);
        assert!(said.contains("Either answer "), "{said}");
        assert!(said.contains("plain text and no JSON"), "{said}");
    }
}

#[test]
fn a_mode_that_leaves_no_room_for_text_is_not_used() {
    for (modes, used) in [
        (vec![Mode::JsonSchema], Mode::Prompt),
        (vec![Mode::JsonObject, Mode::Tool], Mode::Tool),
    ] {
        let script = Script::new([PROSE]).modes(modes);
        optional::<Ticket>(&script).unwrap();
        assert_eq!(script.requests()[0].mode, used);
    }
}

#[test]
fn a_broken_call_is_retried() {
    let script = with_tools([call(BAD), call(GOOD)]);
    let extraction = optional::<Ticket>(&script).unwrap();
    assert_eq!(extraction.value.into_value(), Some(ticket()));
    let again = &script.requests()[1];
    assert_eq!(again.tool_choice, ToolChoice::Auto);
    assert!(again.messages()[3].text().contains("/priority"));
    // The model may think better of it.
    let script = with_tools([call(BAD), Reply::text(PROSE)]);
    assert_eq!(
        optional::<Ticket>(&script).unwrap().value.text(),
        Some(PROSE)
    );
}

#[test]
fn json_in_the_text_is_the_value() {
    let call = format!("<tool_call>{{\"name\": \"Ticket\", \"arguments\": {GOOD}}}</tool_call>");
    for reply in [GOOD, &format!("```json\n{GOOD}\n```"), &call] {
        let script = with_tools([reply]);
        assert_eq!(
            optional::<Ticket>(&script).unwrap().value,
            Answer::Value(ticket()),
            "{reply}"
        );
    }
    let script = with_tools([BAD, GOOD]);
    assert_eq!(optional::<Ticket>(&script).unwrap().attempts().len(), 2);
}

#[test]
fn neither_nothing_nor_half_a_text_is_an_answer() {
    for reply in [
        Reply::text(" "),
        cut("I am sor"),
        Reply::text("").with_refusal("no"),
    ] {
        let script = with_tools([reply.clone(), Reply::text(PROSE)]);
        let extractor = Extractor::new(&script).max_attempts(1);
        let error = block_on(extractor.run_optional::<Ticket>("hello")).unwrap_err();
        assert_ne!(error.kind(), ErrorKind::Client, "{reply:?}");
    }
}

#[test]
fn a_sentence_is_no_value_of_its_own() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    enum Mood {
        Good,
        Bad,
    }
    for (reply, mode, value) in [
        ("The mood is Good.", Mode::Tool, None),
        ("The mood is Bad.", Mode::Prompt, None),
        ("Good", Mode::Tool, None),
        ("Good", Mode::Prompt, Some(Mood::Good)),
        ("\"Bad\"", Mode::Prompt, Some(Mood::Bad)),
        ("Hello!", Mode::Prompt, None),
    ] {
        let script = Script::new([reply]).modes([mode]);
        let answer = optional::<Mood>(&script).unwrap().value;
        assert_eq!(
            answer.text(),
            value.is_none().then_some(reply),
            "{reply} {mode:?}"
        );
        assert_eq!(answer.into_value(), value, "{reply} {mode:?}");
    }
}

#[test]
fn thoughts_are_no_part_of_the_text() {
    let script = with_tools(["<think>{\"title\": \"a\"} or not?</think>\nI cannot tell."]);
    assert_eq!(
        optional::<Ticket>(&script).unwrap().value.text(),
        Some("I cannot tell.")
    );
}

#[test]
fn where_a_value_is_wanted_a_missing_call_is_fed_back() {
    let script = with_tools([Reply::text(PROSE), call(GOOD)]);
    let extractor = Extractor::new(&script).mode(Mode::Tool);
    let extraction = block_on(extractor.run::<Ticket>("login is down")).unwrap();
    assert_eq!(extraction.attempts()[0].outcome(), Outcome::NoJson);
    let request = &script.requests()[1];
    assert_eq!(request.tool_choice, ToolChoice::Required);
    let told = request.messages().last().unwrap().text();
    assert!(told.contains("Call the tool `Ticket` again"), "{told}");
}

#[test]
fn a_list_of_nothing_is_an_answer() {
    for mode in [Mode::JsonSchema, Mode::Prompt] {
        let script = Script::new(["[]"]).modes([mode]);
        let tickets = block_on(extract_all::<Ticket>(&script, "all is well")).unwrap();
        assert!(tickets.is_empty());
        assert!(text(&script.requests()[0]).contains("the list is empty"));
    }
    let empty = Reply::text("").with_tool_calls([ToolCall::new("a", "value", r#"{"value": []}"#)]);
    let script = Script::new([empty]).modes([Mode::Tool]);
    let extraction = block_on(Extractor::new(&script).run_all::<Ticket>("all is well")).unwrap();
    assert!(extraction.value.is_empty());
}

#[test]
fn all_calls_of_a_reply_are_items() {
    let one = |id| ToolCall::new(id, "value", format!("{{\"value\": [{GOOD}]}}"));
    let script = Script::new([Reply::text("").with_tool_calls([one("a"), one("b")])]);
    let extractor = Extractor::new(&script).mode(Mode::Tool);
    let extraction = block_on(extractor.run_all::<Ticket>("login is down")).unwrap();
    assert_eq!(extraction.value, [ticket(), ticket()]);
}

#[test]
fn a_program_without_a_runtime_has_the_same() {
    let script = Script::new([PROSE, GOOD, "[]", "[]"]);
    let extractor = Extractor::new(&script);
    let answer = blocking::extract_optional::<Ticket>(&script, "hello").unwrap();
    assert_eq!(answer.text(), Some(PROSE));
    let extraction = blocking::run_optional::<Ticket>(&extractor, "hello").unwrap();
    assert_eq!(extraction.value.value(), Some(&ticket()));
    assert!(
        blocking::extract_all::<Ticket>(&script, "hello")
            .unwrap()
            .is_empty()
    );
    assert!(
        blocking::run_all::<Ticket>(&extractor, "hello")
            .unwrap()
            .value
            .is_empty()
    );
    let script = Script::new([GOOD]).capabilities(Capabilities::default());
    let answer = block_on(extract_optional::<Ticket>(&script, "hello")).unwrap();
    assert!(answer.value().is_some());
}

#[test]
fn a_stored_session_ends_the_same() {
    let capabilities = [Capabilities::modes([Mode::Tool])];
    let elapsed = std::time::Duration::from_millis(5);
    for (last, text) in [(Reply::text(PROSE), Some(PROSE)), (call(GOOD), None)] {
        let mut session = Session::<Answer<Ticket>>::optional("hi", Policy::new(), &capabilities);
        let stored = |session: &mut Session<Answer<Ticket>>| {
            let state = serde_json::to_string(&session.state()).unwrap();
            let state = serde_json::from_str(&state).unwrap();
            *session = Session::resume_optional(state, Policy::new());
        };
        stored(&mut session);
        for reply in [call(BAD), last] {
            let Step::Send { request, .. } = session.next() else {
                panic!("a request is due")
            };
            assert_eq!(request.tool_choice, ToolChoice::Auto);
            session.receive(Ok(reply), elapsed);
            stored(&mut session);
        }
        let Step::Done(extraction) = session.next() else {
            panic!("an answer is there")
        };
        assert_eq!(extraction.value.text(), text);
        assert_eq!(
            extraction.value.value(),
            text.is_none().then(ticket).as_ref()
        );
        assert_eq!(extraction.attempts().len(), 2);
    }
}

#[test]
fn what_is_left_of_json_is_no_text() {
    for scrap in ["}", "]\n}", "```json\n```", "```\n```", "\"\"", "'"] {
        let script = Script::new([scrap, GOOD]);
        let answer = block_on(extract_optional::<Ticket>(&script, "login is down")).unwrap();
        assert!(answer.value().is_some(), "{scrap}: {answer:?}");
    }
    let script = Script::new(["👍"]);
    let answer = block_on(extract_optional::<Ticket>(&script, "thanks")).unwrap();
    assert_eq!(answer.text(), Some("👍"));
}
