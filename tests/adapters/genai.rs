use std::time::Duration;

use genai::adapter::AdapterKind;
use genai::resolver::{AuthData, Endpoint};
use genai::{ModelIden, ServiceTarget};
use llm_parse::genai::{Genai, builder};
use llm_parse::{
    Client, ClientErrorKind, Document, Extractor, Finish, Image, Message, Mode, Outcome, Usage,
};
use serde_json::{Value, json};

use crate::bodies::Speaks::{Anthropic, ChatCompletions, Cohere, Gemini, Ollama, Responses};
use crate::bodies::{Speaks, play};
use crate::failures::failures;
use crate::faulty_server::{Play, Server};
use crate::modes::{are_said, modes};
use crate::{BAD, GOOD, KEY, Person, ada, block_on, complete, parts, schema, sent};

fn kind(speaks: Speaks) -> AdapterKind {
    match speaks {
        ChatCompletions => AdapterKind::OpenAI,
        Responses => AdapterKind::OpenAIResp,
        Anthropic => AdapterKind::Anthropic,
        Gemini => AdapterKind::Gemini,
        Cohere => AdapterKind::Cohere,
        Ollama => AdapterKind::Ollama,
    }
}

const ALL: [Speaks; 6] = [
    ChatCompletions,
    Responses,
    Anthropic,
    Gemini,
    Cohere,
    Ollama,
];

fn client(server: &Server, kind: AdapterKind) -> Genai {
    let target = ServiceTarget {
        endpoint: Endpoint::from_owned(format!("{}/", server.base_url())),
        auth: AuthData::from_single(KEY),
        model: ModelIden::new(kind, "m"),
    };
    let client = builder(Duration::from_millis(500))
        .unwrap()
        .build()
        .unwrap();
    Genai::new(client, target)
}

#[test]
fn each_mode_is_said_to_each_provider() {
    let own = [
        (
            ChatCompletions,
            Mode::Tool,
            "/parallel_tool_calls",
            json!(false),
        ),
        (Responses, Mode::Tool, "/tools/0/parameters", schema()),
        (
            Gemini,
            Mode::Tool,
            "/tools/0/functionDeclarations/0/parametersJsonSchema",
            schema(),
        ),
        (Ollama, Mode::Tool, "/tools/0/function/parameters", schema()),
        (Ollama, Mode::JsonObject, "/format", json!("json")),
        (Cohere, Mode::Prompt, "/message", json!("Ada, 36")),
        (Cohere, Mode::Prompt, "/preamble", json!("answer as JSON")),
    ];
    let client = |server: &Server, speaks| client(server, kind(speaks));
    are_said(modes().into_iter().chain(own), client, parts);
}

#[test]
fn a_schema_that_is_not_strict_is_sent_as_it_is() {
    let loose = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]});
    for (mode, pointer) in [
        (Mode::JsonSchema, "/response_format/json_schema"),
        (Mode::Tool, "/tools/0/function"),
    ] {
        let server = Server::new([]);
        let mut parts = parts(mode);
        parts.strict = false;
        parts.schema = loose.clone().into();
        let body = sent(&client(&server, AdapterKind::Groq), &server, parts);
        let said = body.pointer(pointer).unwrap();
        assert_eq!(said["strict"], false);
        assert!(
            [&said["schema"], &said["parameters"]].contains(&&loose),
            "{said}"
        );
    }
}

#[test]
fn parameters_are_said() {
    let mut parts = parts(Mode::Prompt);
    parts.parameters.temperature = Some(0.5);
    parts.parameters.max_tokens = Some(99);
    parts.parameters.seed = Some(7);
    parts.parameters.model = Some("other".to_owned());
    parts.parameters.extra.insert("top_k".to_owned(), json!(3));
    parts
        .parameters
        .extra
        .insert("stream".to_owned(), json!(true));
    let server = Server::new([]);
    let body = sent(&client(&server, AdapterKind::OpenAI), &server, parts);
    let expected = json!({
        "model": "other", "temperature": 0.5, "max_tokens": 99, "seed": 7, "top_k": 3, "stream": false,
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&body[key], value, "{key}");
    }
}

#[test]
fn what_each_provider_answers_is_read() {
    for speaks in ALL {
        let server = Server::new([play(&speaks.text(GOOD)), play(&speaks.cut("{\"name\": "))]);
        let client = client(&server, kind(speaks));
        let reply = complete(&client, parts(Mode::Prompt)).unwrap();
        assert_eq!(reply.content, GOOD, "{speaks:?}");
        assert_eq!(reply.finish, Finish::Stop, "{speaks:?}");
        let usage = reply.usage.unwrap();
        assert_eq!(
            (usage.prompt_tokens, usage.completion_tokens),
            (10, 5),
            "{speaks:?}"
        );
        let thoughts = if matches!(speaks, Cohere | Ollama) {
            0
        } else {
            2
        };
        assert_eq!(usage.reasoning_tokens, thoughts, "{speaks:?}");
        let cached = if speaks == Cohere { 0 } else { 4 };
        assert_eq!(usage.cached_tokens, cached, "{speaks:?}");
        let cut = complete(&client, parts(Mode::Prompt)).unwrap();
        assert_eq!(cut.finish, Finish::Length, "{speaks:?}");
    }
}

