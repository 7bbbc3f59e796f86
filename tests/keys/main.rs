//! A key is shown nowhere: in no log and no span of any crate, in no `Debug`, error, panic, report, record or stored state,
//! whatever the server makes of it.

mod captured;
mod echoes;
mod said;
mod secrets;

#[path = "../faulty_server/mod.rs"]
mod faulty_server;
#[path = "../faulty_server/rows.rs"]
mod table;

use std::fmt::{Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use llm_parse::openai::OpenAi;
use llm_parse::testing::Cassette;
use llm_parse::{
    Backoff, Client, Error, Extraction, Extractor, Mode, Policy, Recorder, Session, Step, blocking,
};
use serde_json::Value;

use crate::captured::{listen, said};
use crate::echoes::{ECHOES, echo};
use crate::faulty_server::Server;
use crate::secrets::{HEADER, KEY, PASSWORD, TOKEN, USER, leak};
use crate::table::{Item, ROWS};

const MODES: [Mode; 4] = [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];

fn percent(text: &str) -> String {
    secrets::percent(text, |byte| format!("%{byte:02X}"))
}

/// A client that sends its key, and one that sends the user and the password of the URL instead.
fn clients(base_url: &str) -> [OpenAi; 2] {
    let user = format!("://{}:{}@", percent(USER), percent(PASSWORD));
    let base_url = base_url.replace("://", &user);
    let client = OpenAi::new(format!("{base_url}?token={}", percent(TOKEN)))
        .model("small")
        .header("x-api-key", HEADER)
        .timeout(Duration::from_millis(300));
    [client.clone().key(KEY), client.header("X-My-Token", KEY)]
}

fn extractor(client: &OpenAi, mode: Mode) -> Extractor<'_> {
    let backoff = Backoff::new()
        .base(Duration::from_millis(1))
        .cap(Duration::from_millis(5))
        .tries(2);
    Extractor::new(client)
        .mode(mode)
        .max_attempts(2)
        .backoff(backoff)
}

/// All that a program may print of a run.
fn shown(client: &OpenAi, mode: Mode) -> String {
    let mut text = format!("{client:?}\n{:#?}\n", extractor(client, mode));
    let events = std::sync::Mutex::new(String::new());
    let extractor = extractor(client, mode)
        .trace_content(true)
        .on_event(|event| {
            let _ = writeln!(events.lock().unwrap(), "{event:?}");
        });
    let result = blocking::run::<Item>(&extractor, "number 7");
    drop(extractor);
    match &result {
        Ok(extraction) => show_extraction(&mut text, extraction),
        Err(error) => show_error(&mut text, error),
    }
    let _ = catch_unwind(AssertUnwindSafe(|| {
        result.map(|_| panic!("it is right")).unwrap()
    }));
    text + &events.into_inner().unwrap()
}

fn show_extraction(text: &mut String, extraction: &Extraction<Item>) {
    let recorder = Recorder::new(Vec::new());
    recorder.record("number 7", extraction).unwrap();
    let report = extraction.report();
    show(text, extraction);
    text.extend([
        report.to_string(),
        report.mermaid(),
        report.to_json().to_string(),
    ]);
    text.push_str(&serde_json::to_string(extraction.attempts()).unwrap());
    text.push_str(&String::from_utf8(recorder.into_inner()).unwrap());
}

fn show_error(text: &mut String, error: &Error) {
    let report = error.report();
    show(text, error);
    text.extend([
        report.to_string(),
        report.mermaid(),
        report.to_json().to_string(),
    ]);
    text.push_str(&serde_json::to_string(error.attempts()).unwrap());
    text.push_str(&error.payload("number 7").to_string());
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        let _ = writeln!(text, "{error} {error:?} {error:#?}");
        cause = error.source();
    }
}

fn show(text: &mut String, what: &impl Debug) {
    let _ = writeln!(text, "{what:?}\n{what:#?}");
}

