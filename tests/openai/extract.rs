//! The whole path: a type, the engine, the OpenAI client, and a scripted server on loopback.

use llm_parse::openai::OpenAi;
use llm_parse::{Error, ErrorKind, Extraction, Extractor, LlmExtract, Mode, Strategy, blocking};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::faulty_server::{Play, Server};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct User {
    name: String,
    age: u8,
}

fn ada() -> User {
    User {
        name: "Ada".to_owned(),
        age: 36,
    }
}

fn message(message: &Value) -> Play {
    let choice = json!({"message": message, "finish_reason": "stop"});
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5});
    Play::ok(json!({"choices": [choice], "usage": usage}).to_string())
}

fn content(text: &str) -> Play {
    message(&json!({"role": "assistant", "content": text}))
}

const ADA: &str = r#"{"name": "Ada", "age": 36}"#;

fn run(
    mode: Mode,
    plays: impl IntoIterator<Item = Play>,
) -> (Result<Extraction<User>, Error>, Server) {
    let server = Server::new(plays);
    let client = OpenAi::new(server.base_url()).model("small");
    let extractor = Extractor::new(client).mode(mode);
    (blocking::run(&extractor, "Ada is 36"), server)
}

#[test]
fn every_mode_gives_a_value() {
    for mode in [Mode::JsonSchema, Mode::JsonObject, Mode::Prompt] {
        let (extraction, server) = run(mode, [content(ADA)]);
        assert_eq!(extraction.unwrap().value, ada(), "{mode:?}");
        let body = server.received()[0].json();
        let said = body["messages"].to_string();
        assert!(said.contains("JSON"), "{mode:?}: {said}");
    }
    let function = json!({"name": "User", "arguments": ADA});
    let call = json!({"tool_calls": [{"id": "a", "type": "function", "function": function}]});
    let (extraction, _) = run(Mode::Tool, [message(&call)]);
    assert_eq!(extraction.unwrap().value, ada());
}

#[test]
fn a_mode_that_the_server_lacks_gives_way_to_the_next() {
    let lacks = json!({"error": {"message": "response_format is not supported by this model"}});
    let (extraction, server) = run(
        Mode::Auto,
        [Play::status(400, lacks.to_string()), content(ADA)],
    );
    assert_eq!(extraction.unwrap().value, ada());
    let received = server.received();
    assert_eq!(received[0].json()["response_format"]["type"], "json_schema");
    assert_eq!(received[1].json().get("response_format"), None);
}

#[test]
fn a_failed_tool_call_is_answered_in_the_retry() {
    let call = |id: &str, arguments: &str| {
        let function = json!({"name": "User", "arguments": arguments});
        message(&json!({"tool_calls": [{"id": id, "type": "function", "function": function}]}))
    };
    let (extraction, server) = run(
        Mode::Tool,
        [call("t1", r#"{"name": "Ada"}"#), call("t2", ADA)],
    );
    let extraction = extraction.unwrap();
    assert_eq!(extraction.attempts()[1].strategy(), Some(Strategy::Reask));
    assert_eq!(extraction.usage().total_tokens(), 30);

    let body = server.received()[1].json();
    let messages = body["messages"].as_array().unwrap();
    let at = messages
        .iter()
        .position(|message| message["role"] == "tool")
        .unwrap();
    assert_eq!(messages[at]["tool_call_id"], "t1");
    assert_eq!(messages[at - 1]["tool_calls"][0]["id"], "t1");
    assert!(messages[at]["content"].as_str().unwrap().contains("/age"));
}

#[test]
fn what_passes_is_waited_out() {
    let plays = [
        Play::status(429, "").with_header("retry-after-ms", "1"),
        Play::status(503, "").with_header("retry-after", "0.01"),
        Play::ok(r#"{"choices": []}"#),
        content(ADA),
    ];
    let (extraction, server) = run(Mode::Prompt, plays);
    assert_eq!(extraction.unwrap().value, ada());
    assert_eq!(server.received().len(), 4);
}

#[test]
fn what_does_not_pass_ends_at_once() {
    let refused = json!({"content": "Sorry, no.", "refusal": "I cannot help with that."});
    let cases = [
        (message(&refused), ErrorKind::Refused),
        (Play::status(401, "wrong key"), ErrorKind::Client),
        (Play::status(404, "no such model"), ErrorKind::Client),
        (
            Play::status(429, "").with_header("retry-after", "1893456000"),
            ErrorKind::RateLimit,
        ),
    ];
    for (play, kind) in cases {
        let (extraction, server) = run(Mode::Prompt, [play]);
        let error = extraction.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!(server.received().len(), 1, "{error}");
    }
}

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
enum Step {
    Search { query: String },
    Rate(u8),
}

fn call(id: &str, name: &str, arguments: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
}

#[test]
fn an_enum_is_a_choice_of_tools() {
    let first = [
        call("a", "Search", r#"{"query": "ferns"}"#),
        call("b", "Fly", "{}"),
    ];
    let second = [
        call("c", "Search", r#"{"query": "ferns"}"#),
        call("d", "Rate", r#"{"value": 4}"#),
    ];
    let plays =
        [first, second].map(|calls| message(&json!({"content": null, "tool_calls": calls})));
    let server = Server::new(plays);
    let client = OpenAi::new(server.base_url()).model("small");
    let extractor = Extractor::new(client).mode(Mode::Tool);
    let steps = blocking::run_all::<Step>(&extractor, "find ferns").unwrap();
    let search = Step::Search {
        query: "ferns".to_owned(),
    };
    assert_eq!(steps.value, [search, Step::Rate(4)]);
    let sent = server.received();
    let bodies = [sent[0].json(), sent[1].json()];
    assert_eq!(bodies[0]["tool_choice"], "auto");
    assert_eq!(bodies[0]["parallel_tool_calls"], true);
    // Each call of the refused reply is answered under its id.
    let transcript = bodies[1]["messages"].as_array().unwrap();
    let ids: Vec<_> = transcript
        .iter()
        .filter_map(|message| message.get("tool_call_id"))
        .collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!(transcript[2]["tool_calls"][1]["function"]["name"], "Fly");
}

#[test]
fn a_model_may_answer_with_text() {
    let server = Server::new([content("Hello!")]);
    let client = OpenAi::new(server.base_url()).model("small");
    let extractor = Extractor::new(client).mode(Mode::Tool);
    let answer = blocking::run_optional::<User>(&extractor, "hi")
        .unwrap()
        .value;
    assert_eq!(answer.text(), Some("Hello!"));
    assert_eq!(server.received()[0].json()["tool_choice"], "auto");
}
