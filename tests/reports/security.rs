//! What no log may show.

use std::cell::RefCell;
use std::fmt::{Debug, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use llm_parse::openai::OpenAi;
use llm_parse::{Backoff, Extractor, LlmExtract};
use serde::Deserialize;
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::block_on;
use crate::faulty_server::{Play, Server};

#[derive(Debug, Deserialize, LlmExtract)]
struct Number {
    n: i32,
}

thread_local! {
    static TRACED: RefCell<String> = RefCell::default();
}

/// Keeps all that is traced, at every level, for each thread apart.
struct All;

struct Fields<'t>(&'t mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl Subscriber for All {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        TRACED.with_borrow_mut(|text| span.record(&mut Fields(text)));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        TRACED.with_borrow_mut(|text| values.record(&mut Fields(text)));
    }

    fn event(&self, event: &Event<'_>) {
        TRACED.with_borrow_mut(|text| event.record(&mut Fields(text)));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// What other crates log.
static LOGGED: Mutex<String> = Mutex::new(String::new());

struct Logger;

impl log::Log for Logger {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(logged, "{} {}", record.target(), record.args());
    }

    fn flush(&self) {}
}

/// B231, B232
#[test]
fn no_log_shows_a_key_or_what_was_said() {
    const SECRETS: [&str; 6] = [
        "sk-test-abc",
        "S3CRET",
        "T0K",
        "SSN 000",
        "911-ANSWER",
        "pw-991x",
    ];
    tracing::subscriber::set_global_default(All).unwrap();
    log::set_logger(&Logger).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    let echo = json!({"error": {"message": "busy; key sk-test-abc, S3CRET, T0K"}});
    let answer =
        |text: &str| Play::ok(json!({"choices": [{"message": {"content": text}}]}).to_string());
    let server = Server::new([
        Play::status(503, echo.to_string()),
        answer("911-ANSWER"),
        answer(r#"{"n": "911-ANSWER", "911-ANSWER": "x"}"#),
        answer(r#"{"n": 1}"#),
    ]);
    let url = server.base_url().replace("http://", "http://user:pw-991x@");
    let client = OpenAi::new(url)
        .model("small")
        .key("sk-test-abc")
        .header("x-api-key", "S3CRET")
        .header("X-My-Token", "T0K");
    let extractor = Extractor::new(client).backoff(Backoff::new().base(Duration::from_millis(1)));
    let extraction = block_on(extractor.run::<Number>("SSN 000")).unwrap();
    assert_eq!(extraction.attempts().len(), 4);

    let traced = TRACED.take();
    let logged = LOGGED.lock().unwrap();
    assert!(
        traced.contains("gen_ai.provider.name=\"openai\""),
        "{traced}"
    );
    assert!(traced.contains("attempt 1 of 4 failed"), "{traced}");
    assert!(!logged.is_empty());
    let report = extraction.report();
    for text in [
        traced.as_str(),
        logged.as_str(),
        &report.to_string(),
        &report.to_json().to_string(),
        &report.mermaid(),
    ] {
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
}