#[test]
fn what_is_said_in_no_usual_form_is_read_too() {
    let body =
        |message: Value| play(&json!({"choices": [{"message": message, "finish_reason": "stop"}]}));
    let call = |arguments: Value| {
        let function = json!({"name": "Person", "arguments": arguments});
        body(
            json!({"content": null, "tool_calls": [{"id": "a", "type": "function", "function": function}]}),
        )
    };
    // Arguments that are no JSON, on which genai itself fails; and exactly as they were written.
    for arguments in ["{\"name\": Ada", "", "{\"n\": 1.10}"] {
        let server = Server::new([call(arguments.into())]);
        let reply = complete(&client(&server, AdapterKind::OpenAI), parts(Mode::Tool)).unwrap();
        assert_eq!(reply.tool_calls[0].arguments, arguments);
    }
    let server = Server::new([
        body(json!({"content": [{"type": "text", "text": "a"}]})),
        play(&json!({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 0}})),
    ]);
    let client = client(&server, AdapterKind::OpenAI);
    assert_eq!(complete(&client, parts(Mode::Prompt)).unwrap().content, "a");
    let empty = complete(&client, parts(Mode::Prompt)).unwrap();
    assert_eq!(
        (empty.content.as_str(), empty.usage),
        ("", Some(Usage::new(3, 0)))
    );
}

#[test]
fn an_error_in_a_body_of_a_good_status_is_one() {
    let body = json!({"error": {"message": "Rate limit reached, try again", "code": 429}});
    let server = Server::new([play(&body), play(&body)]);
    for kind in [AdapterKind::OpenAI, AdapterKind::Gemini] {
        let error = complete(&client(&server, kind), parts(Mode::Prompt)).unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::RateLimit);
    }
}

#[test]
fn a_refusal_is_told_apart() {
    for (speaks, body) in ALL.map(|speaks| (speaks, speaks.refusal())) {
        let Some(body) = body else { continue };
        let server = Server::new([play(&body)]);
        let client = client(&server, kind(speaks));
        let error = block_on(Extractor::new(&client).run::<Person>("Ada, 36")).unwrap_err();
        assert_eq!(
            error.attempts()[0].outcome(),
            Outcome::Refused,
            "{speaks:?}: {error}"
        );
    }
}

#[test]
fn tools_are_called() {
    for speaks in [ChatCompletions, Responses, Anthropic, Gemini, Ollama] {
        let wrong = speaks.call("a1", "Person", BAD);
        let right = speaks.call("a2", "Person", GOOD);
        let server = Server::new([play(&wrong), play(&right)]);
        let client = client(&server, kind(speaks));
        let extractor = Extractor::new(&client)
            .mode(Mode::Tool)
            .strategies([llm_parse::Strategy::Reask]);
        let extraction = block_on(extractor.run::<Person>("Ada, 36")).unwrap();
        assert_eq!(extraction.value, ada(), "{speaks:?}");
        assert_eq!(extraction.usage().completion_tokens, 10);
        let again = server.received()[1].json().to_string();
        assert!(
            again.contains("found the number 360"),
            "{speaks:?}: {again}"
        );
    }
}

/// Each call of a transcript is followed by its result.
#[test]
fn a_transcript_is_one_that_the_provider_takes() {
    let server = Server::new([
        play(&Anthropic.call("a1", "Person", BAD)),
        play(&Anthropic.call("a2", "Person", GOOD)),
    ]);
    let client = client(&server, AdapterKind::Anthropic);
    let extractor = Extractor::new(&client)
        .mode(Mode::Tool)
        .strategies([llm_parse::Strategy::Reask]);
    block_on(extractor.run::<Person>("Ada, 36")).unwrap();
    let body = server.received()[1].json();
    let messages = body["messages"].as_array().unwrap();
    let [question, call, result] = &messages[..] else {
        panic!("{body}")
    };
    assert_eq!(question["content"], "Ada, 36");
    assert_eq!(call["content"][0]["type"], "tool_use");
    assert_eq!(call["content"][0]["id"], "a1");
    assert_eq!(result["role"], "user");
    assert_eq!(result["content"][0]["tool_use_id"], "a1");
    assert!(body["system"].as_str().unwrap().contains("Person"));
}

