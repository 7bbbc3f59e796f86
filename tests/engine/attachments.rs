//! Images and documents in prompts: which client gets them, in which requests, and what is stored of them.

use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Attachment, Capabilities, Conversation, Correction, Document, Error, ErrorKind, Extraction,
    Extractor, Image, Judge, Media, Message, Mode, Policy, Prompt, Session, SessionState, Shot,
    Source, Step, Strategy,
};
use serde_json::{Value, json};

use crate::{BAD, GOOD, PROSE, Ticket, block_on, ticket};

const PNG: [u8; 5] = [0x89, 0x50, 0x4e, 0x47, 0];
const ALL: [Media; 3] = [Media::Image, Media::ImageUrl, Media::Document];

fn image() -> Image {
    Image::bytes("image/png", PNG)
}

fn prompt() -> Prompt {
    Message::user("what is on it?").with_image(image()).into()
}

fn seeing(replies: &[&str], media: &[Media]) -> Script {
    let can = Capabilities::modes([Mode::JsonSchema]).media(media.iter().copied());
    Script::new(replies.iter().copied()).capabilities(can)
}

fn run(extractor: &Extractor<'_>, prompt: impl Into<Prompt>) -> Result<Extraction<Ticket>, Error> {
    block_on(extractor.run(prompt))
}

/// How many images and documents each message of a request has.
fn counts(script: &Script, request: usize) -> Vec<usize> {
    let requests = script.requests();
    let messages = requests[request].messages().iter();
    messages
        .map(|message| message.attachments().len())
        .collect()
}

#[test]
fn a_client_that_does_not_take_it_is_not_asked() {
    let url = || Message::user("?").with_image(Image::url("https://example.org/a.png"));
    let pdf = || Message::user("?").with_document(Document::pdf(*b"%PDF-1.7"));
    let png = || Message::user("?").with_image(image());
    let cases: [(_, &[Media], _); 4] = [
        (png(), &[], "takes no images; ask a client that does"),
        (png(), &[Media::ImageUrl, Media::Document], "no images; ask"),
        (url(), &[Media::Image], "no images by URL; give their bytes"),
        (
            pdf(),
            &[Media::Image],
            "no documents; ask a client that does",
        ),
    ];
    for (message, media, part) in cases {
        let script = seeing(&[GOOD], media).named("small");
        let error = run(&Extractor::new(&script), message).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert!(error.to_string().contains("\"small\""), "{error}");
        assert!(error.to_string().contains(part), "{error}");
        assert!(script.requests().is_empty());
    }
    for message in [png(), url(), pdf()] {
        let script = seeing(&[GOOD], &ALL);
        run(&Extractor::new(&script), message.clone()).unwrap();
        assert_eq!(script.requests()[0].messages()[1], message);
    }
}

#[test]
fn what_no_provider_takes_is_refused() {
    let with = |image| Message::user("?").with_image(image);
    let cases = [
        (with(Image::bytes("image/png", [])), "no bytes"),
        (with(Image::bytes("png", PNG)), "such as `image/png`"),
        (with(Image::url(" ")), "the URL of an image is empty"),
        (Message::system("?").with_image(image()), "of the user's"),
        (Message::assistant("?").with_image(image()), "of the user's"),
        (Message::tool("a", "?").with_image(image()), "of the user's"),
    ];
    for (message, part) in cases {
        let script = seeing(&[GOOD], &ALL);
        let prompt = vec![message, Message::user("what is it?")];
        let error = run(&Extractor::new(&script), prompt).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert!(error.to_string().contains(part), "{error}");
        assert!(script.requests().is_empty());
    }
}

