//! What the OpenAI client sends.

use llm_parse::openai::{OpenAi, TokenLimit};
use llm_parse::testing::Script;
use llm_parse::{
    Document, Extractor, Image, LlmExtract, Message, Mode, Request, RequestParts, ToolCall,
    ToolChoice, blocking,
};
use serde_json::{Value, json};

use crate::client::{client, complete, parts};
use crate::faulty_server::{Play, Server};

/// The body that is sent for a request.
fn sent(client: impl FnOnce(&Server) -> OpenAi, parts: RequestParts) -> Value {
    let server = Server::new([Play::ok(r#"{"choices":[{"message":{"content":"x"}}]}"#)]);
    complete(&client(&server), &Request::new(parts)).unwrap();
    server.received()[0].json()
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
