use llm_parse::rig::Rig;
use llm_parse::{
    Capabilities, Client, ClientError, ClientErrorKind, Document, Extractor, Finish, Image, Media,
    Message, Mode, Outcome, Reply, Strategy,
};
use rig_core::client::CompletionClient;
use rig_core::providers::{anthropic, gemini, openai};
use serde_json::json;

use crate::bodies::Speaks::{Anthropic, ChatCompletions, Gemini, Responses};
use crate::bodies::{Speaks, play};
use crate::failures::failures;
use crate::faulty_server::{Play, Server};
use crate::modes::{are_said, modes};
use crate::{BAD, GOOD, KEY, Person, ada, block_on, complete, parts, sent};

const ALL: [Speaks; 4] = [ChatCompletions, Responses, Anthropic, Gemini];

/// A model of rig's at this server. Its HTTP client has a time-out of its own.
fn client(server: &Server, speaks: Speaks) -> Box<dyn Client> {
    block_on(async {});
    let timeout = std::time::Duration::from_millis(500);
    let http = reqwest::Client::builder().timeout(timeout).build().unwrap();
    let url = server.base_url();
    macro_rules! model {
        ($client:ty) => {{
            let builder = <$client>::builder().api_key(KEY).base_url(url);
            let client = builder.http_client(http).build().unwrap();
            Box::new(Rig::new(client.completion_model("m")))
        }};
    }
    match speaks {
        ChatCompletions => model!(openai::CompletionsClient),
        Responses => model!(openai::Client),
        Anthropic => model!(anthropic::Client),
        Gemini => model!(gemini::Client),
        Speaks::Cohere | Speaks::Ollama => unreachable!("not in the tests"),
    }
}

/// Anthropic insists on a limit of tokens.
fn limited(mode: Mode) -> llm_parse::RequestParts {
    let mut parts = parts(mode);
    parts.parameters.max_tokens = Some(99);
    parts
}

fn extractor(client: &dyn Client) -> Extractor<'_> {
    Extractor::new(client).max_tokens(99)
}

#[test]
fn each_mode_is_said_to_each_provider() {
    are_said(modes(), client, limited);
}

#[test]
fn a_schema_that_is_not_strict_is_not_made_one() {
    let server = Server::new([]);
    let mut loose = parts(Mode::JsonSchema);
    loose.strict = false;
    let error = complete(&*client(&server, ChatCompletions), loose).unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Unsupported);
    assert!(server.received().is_empty());
}

#[test]
fn parameters_are_said() {
    let mut parts = limited(Mode::Prompt);
    parts.parameters.temperature = Some(0.5);
    parts.parameters.seed = Some(7);
    parts.parameters.model = Some("other".to_owned());
    parts.parameters.extra.insert("top_k".to_owned(), json!(3));
    let server = Server::new([]);
    let body = sent(&*client(&server, ChatCompletions), &server, parts);
    let expected =
        json!({"model": "other", "temperature": 0.5, "max_tokens": 99, "seed": 7, "top_k": 3});
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&body[key], value, "{key}: {body}");
    }
}

#[test]
fn what_each_provider_answers_is_read() {
    for speaks in ALL {
        let server = Server::new([play(&speaks.text(GOOD)), play(&speaks.cut("{\"name\": "))]);
        let client = client(&server, speaks);
        let reply = complete(&*client, limited(Mode::Prompt)).unwrap();
        assert_eq!(reply.content, GOOD, "{speaks:?}");
        assert_eq!(reply.finish, Finish::Stop, "{speaks:?}");
        let usage = reply.usage.unwrap();
        let counts = (
            usage.prompt_tokens,
            usage.completion_tokens,
            usage.cached_tokens,
        );
        assert_eq!(counts, (10, 5, 4), "{speaks:?}");
        let cut = complete(&*client, limited(Mode::Prompt)).unwrap();
        assert_eq!(cut.finish, Finish::Length, "{speaks:?}");
    }
}

#[test]
fn a_refusal_is_told_apart() {
    for (speaks, body) in ALL.map(|speaks| (speaks, speaks.refusal())) {
        let Some(body) = body else { continue };
        let server = Server::new([play(&body)]);
        let client = client(&server, speaks);
        let error = block_on(extractor(&*client).run::<Person>("Ada, 36")).unwrap_err();
        // rig does not say that Gemini blocked a prompt.
        let told = match speaks {
            Gemini => Outcome::Empty,
            _ => Outcome::Refused,
        };
        assert_eq!(error.attempts()[0].outcome(), told, "{speaks:?}: {error}");
    }
}

