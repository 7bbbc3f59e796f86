//! Whether, and how, one more attempt is made.

use std::time::Duration;

use llm_parse::openai::OpenAi;
use llm_parse::testing::Script;
use llm_parse::{
    Attempt, Backoff, ErrorKind, Extractor, Finish, LlmExtract, Message, Mode, Reply, Role,
    Strategy, ToolCall,
};
use serde::Deserialize;
use serde_json::Value;

use crate::block_on;
use crate::faulty_server::{Play, Server};

fn upper(name: &str) -> Result<(), &'static str> {
    if name.chars().any(char::is_lowercase) {
        Err("name must be upper case")
    } else {
        Ok(())
    }
}

#[derive(Debug, Deserialize, LlmExtract)]
struct User {
    #[llm(check = upper)]
    name: String,
    age: u8,
}

fn call(arguments: &str) -> Reply {
    Reply::text("").with_tool_calls([ToolCall::new("id7", "User", arguments)])
}

const GOOD: &str = r#"{"name":"ADA","age":36}"#;

/// B007, B008
#[test]
fn a_call_is_replayed_with_an_object() {
    for arguments in ["not json at all", "", "null", "[1]", "\"x\""] {
        let script = Script::new([call(arguments), call(GOOD)]);
        block_on(Extractor::new(&script).mode(Mode::Tool).run::<User>("go")).unwrap();
        let request = &script.requests()[1];
        let calls = request.messages().iter().flat_map(Message::tool_calls);
        for call in calls {
            let replayed: Value = serde_json::from_str(&call.arguments).unwrap();
            assert!(replayed.is_object(), "{arguments}: {replayed}");
        }
    }
}

