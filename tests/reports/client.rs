//! What servers answer, through the whole engine.

use std::time::Duration;

use llm_parse::openai::OpenAi;
use llm_parse::{Backoff, Error, ErrorKind, Extraction, Extractor, LlmExtract, Mode, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::block_on;
use crate::faulty_server::{Play, Server};

#[derive(Debug, PartialEq, Deserialize, LlmExtract)]
struct Number {
    n: i32,
}

fn message(message: &Value) -> Play {
    Play::ok(json!({"choices": [{"finish_reason": "stop", "message": message}]}).to_string())
}

fn content(content: &str) -> Play {
    message(&json!({"role": "assistant", "content": content, "tool_calls": null}))
}

/// Extracts from a server that gives these answers; also what it was asked.
fn ask<T: LlmExtract>(
    mode: Mode,
    plays: impl IntoIterator<Item = Play>,
) -> (Result<Extraction<T>, Error>, Vec<Value>) {
    let server = Server::new(plays);
    let client = OpenAi::new(server.base_url())
        .key("sk-test-abc")
        .model("small");
    let extractor = Extractor::new(client)
        .mode(mode)
        .max_attempts(2)
        .backoff(Backoff::new().base(Duration::from_millis(1)).tries(2));
    let result = block_on(extractor.run::<T>("go"));
    let bodies = server
        .received()
        .iter()
        .map(crate::faulty_server::Received::json)
        .collect();
    (result, bodies)
}

fn answered<T: LlmExtract>(mode: Mode, play: Play) -> T {
    ask(mode, [play]).0.unwrap().value
}

/// B003, B017
#[test]
fn an_answer_in_the_content_counts_where_a_tool_was_to_be_called() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Show {
        title: String,
        season: Option<u32>,
        episode: Option<u32>,
    }
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Claims {
        claims: Vec<String>,
    }
    let show = answered::<Show>(
        Mode::Tool,
        content(r#"{"title":"Harbour Lights","season":2,"episode":null}"#),
    );
    assert_eq!((show.season, show.episode), (Some(2), None));
    let fenced = "```json\n{\n \"claims\": [\"Rome is old.\"]\n}\n```";
    assert_eq!(
        answered::<Claims>(Mode::Tool, content(fenced)).claims,
        ["Rome is old."]
    );
    let (result, bodies) =
        ask::<Number>(Mode::Tool, [content("I cannot say."), content("{\"n\":1}")]);
    assert_eq!(result.unwrap().value.n, 1);
    assert_eq!(bodies.len(), 2);
}

/// B006
#[test]
fn arguments_may_be_an_object_already() {
    for call in [
        json!({"function": {"name": "Number", "arguments": {"n": 1}}}),
        json!({"type": "function", "function": {"name": "Extract", "arguments": "{\"n\":1}"}}),
    ] {
        assert_eq!(
            answered::<Number>(Mode::Tool, message(&json!({"tool_calls": [call]}))).n,
            1
        );
    }
}

/// B014
#[test]
fn a_reply_that_hit_its_limit_is_no_syntax_error() {
    let cut = json!({"choices": [{"finish_reason": "length", "message": {"content": "[{\"n\":1},{\"n\":"}}]});
    let (result, bodies) = ask::<Vec<Number>>(
        Mode::Prompt,
        [Play::ok(cut.to_string()), Play::ok(cut.to_string())],
    );
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CutOff, "{error}");
    assert_eq!(error.attempts()[0].outcome(), Outcome::CutOff);
    assert!(
        error.attempts()[0]
            .reply()
            .unwrap()
            .content
            .contains("\"n\":1")
    );
    assert!(
        bodies.windows(2).all(|pair| pair[0] != pair[1]),
        "the same request was sent again"
    );
}

