//! The drivers: async, blocking, and under concurrency.

use std::sync::Arc;
use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{Client, ErrorKind, Extractor, Reply, Session, Step, blocking, client_fn, extract};

use crate::{BAD, GOOD, PROSE, Ticket, block_on, run};

fn is_send<T: Send>(value: T) -> T {
    value
}

fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn futures_can_move_between_threads() {
    let script = Script::new([GOOD, GOOD, GOOD]);
    let extractor = Extractor::new(&script);
    block_on(is_send(extract::<Ticket>(&script, "login is down"))).unwrap();
    block_on(is_send(extractor.run::<Ticket>("login is down"))).unwrap();
    block_on(is_send(extractor.repair::<Ticket>("login is down", BAD))).unwrap();
}

#[test]
fn values_need_not_move_between_threads() {
    // That it compiles for any `T` is the proof.
    fn takes<T: llm_parse::LlmExtract>(client: &dyn Client) {
        drop(is_send(extract::<T>(client, "login is down")));
    }
    takes::<Ticket>(&Script::new([GOOD]));
}

#[test]
fn extractors_and_sessions_are_shared_between_threads() {
    is_send_and_sync::<Extractor<'static>>();
    is_send_and_sync::<Session<Ticket>>();
    is_send_and_sync::<Step<Ticket>>();
    is_send_and_sync::<llm_parse::Error>();
}

#[test]
fn one_extractor_serves_many_threads() {
    let client = client_fn(|request| async move {
        let asked = request.messages()[1].text().to_owned();
        Ok(match request.messages().len() {
            2 => Reply::text(PROSE),
            _ => Reply::text(format!(r#"{{"title": "{asked}", "priority": 1}}"#)),
        })
    });
    let extractor = Extractor::new(client);
    std::thread::scope(|scope| {
        for i in 0..16 {
            let extractor = &extractor;
            scope.spawn(move || {
                let extraction = block_on(extractor.run::<Ticket>(format!("task {i}"))).unwrap();
                assert_eq!(extraction.value.title, format!("task {i}"));
            });
        }
    });
}

#[test]
fn blocking_works_without_a_runtime() {
    let script = Script::new([PROSE, GOOD]);
    let ticket: Ticket = blocking::extract(&script, "login is down").unwrap();
    assert_eq!(ticket.priority, 5);
    let extractor = Extractor::new(Script::new([BAD, GOOD]));
    assert_eq!(
        blocking::run::<Ticket>(&extractor, "login is down")
            .unwrap()
            .attempts()
            .len(),
        2
    );
}

#[test]
fn blocking_works_inside_a_runtime() {
    let script = Script::new([GOOD]);
    let ticket: Ticket = block_on(async { blocking::extract(&script, "login is down") }).unwrap();
    assert_eq!(ticket.priority, 5);
}

#[test]
fn blocking_gives_clients_a_runtime() {
    let client = client_fn(|_| async {
        tokio::time::sleep(Duration::from_millis(1)).await;
        Ok(Reply::text(GOOD))
    });
    assert!(blocking::extract::<Ticket>(&client, "login is down").is_ok());
}

#[test]
fn the_deadline_ends_a_request_that_never_ends() {
    let client = client_fn(|_| std::future::pending());
    let extractor = Extractor::new(client).deadline(Duration::from_millis(20));
    let error = run(&extractor).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert_eq!(error.attempts().len(), 1);
}

#[test]
fn the_longest_deadline_is_no_fault() {
    let extractor = Extractor::new(Arc::new(Script::new([GOOD]))).deadline(Duration::MAX);
    assert!(run(&extractor).is_ok());
}