/// B010
#[test]
fn every_call_is_answered_in_the_transcript() {
    let script = Script::new([call(r#"{"name":"ada","age":36}"#), call("null"), call(GOOD)]);
    let extraction = block_on(Extractor::new(&script).mode(Mode::Tool).run::<User>("go")).unwrap();
    assert_eq!(extraction.attempts().len(), 3);
    let requests = script.requests();
    let messages = requests[1].messages();
    let asked = messages
        .iter()
        .position(|message| !message.tool_calls().is_empty())
        .unwrap();
    assert_eq!(messages[asked].tool_calls()[0].id, "id7");
    let answer = &messages[asked + 1];
    assert_eq!(answer.role(), Role::Tool);
    assert_eq!(answer.tool_call_id(), Some("id7"));
    assert!(
        answer.text().contains("name must be upper case"),
        "{}",
        answer.text()
    );
}

/// B015
#[test]
fn a_reply_that_is_cut_off_again_is_not_asked_for_without_end() {
    let cut = || Reply::text(r#"{"name":"ADA","a"#).with_finish(Finish::Length);
    let script = Script::new([cut(), cut(), cut(), cut(), cut()]);
    let error = block_on(Extractor::new(&script).max_attempts(5).run::<User>("go")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CutOff);
    // The whole, the rest, and a shorter whole: each is another request, and none is made twice.
    assert_eq!(error.attempts().len(), 3);
    let requests = script.requests();
    assert!(
        requests
            .windows(2)
            .all(|pair| pair[0].messages() != pair[1].messages())
    );
}

/// B114, B115
#[test]
fn a_wait_that_makes_no_sense_is_not_kept() {
    let good = Play::ok(r#"{"choices":[{"message":{"content":"{\"name\":\"ADA\",\"age\":36}"}}]}"#);
    let run = |header: &str| {
        let limited = Play::status(429, "").with_header("retry-after", header);
        let server = Server::new([limited, good.clone()]);
        let extractor = Extractor::new(OpenAi::new(server.base_url())).backoff(
            Backoff::new()
                .base(Duration::from_millis(1))
                .cap(Duration::from_secs(1)),
        );
        block_on(extractor.run::<User>("go"))
    };
    for header in ["soon", "NaN", "-5", ""] {
        assert_eq!(run(header).unwrap().value.age, 36, "{header}");
    }
    for header in ["1893456000", "99999999999999999999"] {
        match run(header) {
            Ok(extraction) => assert_eq!(extraction.value.age, 36),
            Err(error) => assert_eq!(error.kind(), ErrorKind::RateLimit, "{header}: {error}"),
        }
    }
}

/// B209
#[test]
fn arguments_without_the_wrapper_s_key_say_what_is_missing() {
    let script =
        Script::new([call("{}"), call("{}"), call(r#"{"value":["x"]}"#)]).modes([Mode::Tool]);
    let extraction = block_on(Extractor::new(&script).run::<Vec<String>>("go")).unwrap();
    assert_eq!(extraction.value, ["x"]);
    for attempt in extraction
        .attempts()
        .iter()
        .take(2)
        .map(Attempt::violations)
    {
        assert!(attempt[0].path().is_root(), "{attempt:?}");
    }
    let script = Script::new(vec![call("{}"); 9]).modes([Mode::Tool]);
    let error = block_on(Extractor::new(&script).run::<Vec<String>>("go")).unwrap_err();
    assert_eq!(error.attempts().len(), 4);
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Person {
    age: u8,
    height: Option<u8>,
}

/// What a model that patches is asked, and what becomes of its replies.
fn patched(replies: &[&str]) -> (Result<Person, llm_parse::Error>, Vec<String>) {
    let script = Script::new(replies.iter().copied());
    let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
    let result = block_on(extractor.run::<Person>("go"));
    let last = |request: &llm_parse::Request| {
        let last = request.messages().last().map(Message::text);
        last.unwrap_or_default().to_owned()
    };
    let asked = script.requests().iter().map(last).collect();
    (result.map(llm_parse::Extraction::into_value), asked)
}

/// B020
#[test]
fn a_patch_that_cannot_be_applied_is_a_failed_attempt() {
    let wrong = r#"[{"op":"replace","path":"/person/age","value":30}]"#;
    let right = r#"[{"op":"replace","path":"/age","value":30}]"#;
    let (result, asked) = patched(&[r#"{"age":"old"}"#, wrong, right]);
    assert_eq!(result.unwrap().age, 30);
    assert_eq!(asked.len(), 3);
    let told = &asked[2];
    assert!(told.contains("`/person` is not there"), "{told}");
    assert!(told.contains("only `/age`"), "{told}");

    // However often: what was not patched is never the result.
    let (result, asked) = patched(&[r#"{"age":"old"}"#, wrong, wrong, wrong]);
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(asked.len(), 4);
}

/// B021
#[test]
fn a_patch_is_applied_as_a_whole_or_not_at_all() {
    let absent = r#"{"op":"replace","path":"/height","value":2}"#;
    let present = r#"{"op":"replace","path":"/age","value":3}"#;
    let nowhere = r#"{"op":"remove","path":"/nowhere/at/all"}"#;
    for operations in [[absent, present], [present, absent]] {
        let patch = format!("[{}]", operations.join(","));
        let (result, _) = patched(&[r#"{"age":"x"}"#, &patch]);
        match result {
            Ok(person) => assert_eq!((person.age, person.height), (3, Some(2))),
            Err(error) => assert!(error.attempts().len() > 1, "{error}"),
        }
    }
    for operations in [[nowhere, present], [present, nowhere]] {
        let patch = format!("[{}]", operations.join(","));
        let (result, asked) = patched(&[r#"{"age":"x"}"#, &patch, &format!("[{present}]")]);
        match result {
            // An operation that has nothing to remove may be left out, if that is said.
            Ok(person) => assert_eq!(person.age, 3),
            Err(error) => panic!("{error}"),
        }
        let told = asked.last().unwrap();
        assert!(
            asked.len() == 2 || told.contains("`/nowhere` is not there"),
            "{told}"
        );
    }
}