/// B018
#[test]
fn of_several_calls_the_first_valid_one_is_the_answer() {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "Number", "arguments": arguments}});
    let two = message(&json!({"tool_calls": [call("a", "{\"n\":1}"), call("b", "{\"n\":2}")]}));
    let (result, bodies) = ask::<Number>(Mode::Tool, [two]);
    assert_eq!(result.unwrap().value.n, 1);
    assert_eq!(bodies[0]["parallel_tool_calls"], false);
    let late = message(&json!({"tool_calls": [call("a", "{}"), call("b", "{\"n\":2}")]}));
    assert_eq!(answered::<Number>(Mode::Tool, late).n, 2);
}

/// B018
#[test]
fn of_several_calls_a_list_takes_all() {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "Number", "arguments": arguments}});
    let two =
        |second: &str| message(&json!({"tool_calls": [call("a", "{\"n\":1}"), call("b", second)]}));
    let (result, _) = ask::<Vec<Number>>(Mode::Tool, [two("{\"n\":2}")]);
    let read: Vec<_> = result
        .unwrap()
        .value
        .iter()
        .map(|number| number.n)
        .collect();
    assert_eq!(read, [1, 2]);
    let (result, bodies) = ask::<Vec<Number>>(Mode::Tool, [two("{}"), two("{\"n\":3}")]);
    assert_eq!(result.unwrap().value.len(), 2);
    let answered: Vec<_> = bodies[1]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|message| message["tool_call_id"].as_str())
        .collect();
    assert_eq!(answered, ["a", "b"]);
}

/// B208
#[test]
fn a_tool_s_input_may_be_a_part_of_the_content() {
    let parts = |input: Value| {
        json!({"stop_reason": "tool_use", "content": [
            {"type": "thinking", "thinking": "n is 9, or {\"n\":8}"},
            {"type": "text", "text": "Here you go"},
            {"type": "tool_use", "id": "t1", "name": "Extract", "input": input},
        ]})
    };
    let whole = Play::ok(parts(json!({"n": 1})).to_string());
    assert_eq!(answered::<Number>(Mode::Tool, whole).n, 1);
    let inside = message(&parts(json!({"n": 2})));
    assert_eq!(answered::<Number>(Mode::Tool, inside).n, 2);

    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    struct Nothing {}
    let empty = Play::ok(parts(json!({})).to_string());
    assert_eq!(answered::<Nothing>(Mode::Tool, empty), Nothing {});
}

/// B089, B180
#[test]
fn a_server_that_ignores_the_format_is_not_believed() {
    for prose in [
        "## Summary\nEllie guides ghosts. Rating: 7",
        "Hello there indeed!",
    ] {
        let (result, bodies) =
            ask::<Number>(Mode::JsonSchema, [content(prose), content("{\"n\":7}")]);
        assert_eq!(result.unwrap().value.n, 7);
        assert_ne!(bodies[0], bodies[1]);
    }
    let (result, _) = ask::<Number>(
        Mode::JsonSchema,
        [content("{\"n\":\"x\"}"), content("{\"n\":1.5}")],
    );
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Invalid);
}

/// B093, B206
#[test]
fn reasoning_is_an_answer_only_where_there_is_no_other() {
    let only = message(&json!({"content": null, "reasoning_content": "{\"n\":5}"}));
    assert_eq!(answered::<Number>(Mode::JsonSchema, only).n, 5);
    let both = message(&json!({"content": "{\"n\":1}", "reasoning_content": "{\"n\":5}"}));
    assert_eq!(answered::<Number>(Mode::JsonSchema, both).n, 1);
    let none = message(&json!({"content": "", "reasoning": "Let me see .."}));
    // As Ollama's own interface has it.
    let thought = json!({"message": {"role": "assistant", "content": "", "thinking": "n may be 5"}, "done_reason": "stop"});
    for none in [none, Play::ok(thought.to_string())] {
        let (result, _) = ask::<Number>(Mode::Prompt, [none, content("{\"n\":2}")]);
        let extraction = result.unwrap();
        assert_eq!(extraction.value.n, 2);
        assert_eq!(extraction.attempts()[0].outcome(), Outcome::Empty);
    }
}