#[test]
fn tools_are_called() {
    for speaks in ALL {
        let wrong = speaks.call("a1", "Person", BAD);
        let right = speaks.call("a2", "Person", GOOD);
        let server = Server::new([play(&wrong), play(&right)]);
        let client = client(&server, speaks);
        let extractor = extractor(&*client)
            .mode(Mode::Tool)
            .strategies([Strategy::Reask]);
        let extraction = block_on(extractor.run::<Person>("Ada, 36")).unwrap();
        assert_eq!(extraction.value, ada(), "{speaks:?}");
        let again = server.received()[1].json().to_string();
        assert!(
            again.contains("found the number 360"),
            "{speaks:?}: {again}"
        );
    }
}

#[test]
fn every_failure_has_its_kind() {
    for speaks in [ChatCompletions, Anthropic, Gemini] {
        for failure in failures() {
            let server = Server::new([failure.play]);
            let client = client(&server, speaks);
            let what = format!("{speaks:?}, {}", failure.what);
            let error = complete(&*client, limited(failure.mode)).expect_err(&what);
            assert_eq!(error.kind(), failure.kind, "{what}: {error}");
            assert_eq!(error.retry_after(), failure.wait, "{what}: {error}");
        }
    }
}

#[test]
fn images_and_documents_are_sent_where_they_are_taken() {
    let message = Message::user("what is it?")
        .with_image(Image::bytes("image/png", [1, 2, 3]))
        .with_document(Document::pdf(*b"%PDF"));
    let cases = [
        (
            ChatCompletions,
            "/messages/1/content/0/image_url/url",
            json!("data:image/png;base64,AQID"),
        ),
        (
            Anthropic,
            "/messages/0/content/0/source/data",
            json!("AQID"),
        ),
        (
            Anthropic,
            "/messages/0/content/1/source/media_type",
            json!("application/pdf"),
        ),
        (Gemini, "/contents/0/parts/0/inlineData/data", json!("AQID")),
    ];
    for (speaks, pointer, expected) in cases {
        let server = Server::new([play(&speaks.text(GOOD))]);
        let client = client(&server, speaks);
        let extraction = block_on(extractor(&*client).run::<Person>(message.clone()));
        assert_eq!(extraction.unwrap().value, ada(), "{speaks:?}");
        let body = server.received()[0].json();
        assert_eq!(body.pointer(pointer), Some(&expected), "{speaks:?}: {body}");
    }
}

#[test]
fn the_engine_asks_again_with_what_was_wrong() {
    let server = Server::new([
        play(&Anthropic.text(BAD)),
        Play::status(529, "overloaded"),
        play(&Anthropic.text(GOOD)),
    ]);
    let client = client(&server, Anthropic);
    let extractor = extractor(&*client).strategies([Strategy::Reask]);
    let extraction = block_on(extractor.run::<Person>("Ada, 36")).unwrap();
    assert_eq!(extraction.value, ada());
    assert_eq!(extraction.attempts().len(), 3);
    let again = server.received()[2].json()["messages"].to_string();
    assert!(again.contains("found the number 360"), "{again}");
}

/// A model of one's own.
#[derive(Clone)]
struct Own;

impl rig_core::completion::CompletionModel for Own {
    async fn completion(
        &self,
        _: rig_core::completion::CompletionRequest,
    ) -> Result<rig_core::completion::CompletionResponse, rig_core::completion::CompletionError>
    {
        let text = rig_core::completion::AssistantContent::text(GOOD);
        let usage = rig_core::completion::Usage::new();
        let response = rig_core::completion::CompletionResponse::new(vec![text], usage, "own");
        Ok(response)
    }

    async fn stream(
        &self,
        _: rig_core::completion::CompletionRequest,
    ) -> Result<
        rig_core::streaming::StreamingCompletionResponse,
        rig_core::completion::CompletionError,
    > {
        let error = "no streams".to_owned();
        Err(rig_core::completion::CompletionError::ProviderError(error))
    }
}

#[test]
fn a_model_of_ones_own_is_asked_too() {
    let client = Rig::new(Own);
    assert_eq!((client.name(), client.provider()), ("rig", None));
    let value = block_on(llm_parse::extract::<Person>(&client, "Ada, 36")).unwrap();
    assert_eq!(value, ada());
    let can = Capabilities::modes([Mode::JsonSchema]).media([Media::Image]);
    let client = Rig::new(Own).capabilities(can.clone()).with_name("mine");
    assert_eq!(Client::capabilities(&client), can);
    assert_eq!(client.name(), "mine");
    let reply: Result<Reply, ClientError> = complete(&client, parts(Mode::Prompt));
    assert_eq!(reply.unwrap().usage, None);
}