#[test]
fn a_fallback_that_does_not_take_it_is_passed_over() {
    let first = seeing(&[PROSE], &ALL);
    let blind = seeing(&[GOOD], &[]);
    let second = seeing(&[GOOD], &ALL).named("second");
    let extractor = Extractor::new(&first)
        .fallback(&blind)
        .fallback(&second)
        .max_attempts(1);
    let extraction = run(&extractor, prompt()).unwrap();
    assert_eq!(extraction.attempts()[1].client(), "second");
    assert!(blind.requests().is_empty());

    let first = seeing(&[PROSE], &ALL);
    let extractor = Extractor::new(&first).fallback(&blind).max_attempts(1);
    let error = run(&extractor, prompt()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(blind.requests().is_empty());
}

/// Every strategy's request shows the image once, where the question is.
#[test]
fn each_request_of_a_run_has_it_once() {
    use Strategy::{Focus, JsonStrict, Patch, Reask, Simplified, StrictFormat};
    for strategy in [Reask, StrictFormat, JsonStrict, Simplified, Patch, Focus] {
        let script = seeing(&[BAD, GOOD], &ALL);
        let extractor = Extractor::new(&script)
            .strategies([strategy])
            .max_attempts(2);
        let _ = run(&extractor, prompt());
        let again = &script.requests()[1];
        assert_eq!(counts(&script, 1).iter().sum::<usize>(), 1, "{strategy:?}");
        let mut shown = again.messages().iter();
        let question = shown.find(|message| !message.attachments().is_empty());
        let question = question.unwrap();
        assert_eq!(question.attachments(), prompt().messages()[0].attachments());
        assert!(question.text().starts_with("what is on it?"));
    }
}

#[test]
fn the_rest_of_what_was_cut_off_is_asked_for_with_it() {
    let cut = llm_parse::Reply::text(r#"[{"title": "a", "priority": 1}, {"title": "#)
        .with_finish(llm_parse::Finish::Length);
    let rest = r#"{"items": [{"title": "b", "priority": 2}]}"#;
    let can = Capabilities::default().media(ALL);
    let script = Script::new([cut, rest.into()]).capabilities(can);
    let extractor = Extractor::new(&script).max_attempts(2);
    let _ = block_on(extractor.run::<Vec<Ticket>>(prompt()));
    assert_eq!(counts(&script, 1), [0, 1]);
}

#[test]
fn a_conversation_keeps_it() {
    let script = seeing(&[GOOD, GOOD], &ALL);
    let extractor = Extractor::new(&script);
    let mut conversation = Conversation::new();
    block_on(conversation.ask::<Ticket>(&extractor, prompt())).unwrap();
    block_on(conversation.ask::<Ticket>(&extractor, "and behind it?")).unwrap();
    assert_eq!(counts(&script, 1), [0, 1, 0, 0]);
}

#[test]
fn an_update_shows_it() {
    let script = seeing(&[r#"{"operations": []}"#], &ALL);
    let extractor = Extractor::new(&script);
    let extraction = block_on(extractor.update(&ticket(), prompt())).unwrap();
    assert_eq!(extraction.value, ticket());
    assert_eq!(counts(&script, 0), [0, 1]);
}

#[test]
fn a_judge_of_the_prompt_sees_it() {
    let ruling = r#"{"reasons": "fine", "met": true}"#;
    let script = seeing(&[GOOD, GOOD], &ALL);
    let extractor = Extractor::new(&script);
    let judge = seeing(&[ruling], &ALL);
    let check = Judge::new(&judge, "It is on the picture.").with_prompt();
    block_on(extractor.run_checked::<Ticket>(prompt(), check)).unwrap();
    assert_eq!(counts(&judge, 0), [0, 1]);

    let blind = seeing(&[ruling], &[]).named("blind");
    let check = Judge::new(&blind, "It is on the picture.").with_prompt();
    let error = block_on(extractor.run_checked::<Ticket>(prompt(), check)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert!(
        error.to_string().contains("\"blind\" takes no images"),
        "{error}"
    );
    assert!(blind.requests().is_empty());
}

#[test]
fn an_example_may_have_some() {
    let script = seeing(&[BAD, GOOD, GOOD], &ALL);
    let extraction = run(&Extractor::new(&script), prompt()).unwrap();
    let corrections = Correction::all(prompt(), &extraction);
    let shots: Vec<_> = corrections.iter().map(Shot::from).collect();
    run(&Extractor::new(&script).shots(shots.clone()), "and this?").unwrap();
    assert_eq!(counts(&script, 2), [0, 1, 0, 0]);

    let blind = seeing(&[GOOD], &[]);
    let error = run(&Extractor::new(&blind).shots(shots), "and this?").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Settings);
    assert!(blind.requests().is_empty());
}

#[test]
fn it_is_stored_as_plain_data() {
    let can = Capabilities::default().media([Media::Image]);
    let mut session = Session::<Ticket>::new(prompt(), Policy::new(), &[can]);
    session.receive(Ok(PROSE.into()), Duration::ZERO);
    let stored = serde_json::to_value(session.state()).unwrap();
    let state: SessionState = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(state, session.state());
    let message = &stored["prompt"]["messages"][0];
    let data = json!({"data": {"media_type": "image/png", "bytes": "iVBORwA="}});
    assert_eq!(message["attachments"], json!([{ "image": data }]));

    let mut resumed = Session::<Ticket>::resume(state, Policy::new());
    let Step::Send { request, .. } = resumed.next() else {
        panic!("a second request")
    };
    let shown: usize = request
        .messages()
        .iter()
        .map(|m| m.attachments().len())
        .sum();
    assert_eq!(shown, 1);
}

#[test]
fn every_form_is_stored_and_read() {
    let message = Message::user("compare")
        .with_image(Image::url("https://example.org/a.png"))
        .with_document(Document::pdf(*b"%PDF-1.7").named("a.pdf"));
    let stored = serde_json::to_value(&message).unwrap();
    let expected = json!([
        {"image": {"url": "https://example.org/a.png"}},
        {"document": {"data": {"media_type": "application/pdf", "bytes": "JVBERi0xLjc="}, "name": "a.pdf"}},
    ]);
    assert_eq!(stored["attachments"], expected);
    assert_eq!(serde_json::from_value::<Message>(stored).unwrap(), message);

    let plain: Value = serde_json::to_value(Message::user("x")).unwrap();
    assert_eq!(plain, json!({"role": "user", "text": "x"}));
    let broken = json!({"data": {"media_type": "image/png", "bytes": "no base64"}});
    assert!(serde_json::from_value::<Image>(broken).is_err());
}

#[test]
fn a_data_url_is_the_bytes_it_holds() {
    assert_eq!(Image::url("data:image/png;base64,iVBORwA="), image());
    for url in ["data:image/png;base64,??", "data:image/svg+xml,%3Csvg/%3E"] {
        assert_eq!(Image::url(url).source(), &Source::Url(url.to_owned()));
    }
}

#[test]
fn bytes_are_not_shown_and_not_copied() {
    let image = Image::bytes("image/jpeg", vec![7; 5_000_000]);
    let message = Message::user("x").with_image(image.clone());
    let shown = format!("{message:?}");
    assert!(shown.contains("image/jpeg (5000000 bytes)"), "{shown}");
    assert!(shown.len() < 300);

    let script = seeing(&[BAD, GOOD], &ALL);
    run(&Extractor::new(&script), message).unwrap();
    for request in script.requests() {
        let mut all = request.messages().iter().flat_map(Message::attachments);
        let Some(Attachment::Image(sent)) = all.next() else {
            panic!("no image")
        };
        let (Source::Data(sent), Source::Data(given)) = (sent.source(), image.source()) else {
            panic!("no bytes")
        };
        assert!(std::sync::Arc::ptr_eq(sent.bytes(), given.bytes()));
    }
}