/// B138
#[test]
fn a_refusal_ends_the_run() {
    let refusal = message(&json!({"content": "Sorry, no.", "refusal": "I cannot help with that."}));
    let (result, bodies) = ask::<Number>(Mode::JsonSchema, [refusal]);
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(
        error.to_string().contains("I cannot help with that"),
        "{error}"
    );
    assert_eq!(bodies.len(), 1);
}

/// B141, B142, B143, B145
#[test]
fn what_is_no_reply_is_an_error_that_shows_it() {
    for (play, says) in [
        (
            Play::ok(r#"{"id":"x","choices":[],"usage":{"total_tokens":5}}"#),
            "",
        ),
        (
            Play::ok(r#"{"error":{"message":"model overloaded","code":502}}"#),
            "model overloaded",
        ),
        (Play::ok("<html>bad gateway</html>"), "bad gateway"),
        (Play::ok(""), ""),
        (Play::ok(r#"{"model":"g","usage":{"prompt_tokens":9}}"#), ""),
        (
            Play::status(502, "upstream connect error"),
            "upstream connect error",
        ),
    ] {
        let (result, _) = ask::<Number>(Mode::Prompt, vec![play; 4]);
        let error = result.unwrap_err();
        let source = std::error::Error::source(&error).map(ToString::to_string);
        let told = format!("{error} {}", source.unwrap_or_default());
        assert!(told.contains(says), "{told}");
        assert!(!told.contains("missing field"), "{told}");
    }
    let overloaded = Play::ok(r#"{"error":{"message":"model overloaded","code":502}}"#);
    assert_eq!(
        ask::<Number>(Mode::Prompt, [overloaded, content("{\"n\":1}")])
            .0
            .unwrap()
            .value
            .n,
        1
    );
}

/// B204, B205
#[test]
fn every_request_says_json_and_its_format() {
    for mode in [Mode::JsonSchema, Mode::JsonObject, Mode::Tool, Mode::Prompt] {
        let (result, bodies) = ask::<Number>(mode, [content("no"), content("{\"n\":1}")]);
        result.unwrap();
        for body in &bodies {
            assert!(body["messages"].to_string().contains("JSON"), "{body}");
            let format = &body["response_format"]["type"];
            match mode {
                Mode::JsonObject => assert_eq!(format, "json_object"),
                Mode::JsonSchema => {
                    assert_eq!(format, "json_schema");
                    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
                }
                _ => assert!(format.is_null()),
            }
        }
    }
}

/// B111, B112, B231, B232
#[test]
fn a_key_is_shown_nowhere() {
    let echo = json!({"error": {"message": "Incorrect API key provided: sk-test-abc. S3CRET T0K"}});
    let server = Server::new([Play::status(401, echo.to_string())]);
    let client = OpenAi::new(server.base_url())
        .key("sk-test-abc")
        .header("x-api-key", "S3CRET")
        .header("X-My-Token", "T0K");
    let extractor = Extractor::new(&client);
    let error = block_on(extractor.run::<Number>("SSN 000")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Client);
    for text in [
        format!("{client:?}"),
        format!("{error:?}"),
        format!("{error}"),
        format!("{:?}", error.attempts()),
        format!("{:?}", std::error::Error::source(&error)),
        error.payload("x").to_string(),
    ] {
        for secret in ["sk-test-abc", "S3CRET", "T0K"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
    assert!(!format!("{error}").contains("SSN 000"));
}

/// B179
#[test]
fn a_grammar_that_a_server_cannot_build_changes_the_mode() {
    let grammar = Play::status(
        400,
        r#"{"error":{"code":400,"message":"failed to parse grammar","type":"invalid_request_error"}}"#,
    );
    let (result, bodies) = ask::<Number>(Mode::JsonSchema, [grammar, content("{\"n\":1}")]);
    assert_eq!(result.unwrap().value.n, 1);
    assert_ne!(
        bodies[0].get("response_format"),
        bodies[1].get("response_format")
    );
}