#[test]
fn every_failure_has_its_kind() {
    for speaks in [ChatCompletions, Anthropic, Gemini] {
        for failure in failures() {
            let server = Server::new([failure.play]);
            let client = client(&server, kind(speaks));
            let what = format!("{speaks:?}, {}", failure.what);
            let error = complete(&client, parts(failure.mode)).expect_err(&what);
            assert_eq!(error.kind(), failure.kind, "{what}: {error}");
            assert_eq!(error.retry_after(), failure.wait, "{what}: {error}");
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains(KEY), "{what}: {shown}");
        }
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let other = Server::new([Play::ok("{}")]);
    let server = Server::new([Play::status(307, "").with_header("location", other.base_url())]);
    let client = client(&server, AdapterKind::Anthropic);
    let error = complete(&client, parts(Mode::Prompt)).unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Permanent);
    assert!(other.received().is_empty());
}

#[test]
fn a_key_that_is_missing_is_named() {
    let client = builder(Duration::from_secs(1)).unwrap().build().unwrap();
    let target = ServiceTarget {
        endpoint: Endpoint::from_static("http://localhost:1/"),
        auth: AuthData::from_env("NO_SUCH_VARIABLE_FOR_A_KEY"),
        model: ModelIden::new(AdapterKind::Anthropic, "m"),
    };
    let error = complete(&Genai::new(client, target), parts(Mode::Prompt)).unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Auth);
    assert!(
        error.to_string().contains("`NO_SUCH_VARIABLE_FOR_A_KEY`"),
        "{error}"
    );
}

#[test]
fn images_and_documents_are_sent_where_they_are_taken() {
    let message = Message::user("what is it?")
        .with_image(Image::bytes("image/png", [1, 2, 3]))
        .with_document(Document::pdf(*b"%PDF").named("a.pdf"));
    let source =
        |kind: &str, data: &str| json!({"type": "base64", "media_type": kind, "data": data});
    let cases = [
        (
            ChatCompletions,
            "/messages/1/content/0/image_url/url",
            json!("data:image/png;base64,AQID"),
        ),
        (
            ChatCompletions,
            "/messages/1/content/1/file/filename",
            json!("a.pdf"),
        ),
        (
            Anthropic,
            "/messages/0/content/0/source",
            source("image/png", "AQID"),
        ),
        (
            Anthropic,
            "/messages/0/content/1/source",
            source("application/pdf", "JVBERg=="),
        ),
        (
            Anthropic,
            "/messages/0/content/2/text",
            json!("what is it?"),
        ),
        (
            Gemini,
            "/contents/0/parts/0/inline_data",
            json!({"mime_type": "image/png", "data": "AQID"}),
        ),
        (
            Gemini,
            "/contents/0/parts/1/inline_data/mime_type",
            json!("application/pdf"),
        ),
    ];
    for (speaks, pointer, expected) in cases {
        let server = Server::new([play(&speaks.text(GOOD))]);
        let client = client(&server, kind(speaks));
        let extraction = block_on(Extractor::new(&client).run::<Person>(message.clone()));
        assert_eq!(extraction.unwrap().value, ada());
        let body = server.received()[0].json();
        assert_eq!(body.pointer(pointer), Some(&expected), "{speaks:?}: {body}");
    }
    // What genai would leave out in silence.
    let server = Server::new([]);
    let url = Message::user("?").with_image(Image::url("https://example.org/a.png"));
    for speaks in [Anthropic, Gemini, Ollama, Cohere] {
        let client = client(&server, kind(speaks));
        let error = block_on(Extractor::new(&client).run::<Person>(url.clone())).unwrap_err();
        assert!(
            error.to_string().contains("takes no images by URL"),
            "{error}"
        );
    }
    assert!(server.received().is_empty());
}

#[test]
fn the_engine_falls_back_from_a_mode_that_is_not_there() {
    let no = json!({"error": {"message": "output_config.format: json_schema is not supported"}});
    let server = Server::new([
        Play::status(400, no.to_string()),
        play(&Anthropic.call("a", "Person", GOOD)),
    ]);
    let client = client(&server, AdapterKind::Anthropic);
    let extraction = block_on(Extractor::new(&client).run::<Person>("Ada, 36")).unwrap();
    assert_eq!(extraction.value, ada());
    assert_eq!(extraction.attempts()[1].mode(), Mode::Tool);
}

#[test]
fn nothing_secret_is_shown() {
    let server = Server::new([]);
    let client = client(&server, AdapterKind::OpenAI);
    assert!(!format!("{client:?}").contains(KEY));
    assert_eq!(client.provider(), Some("openai"));
    assert_eq!(client.with_name("mine").name(), "mine");
}
