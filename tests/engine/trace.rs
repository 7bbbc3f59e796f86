//! Spans and events for `tracing`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Once;
use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, Capabilities, ClientError, Document, Error, Extraction, Extractor, Image, Media,
    Message, Mode, Price, Prices, Prompt, Reply, ToolCall,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Level, Metadata, Subscriber};

use crate::{GOOD, PROSE, Ticket, block_on, usage};

#[derive(Clone, Debug, Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

#[derive(Clone, Debug)]
struct Seen {
    name: &'static str,
    level: Level,
    /// The span that it stands in.
    parent: Option<usize>,
    fields: Fields,
}

impl Seen {
    fn get(&self, field: &str) -> &str {
        self.fields.0.get(field).map_or("", String::as_str)
    }
}

#[derive(Default)]
struct Kept {
    spans: Vec<Seen>,
    events: Vec<Seen>,
    entered: Vec<usize>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Keeps all that is traced, for each thread apart. It is the subscriber of the whole process: one for a thread alone misses
/// what other threads have met before.
struct Keeper;

fn index(id: &Id) -> usize {
    usize::try_from(id.into_u64()).unwrap() - 1
}

impl Subscriber for Keeper {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        span.record(&mut fields);
        KEPT.with_borrow_mut(|kept| {
            let seen = Seen {
                name: span.metadata().name(),
                level: *span.metadata().level(),
                parent: kept.entered.last().copied(),
                fields,
            };
            kept.spans.push(seen);
            Id::from_u64(kept.spans.len() as u64)
        })
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        KEPT.with_borrow_mut(|kept| values.record(&mut kept.spans[index(span)].fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        KEPT.with_borrow_mut(|kept| {
            let parent = kept.entered.last().copied();
            kept.events.push(Seen {
                name: "event",
                level: *event.metadata().level(),
                parent,
                fields,
            });
        });
    }

    fn enter(&self, span: &Id) {
        KEPT.with_borrow_mut(|kept| kept.entered.push(index(span)));
    }

    fn exit(&self, _: &Id) {
        KEPT.with_borrow_mut(|kept| kept.entered.pop());
    }
}

/// What a run traces: its spans and its events.
fn traced(extractor: &Extractor<'_>) -> (Result<Extraction<Ticket>, Error>, Vec<Seen>, Vec<Seen>) {
    traced_with(extractor, "login is down, SSN 000")
}

fn traced_with(
    extractor: &Extractor<'_>,
    prompt: impl Into<Prompt>,
) -> (Result<Extraction<Ticket>, Error>, Vec<Seen>, Vec<Seen>) {
    static INSTALLED: Once = Once::new();

    INSTALLED.call_once(|| tracing::subscriber::set_global_default(Keeper).unwrap());
    KEPT.take();
    let result = block_on(extractor.run(prompt));
    let kept = KEPT.take();
    assert!(kept.entered.is_empty());
    (result, kept.spans, kept.events)
}

fn script() -> Script {
    let mut cached = usage(100, 10);
    cached.cached_tokens = 60;
    Script::new([
        Err(ClientError::transient("reset by peer")),
        Ok(Reply::text(PROSE).with_usage(cached)),
        Ok(Reply::text(GOOD).with_usage(usage(200, 20))),
    ])
    .named("small")
    .modes([Mode::JsonObject])
}

fn extractor(script: &Script) -> Extractor<'_> {
    Extractor::new(script)
        .temperature(0.5)
        .max_tokens(300)
        .prices(Prices::new().set("small", Price::new(1.0, 1.0)))
        .backoff(Backoff::new().base(Duration::from_micros(1)))
}

#[test]
fn a_run_is_a_span_and_each_request_is_one_inside_it() {
    let script = script();
    let (result, spans, _) = traced(&extractor(&script));
    assert!(result.is_ok());
    let names: Vec<_> = spans.iter().map(|span| (span.name, span.parent)).collect();
    assert_eq!(
        names,
        [
            ("extract", None),
            ("chat", Some(0)),
            ("chat", Some(0)),
            ("chat", Some(0))
        ]
    );
    assert_eq!(spans[0].get("otel.name"), "extract Ticket");
    assert_eq!(spans[0].get("llm_parse.attempts"), "3");
    assert_eq!(spans[0].get("llm_parse.cost"), "0.00033");
}

#[test]
fn requests_have_the_names_of_the_conventions() {
    let script = script();
    let (_, spans, _) = traced(&extractor(&script));
    let failed = &spans[1];
    for (field, value) in [
        ("otel.name", "chat small"),
        ("otel.kind", "client"),
        ("gen_ai.operation.name", "chat"),
        ("gen_ai.provider.name", "_OTHER"),
        ("gen_ai.request.model", "small"),
        ("gen_ai.request.temperature", "0.5"),
        ("gen_ai.request.max_tokens", "300"),
        ("gen_ai.output.type", "json"),
        ("error.type", "Transient"),
        ("otel.status_code", "ERROR"),
        ("llm_parse.outcome", "no reply"),
        ("gen_ai.usage.input_tokens", ""),
    ] {
        assert_eq!(failed.get(field), value, "{field}");
    }
    let replied = &spans[2];
    for (field, value) in [
        ("gen_ai.usage.input_tokens", "100"),
        ("gen_ai.usage.output_tokens", "10"),
        ("gen_ai.usage.cache_read.input_tokens", "60"),
        ("gen_ai.usage.reasoning.output_tokens", "0"),
        ("gen_ai.response.finish_reasons", "[\"stop\"]"),
        ("llm_parse.outcome", "no JSON"),
        ("llm_parse.cost", "0.00011"),
        ("error.type", ""),
    ] {
        assert_eq!(replied.get(field), value, "{field}");
    }
}

#[test]
fn each_failure_is_an_event_with_its_number_and_reason() {
    let script = script();
    let (_, _, events) = traced(&extractor(&script));
    let failures: Vec<_> = events
        .iter()
        .filter(|event| event.level == Level::WARN)
        .collect();
    assert_eq!(failures.len(), 2);
    assert_eq!(failures[0].get("message"), "attempt 1 of 4 failed");
    assert_eq!(failures[0].get("reason"), "no reply: reset by peer");
    assert_eq!(failures[0].get("client"), "small");
    assert_eq!(failures[1].get("message"), "attempt 1 of 4 failed");
    assert_eq!(failures[1].get("reason"), "no JSON");
    assert!(failures.iter().all(|event| event.parent == Some(0)));
}

#[test]
fn the_strategy_is_told_with_the_failure() {
    let script = Script::new([PROSE, PROSE]);
    let (result, spans, events) = traced(&Extractor::new(&script).max_attempts(2));
    assert!(result.is_err());
    assert_eq!(events[1].get("message"), "attempt 2 of 2 failed");
    assert_eq!(events[1].get("strategy"), "Reask");
    let end = events.last().unwrap();
    assert_eq!((end.level, end.get("kind")), (Level::ERROR, "Invalid"));
    assert_eq!(spans[0].get("error.type"), "Invalid");
}

#[test]
fn what_is_asked_and_answered_is_traced_only_where_that_is_wanted() {
    let all = |(_, spans, events): (_, Vec<Seen>, Vec<Seen>)| format!("{spans:?} {events:?}");
    let script = || {
        let call = ToolCall::new("c1", "Ticket", r#"{"title": "Login is down"}"#);
        Script::new([
            Reply::text("").with_tool_calls([call]),
            Reply::text("").with_refusal("Login is down"),
        ])
        .modes([Mode::Tool])
    };
    let (quiet, open) = (script(), script());
    let text = all(traced(&Extractor::new(&quiet)));
    assert!(
        !text.contains("SSN 000") && !text.contains("Login is down"),
        "{text}"
    );

    let (_, spans, _) = traced(&Extractor::new(&open).trace_content(true));
    let asked: serde_json::Value =
        serde_json::from_str(spans[2].get("gen_ai.input.messages")).unwrap();
    assert_eq!(asked[1]["role"], "user");
    assert_eq!(asked[1]["parts"][0]["content"], "login is down, SSN 000");
    assert_eq!(asked[2]["parts"][0]["type"], "tool_call");
    assert_eq!(asked[3]["parts"][0]["type"], "tool_call_response");
    assert_eq!(asked[3]["parts"][0]["id"], "c1");
    let answered: serde_json::Value =
        serde_json::from_str(spans[1].get("gen_ai.output.messages")).unwrap();
    assert_eq!(answered[0]["parts"][0]["name"], "Ticket");
    assert_eq!(answered[0]["finish_reason"], "stop");
}

#[test]
fn images_are_traced_without_their_bytes() {
    let message = Message::user("what is on it?")
        .with_image(Image::bytes("image/png", [1, 2, 3]))
        .with_image(Image::url("https://example.org/a.png"))
        .with_document(Document::pdf(*b"%PDF"));
    let media = [Media::Image, Media::ImageUrl, Media::Document];
    let script = Script::new([GOOD]).capabilities(Capabilities::default().media(media));
    let extractor = Extractor::new(&script).trace_content(true);
    let (_, spans, _) = traced_with(&extractor, message);
    let asked: serde_json::Value =
        serde_json::from_str(spans[1].get("gen_ai.input.messages")).unwrap();
    let parts = serde_json::json!([
        {"type": "blob", "modality": "image", "mime_type": "image/png", "bytes": 3},
        {"type": "uri", "modality": "image", "uri": "https://example.org/a.png"},
        {"type": "blob", "modality": "document", "mime_type": "application/pdf", "bytes": 4},
        {"type": "text", "content": "what is on it?"},
    ]);
    assert_eq!(asked[1]["parts"], parts);
}
