//! The OpenAI client against a scripted server on loopback: what it sends, and what it makes of every answer.

use std::time::{Duration, SystemTime};

use llm_parse::openai::{OpenAi, TokenLimit};
use llm_parse::testing::Script;
use llm_parse::{
    Client, ClientError, ClientErrorKind, Document, Extractor, Image, LlmExtract, Message, Mode,
    Reply, Request, RequestParts, ToolCall, ToolChoice, blocking,
};
use serde_json::{Value, json};

use crate::faulty_server::{Manner, Play, Server};

const KEY: &str = "sk-test-abc";

fn parts(mode: Mode) -> RequestParts {
    let messages = vec![Message::system("answer as JSON"), Message::user("Ada, 36")];
    let mut parts = RequestParts::new(messages);
    parts.mode = mode;
    parts.name = String::from("Person");
    parts.schema = json!({"type": "object", "properties": {"b": {}, "a": {}}}).into();
    parts.strict = true;
    parts
}

fn client(server: &Server) -> OpenAi {
    OpenAi::new(server.base_url()).key(KEY).model("small")
}

#[tokio::main(flavor = "current_thread")]
async fn complete(client: &OpenAi, request: &Request) -> Result<Reply, ClientError> {
    client.complete(request).await
}

fn answer(play: Play, mode: Mode) -> Result<Reply, ClientError> {
    let server = Server::new([play]);
    let client = client(&server).header("x-my-token", "T0K");
    complete(&client, &Request::new(parts(mode)))
}

