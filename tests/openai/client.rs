//! What the OpenAI client makes of every answer.

use std::time::{Duration, SystemTime};

use llm_parse::openai::OpenAi;
use llm_parse::{
    Client, ClientError, ClientErrorKind, Message, Mode, Reply, Request, RequestParts,
};
use serde_json::{Value, json};

use crate::faulty_server::{Manner, Play, Server};

pub(crate) const KEY: &str = "sk-test-abc";

pub(crate) fn parts(mode: Mode) -> RequestParts {
    let messages = vec![Message::system("answer as JSON"), Message::user("Ada, 36")];
    let mut parts = RequestParts::new(messages);
    parts.mode = mode;
    parts.name = String::from("Person");
    parts.schema = json!({"type": "object", "properties": {"b": {}, "a": {}}}).into();
    parts.strict = true;
    parts
}

pub(crate) fn client(server: &Server) -> OpenAi {
    OpenAi::new(server.base_url()).key(KEY).model("small")
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn complete(client: &OpenAi, request: &Request) -> Result<Reply, ClientError> {
    client.complete(request).await
}

fn answer(play: Play, mode: Mode) -> Result<Reply, ClientError> {
    let server = Server::new([play]);
    let client = client(&server).header("x-my-token", "T0K");
    complete(&client, &Request::new(parts(mode)))
}

fn lines(data: &str) -> impl Iterator<Item = Value> + '_ {
    data.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn mode(name: &Value) -> Mode {
    serde_json::from_value(name.clone()).unwrap()
}
#[test]
fn every_envelope_is_read() {
    for case in lines(include_str!("../data/openai/replies.jsonl")) {
        let body = case["body"].as_str().unwrap();
        let reply = answer(Play::ok(body), Mode::Tool)
            .unwrap_or_else(|error| panic!("{}: {error}", case["name"]));
        let read = serde_json::to_value(&reply).unwrap();
        for (key, want) in case["want"].as_object().unwrap() {
            let found = match key.as_str() {
                "calls" => reply
                    .tool_calls
                    .iter()
                    .map(|call| json!([call.id, call.name, call.arguments]))
                    .collect(),
                "usage" => reply.usage.map_or(Value::Null, |usage| {
                    json!([
                        usage.prompt_tokens,
                        usage.completion_tokens,
                        usage.cached_tokens,
                        usage.reasoning_tokens
                    ])
                }),
                key => read[key].clone(),
            };
            assert_eq!(found, *want, "{}: {key}", case["name"]);
        }
    }
}

#[test]
fn every_failure_has_its_kind() {
    for case in lines(include_str!("../data/openai/failures.jsonl")) {
        let name = &case["name"];
        let status = u16::try_from(case["status"].as_u64().unwrap()).unwrap();
        let mut play = Play::status(status, case["body"].as_str().unwrap());
        for (header, value) in case["headers"].as_object().unwrap() {
            play = play.with_header(header, value.as_str().unwrap());
        }
        let error = answer(play, mode(&case["mode"])).expect_err(&name.to_string());
        assert_eq!(json!(error.kind()), case["kind"], "{name}: {error}");
        assert_eq!(json!(error.status()), case["error_status"], "{name}");
        let wait = error
            .retry_after()
            .map(|wait| u64::try_from(wait.as_millis()).unwrap());
        assert_eq!(json!(wait), case["wait_ms"], "{name}");
        for words in case["says"].as_array().unwrap() {
            let words = words.as_str().unwrap();
            assert!(error.to_string().contains(words), "{name}: {error}");
        }
    }
}

#[test]
fn a_date_to_wait_for_is_read() {
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(60));
    let play = Play::status(429, "").with_header("retry-after", date);
    let wait = answer(play, Mode::Prompt)
        .unwrap_err()
        .retry_after()
        .unwrap();
    assert!(
        wait > Duration::from_secs(40) && wait <= Duration::from_secs(60),
        "{wait:?}"
    );
}

#[test]
fn a_server_that_is_silent_or_absent_is_transient() {
    let server = Server::new([Play::silence()]);
    let silent = client(&server).timeout(Duration::from_millis(100));
    let request = Request::new(parts(Mode::Prompt));
    let error = complete(&silent, &request).unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Transient);
    assert!(error.to_string().contains("in time"), "{error}");

    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    for scheme in ["http", "https"] {
        let absent = OpenAi::new(format!("{scheme}://127.0.0.1:{port}/v1"));
        let error = complete(&absent, &request).unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::Transient);
        assert!(error.to_string().contains("cannot be reached"), "{error}");
    }
}

#[test]
fn no_redirect_is_followed() {
    let other = Server::new([]);
    for status in [301, 302, 307, 308] {
        let target = format!("{}/secret-path", other.base_url());
        let play = Play::status(status, "").with_header("location", target);
        let error = answer(play, Mode::Prompt).unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::Permanent);
        assert!(
            error.to_string().contains("redirects to 127.0.0.1"),
            "{error}"
        );
    }
    assert!(other.received().is_empty());
}

#[test]
fn a_snippet_is_bounded_and_on_one_line() {
    let play = Play::status(400, "é\n".repeat(100_000));
    let text = answer(play, Mode::Prompt).unwrap_err().to_string();
    assert!(text.chars().count() < 400 && !text.contains('\n'), "{text}");
}

#[test]
fn a_reply_without_end_is_not_read_to_the_end() {
    let play = Play::ok(vec![b' '; 65 << 20]).sent(Manner::EndlessChunks);
    let error = answer(play, Mode::Prompt).unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Permanent);
    assert!(error.to_string().contains("longer than"), "{error}");
}

#[test]
fn wrong_settings_are_permanent() {
    let request = Request::new(parts(Mode::Prompt));
    let wrong = [
        OpenAi::new("localhost/v1"),
        OpenAi::new("ftp://localhost/v1"),
        OpenAi::new(""),
        OpenAi::new("http://localhost/v1").key("line\nbreak"),
        OpenAi::new("http://localhost/v1").header("no name", "x"),
    ];
    for client in wrong {
        let error = complete(&client, &request).unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::Permanent, "{error}");
        assert!(!error.to_string().contains("break"), "{error}");
    }
}

#[test]
fn without_a_runtime_there_is_an_error_and_no_panic() {
    let client = OpenAi::new("http://localhost/v1");
    let request = Request::new(parts(Mode::Prompt));
    let mut future = client.complete(&request);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready(Err(error)) = future.as_mut().poll(&mut context) else {
        panic!("it waits for something");
    };
    assert!(error.to_string().contains("tokio"), "{error}");
}

#[test]
fn one_client_serves_several_runtimes() {
    let reply = r#"{"choices":[{"message":{"content":"x"}}]}"#;
    let server = Server::new(std::iter::repeat_n(Play::ok(reply), 5));
    let client = client(&server);
    for _ in 0..5 {
        complete(&client, &Request::new(parts(Mode::Prompt))).unwrap();
    }
}
