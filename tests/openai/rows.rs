//! Each row of what servers are known to do, through the whole engine.

use std::time::Duration;

use llm_parse::openai::OpenAi;
use llm_parse::{Backoff, ClientErrorKind, Error, Extraction, Extractor, Mode, Outcome, blocking};
use serde_json::json;

use crate::faulty_server::{Play, Server};
use crate::table::{Item, ROWS, Row};

fn right(item: &Item) -> Play {
    let content = json!({"id": item.id, "name": item.name}).to_string();
    Play::ok(json!({"choices": [{"message": {"content": content}}]}).to_string())
}

/// The row's answer first, and then the right one.
fn run(row: &Row, mode: Mode, item: &Item) -> Result<Extraction<Item>, Error> {
    let server = Server::new([row.play(item), right(item)]);
    let patience = Duration::from_millis(if row.slow { 100 } else { 30_000 });
    let client = OpenAi::new(server.base_url())
        .model("small")
        .timeout(patience);
    let backoff = Backoff::new()
        .base(Duration::from_millis(1))
        .cap(Duration::from_millis(100));
    let extractor = Extractor::new(client)
        .mode(mode)
        .max_attempts(2)
        .backoff(backoff);
    blocking::run(&extractor, "number 7")
}

fn hold(row: &Row, mode: Mode) {
    let item = Item::of(7);
    let result = run(row, mode, &item);
    let name = format!("{}: {} ({mode:?})", row.fact, row.name);
    let attempts = match &result {
        Ok(extraction) => extraction.attempts(),
        Err(error) => error.attempts(),
    };
    let [first, rest @ ..] = attempts else {
        panic!("{name}: {result:?}");
    };
    assert_eq!(first.outcome(), row.want, "{name}: {result:?}");
    let usage = first.usage();
    let tokens = [usage.prompt_tokens, usage.completion_tokens];
    assert_eq!(tokens, row.tokens(&item), "{name}: {first:?}");
    if let Some(millis) = row.waits_ms {
        assert!(
            first.waited() >= Duration::from_millis(millis),
            "{name}: {first:?}"
        );
    }
    assert_eq!(rest.is_empty(), ends(row), "{name}: {result:?}");
    assert_eq!(
        result.is_ok(),
        row.want == Outcome::Valid || !ends(row),
        "{name}: {result:?}"
    );
    if let Ok(extraction) = result {
        assert_eq!(extraction.value, item, "{name}");
    }
}

/// Whether nothing is asked after it.
fn ends(row: &Row) -> bool {
    let ending = [
        Outcome::Valid,
        Outcome::Refused,
        Outcome::NoReply(ClientErrorKind::Auth),
        Outcome::NoReply(ClientErrorKind::Permanent),
    ];
    row.ends || ending.contains(&row.want)
}

fn hold_all(fact: &str) {
    let rows: Vec<_> = ROWS.iter().filter(|row| row.fact == fact).collect();
    assert!(rows.len() > 3, "{fact}");
    for row in rows {
        for mode in [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt] {
            if row.fits(mode) {
                hold(row, mode);
            }
        }
    }
}

#[test]
fn cut_off() {
    hold_all("cut off");
}

#[test]
fn refusal() {
    hold_all("refusal");
}

#[test]
fn tool_call() {
    hold_all("tool call");
}

#[test]
fn content() {
    hold_all("content");
}

#[test]
fn errors() {
    hold_all("errors");
}

#[test]
fn usage() {
    hold_all("usage");
}

#[test]
fn envelope() {
    hold_all("envelope");
}

#[test]
fn events() {
    hold_all("events");
}

#[test]
fn keys() {
    hold_all("keys");
}