/// The body that is sent for a request.
fn sent(client: impl FnOnce(&Server) -> OpenAi, parts: RequestParts) -> Value {
    let server = Server::new([Play::ok(r#"{"choices":[{"message":{"content":"x"}}]}"#)]);
    complete(&client(&server), &Request::new(parts)).unwrap();
    server.received()[0].json()
}

fn lines(data: &str) -> impl Iterator<Item = Value> + '_ {
    data.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn mode(name: &Value) -> Mode {
    serde_json::from_value(name.clone()).unwrap()
}

#[test]
fn every_mode_has_its_body() {
    let messages = json!([
        {"role": "system", "content": "answer as JSON"},
        {"role": "user", "content": "Ada, 36"},
    ]);
    let schema = json!({"type": "object", "properties": {"b": {}, "a": {}}});
    let format = json!({"type": "json_schema", "json_schema": {"name": "Person", "strict": true, "schema": schema}});
    let function = json!({"name": "Person", "parameters": schema, "strict": true});
    let bodies = [
        (
            Mode::Prompt,
            json!({"model": "small", "messages": messages}),
        ),
        (
            Mode::JsonObject,
            json!({"model": "small", "messages": messages, "response_format": {"type": "json_object"}}),
        ),
        (
            Mode::JsonSchema,
            json!({"model": "small", "messages": messages, "response_format": format}),
        ),
        (
            Mode::Tool,
            json!({
                "model": "small",
                "messages": messages,
                "tools": [{"type": "function", "function": function}],
                "tool_choice": "required",
                "parallel_tool_calls": false,
            }),
        ),
    ];
    for (mode, body) in bodies {
        // As text, so that the order of keys counts: it is the order in which a model writes them.
        let sent = sent(client, parts(mode));
        assert_eq!(sent.to_string(), body.to_string(), "{mode:?}");
    }
}

/// A request of an enum with two variants, as the engine makes it.
fn of_two_tools() -> RequestParts {
    let script = Script::new(["no"]).modes([Mode::Tool]);
    let extractor = Extractor::new(&script).max_attempts(1);
    let _ = blocking::run::<Step>(&extractor, "what now?");
    let request = script.requests().remove(0);
    (*request).clone()
}

#[derive(Debug, serde::Deserialize, LlmExtract)]
enum Step {
    /// Looks something up.
    Search {
        query: String,
    },
    Rate(u8),
}

#[test]
fn several_tools_are_sent() {
    let body = sent(client, of_two_tools());
    let search = json!({
        "type": "object",
        "description": "Looks something up.",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
    });
    assert_eq!(
        body["tools"][0],
        json!({"type": "function", "function": {
            "name": "Search", "description": "Looks something up.", "parameters": search,
        }})
    );
    assert_eq!(body["tools"][1]["function"]["name"], "Rate");
    assert_eq!(body["tools"].as_array().map(Vec::len), Some(2));
    assert_eq!(body["tool_choice"], "required");
    assert_eq!(body["parallel_tool_calls"], false);
}

#[test]
fn a_choice_between_tool_and_text_is_sent() {
    let mut parts = parts(Mode::Tool);
    parts.tool_choice = ToolChoice::Auto;
    parts.parallel_tool_calls = true;
    let body = sent(client, parts);
    assert_eq!(body["tool_choice"], "auto");
    assert_eq!(body["parallel_tool_calls"], true);
    assert_eq!(body["tools"][0]["function"]["name"], "Person");
}

#[test]
fn a_description_and_a_lenient_schema_are_sent() {
    let mut lenient = parts(Mode::JsonSchema);
    lenient.strict = false;
    lenient.description = Some("a person".to_owned());
    let format = &sent(client, lenient)["response_format"]["json_schema"];
    assert_eq!(format["strict"], false);
    assert_eq!(format["description"], "a person");
}

#[test]
fn parameters_are_sent() {
    let mut parts = parts(Mode::Prompt);
    parts.parameters.temperature = Some(0.5);
    parts.parameters.max_tokens = Some(99);
    parts.parameters.seed = Some(7);
    parts
        .parameters
        .extra
        .insert("top_p".to_owned(), json!(0.9));
    parts
        .parameters
        .extra
        .insert("stream".to_owned(), json!(true));
    let body = sent(client, parts.clone());
    assert_eq!(body["temperature"], 0.5);
    assert_eq!(body["max_tokens"], 99);
    assert_eq!(body["seed"], 7);
    assert_eq!(body["top_p"], 0.9);
    assert_eq!(body.get("stream"), None);
    let limited = |server: &Server| client(server).token_limit(TokenLimit::MaxCompletionTokens);
    let body = sent(limited, parts);
    assert_eq!(body["max_completion_tokens"], 99);
    assert_eq!(body.get("max_tokens"), None);
}

#[test]
fn images_and_documents_are_parts_before_the_text() {
    let mut parts = parts(Mode::Prompt);
    parts.messages = vec![
        Message::user("compare")
            .with_image(Image::bytes("image/png", [1, 2, 3]))
            .with_image(Image::url("https://example.org/a.png"))
            .with_document(Document::pdf(*b"%PDF").named("a.pdf"))
            .with_document(Document::pdf(*b"%PDF")),
        Message::user("").with_image(Image::url("https://example.org/b.png")),
    ];
    let content = json!([
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AQID"}},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERg=="}},
        {"type": "file", "file": {"filename": "document.pdf", "file_data": "data:application/pdf;base64,JVBERg=="}},
        {"type": "text", "text": "compare"},
    ]);
    let alone = json!([{"type": "image_url", "image_url": {"url": "https://example.org/b.png"}}]);
    let messages = json!([
        {"role": "user", "content": content},
        {"role": "user", "content": alone},
    ]);
    assert_eq!(sent(client, parts)["messages"], messages);
}

#[test]
fn a_replayed_transcript_is_valid() {
    let arguments = [
        (r#"{"a": 1}"#, r#"{"a": 1}"#),
        ("", "{}"),
        ("null", r#"{"_raw":"null"}"#),
        ("not json", r#"{"_raw":"not json"}"#),
    ];
    for (said, replayed) in arguments {
        let mut parts = parts(Mode::Tool);
        let call = ToolCall {
            id: "t1".to_owned(),
            name: "Person".to_owned(),
            arguments: said.to_owned(),
        };
        parts
            .messages
            .push(Message::assistant("").with_tool_calls(vec![call]));
        parts.messages.push(Message::tool("t1", "wrong"));
        let messages = &sent(client, parts)["messages"];
        let function = json!({"name": "Person", "arguments": replayed});
        let call = json!({"id": "t1", "type": "function", "function": function});
        assert_eq!(
            messages[2],
            json!({"role": "assistant", "content": null, "tool_calls": [call]})
        );
        assert_eq!(
            messages[3],
            json!({"role": "tool", "tool_call_id": "t1", "content": "wrong"})
        );
    }
}

#[test]
fn a_request_may_name_another_model() {
    let mut parts = parts(Mode::Prompt);
    assert_eq!(sent(client, parts.clone())["model"], "small");
    parts.parameters.model = Some("large".to_owned());
    assert_eq!(sent(client, parts)["model"], "large");
}

#[test]
fn headers_and_paths_are_sent() {
    let reply = r#"{"choices":[{"message":{"content":"x"}}]}"#;
    let server = Server::new([Play::ok(reply), Play::ok(reply), Play::ok(reply)]);
    let request = Request::new(parts(Mode::Prompt));
    complete(&client(&server).header("X-Api-Key", "S3CRET"), &request).unwrap();
    let query = OpenAi::new(format!("{}/?api-version=1", server.base_url()));
    complete(&query, &request).unwrap();
    let whole = OpenAi::new(format!("{}/chat/completions", server.base_url()));
    complete(
        &whole.key("k").header("authorization", "Basic eA=="),
        &request,
    )
    .unwrap();

    let received = server.received();
    assert_eq!(received[0].line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(
        received[0].header("authorization"),
        Some("Bearer sk-test-abc")
    );
    assert_eq!(received[0].header("x-api-key"), Some("S3CRET"));
    assert_eq!(received[0].header("content-type"), Some("application/json"));
    assert_eq!(
        received[1].line,
        "POST /v1/chat/completions?api-version=1 HTTP/1.1"
    );
    assert_eq!(received[1].header("authorization"), None);
    assert_eq!(received[1].json().get("model"), None);
    assert_eq!(received[2].line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(received[2].header("authorization"), Some("Basic eA=="));
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
fn keys_are_shown_nowhere() {
    let echo = format!("key {KEY}, token T0K, header S3CRET, Bearer {KEY}");
    let plays = [
        Play::status(401, json!({"error": {"message": echo}}).to_string()),
        Play::status(400, echo.clone()),
        Play::ok(json!({"error": echo}).to_string()),
        Play::ok(echo.clone()),
        Play::status(500, json!({"weird": echo}).to_string()),
    ];
    for play in plays {
        let server = Server::new([play]);
        let base_url = server.base_url().replace("http://", "http://me:S3CRET@");
        let client = OpenAi::new(format!("{base_url}?token=T0K"))
            .key(KEY)
            .header("x-api-key", "S3CRET")
            .header("X-My-Token", "T0K");
        let error = complete(&client, &Request::new(parts(Mode::Prompt))).unwrap_err();
        for text in [
            format!("{client:?}"),
            format!("{error:?}"),
            error.to_string(),
        ] {
            for secret in [KEY, "S3CRET", "T0K"] {
                assert!(!text.contains(secret), "{text}");
            }
        }
    }
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