/// The state of a run that is driven by hand, after each step, and what is recorded of it.
#[tokio::main(flavor = "current_thread")]
async fn stored(client: &OpenAi, mode: Mode) -> String {
    let file = std::env::temp_dir().join(format!("llm-parse-keys-{}.jsonl", std::process::id()));
    let client = Cassette::record(&file, client.clone()).unwrap();
    let backoff = Backoff::new().base(Duration::from_millis(1)).tries(2);
    let policy = Policy::new().mode(mode).max_attempts(2).backoff(backoff);
    let mut session = Session::<Item>::new("number 7", policy, &[client.capabilities()]);
    let mut text = String::new();
    loop {
        match session.next() {
            Step::Send { request, .. } => {
                let result = client.complete(&request).await;
                show(&mut text, &result);
                session.receive(result, Duration::ZERO);
            }
            Step::Wait(wait) => session.waited(wait),
            _ => break,
        }
        show(&mut text, &session);
        text.push_str(&serde_json::to_string(&session.state()).unwrap());
    }
    show(&mut text, &client);
    let recorded = std::fs::read_to_string(&file).unwrap();
    assert!(recorded.contains("number 7"));
    std::fs::remove_file(&file).unwrap();
    text + &recorded
}

#[track_caller]
fn hold(name: &str, text: &str) {
    if let Some(at) = leak(text) {
        let around = &text.as_bytes()[at.saturating_sub(400)..text.len().min(at + 40)];
        panic!("{name}: {}", String::from_utf8_lossy(around));
    }
}

#[test]
fn what_a_server_repeats_is_masked() {
    listen();
    for (name, says) in ECHOES {
        let server = Server::of(move |request| says(&echo(&request)));
        for client in clients(server.base_url()) {
            for mode in MODES {
                hold(name, &shown(&client, mode));
            }
            hold(name, &stored(&client, Mode::JsonSchema));
        }
    }
    hold("logs", &said());
}

#[test]
fn what_servers_do_shows_no_key() {
    listen();
    let item = Item::of(7);
    for row in ROWS.iter() {
        let play = row.play(&item);
        let server = Server::of(move |_| play.clone());
        let [client, _] = clients(server.base_url());
        let mode = MODES.into_iter().find(|mode| row.fits(*mode)).unwrap();
        hold(&row.name, &shown(&client, mode));
    }
    hold("logs", &said());
}

#[test]
fn what_cannot_be_sent_shows_no_key() {
    listen();
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let server = Server::new([]);
    let tls = server.base_url().replace("http:", "https:");
    let urls = [
        format!("http://127.0.0.1:{port}/v1"),
        format!("https://127.0.0.1:{port}/v1"),
        tls,
        "http://llm-parse.invalid/v1".to_owned(),
        "ftp://localhost/v1".to_owned(),
        "http://local host/v1".to_owned(),
        "no URL at all".to_owned(),
    ];
    for url in urls {
        for client in clients(&url) {
            let unsent = [
                client.clone(),
                client.clone().key(format!("{KEY}\n{KEY}")),
                client.clone().header("x-more", format!("{HEADER}\0")),
                client.clone().header("no name", HEADER),
            ];
            for client in unsent {
                hold(&url, &shown(&client, Mode::Prompt));
            }
        }
    }
    let said = said();
    for who in ["hyper", "reqwest", "rustls", "llm_parse"] {
        assert!(said.contains(who), "nothing of {who} is kept");
    }
    hold("logs", &said);
}

#[test]
fn what_is_looked_for_is_found() {
    let texts = [
        format!("Bearer {KEY}"),
        format!("{HEADER:?}"),
        percent(TOKEN),
        format!("{}", Value::from(HEADER)),
        KEY[3..12].to_owned(),
    ];
    for text in texts {
        assert!(leak(&text).is_some(), "{text}");
    }
    assert_eq!(leak("Bearer [redacted], x-api-key, user, token"), None);
}
