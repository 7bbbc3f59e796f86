//! A client within limits: who comes first is served first, never too many at once, and what is dropped makes room.

mod door;
mod server;

#[path = "../faulty_server/mod.rs"]
mod faulty_server;

use std::sync::Arc;
use std::time::{Duration, Instant};

use llm_parse::clients::Limited;
use llm_parse::testing::Script;
use llm_parse::{
    Backoff, Client, ClientError, ClientErrorKind, ErrorKind, Extractor, Judge, Message, Mode,
    Outcome, Reply, Request, RequestParts, Usage,
};

use crate::door::{Asking, Door, ask, settle};

fn request(text: &str) -> Request {
    Request::new(RequestParts::new(vec![Message::user(text)]))
}

fn numbered(number: u32) -> Request {
    request(&number.to_string())
}

#[tokio::test]
async fn who_comes_first_is_served_first() {
    let door = Door::new();
    let limited = Limited::new(&*door).in_flight(2);
    let asking: Vec<Asking> = (0..9)
        .map(|number| ask(limited.share(Arc::clone(&door)), numbered(number)))
        .collect();
    settle().await;
    assert_eq!(door.came(), [0, 1]);
    for served in 3..=9 {
        door.open(1);
        settle().await;
        assert_eq!(door.came(), (0..served).collect::<Vec<_>>());
    }
    door.open(2);
    for asked in asking {
        asked.await.unwrap().unwrap();
    }
    assert_eq!(door.most(), 2);
}

#[tokio::test]
async fn what_is_dropped_makes_room() {
    let door = Door::new();
    let limited = Limited::new(Arc::clone(&door)).in_flight(1);
    let asking: Vec<Asking> = (0..6)
        .map(|number| ask(limited.clone(), numbered(number)))
        .collect();
    settle().await;
    // One that waits behind another, the first that waits, and the one that is under way.
    for dropped in [2, 1, 0] {
        asking[dropped].abort();
    }
    settle().await;
    assert_eq!(door.came(), [0, 3]);
    asking[3].abort();
    asking[4].abort();
    settle().await;
    assert_eq!(door.came(), [0, 3, 5]);
    door.open(1);
    settle().await;
    let last = ask(limited, numbered(6));
    door.open(1);
    last.await.unwrap().unwrap();
    assert_eq!(door.most(), 1);
}

#[tokio::test]
async fn waiting_counts_against_the_deadline() {
    let door = Door::new();
    let limited = Limited::new(Arc::clone(&door)).in_flight(1);
    let first = ask(limited.clone(), numbered(0));
    settle().await;
    let extractor = Extractor::new(&limited).deadline(Duration::from_millis(20));
    let error = extractor.run::<u8>("1").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert_eq!(door.came(), [0]);
    let next = ask(limited.clone(), numbered(2));
    door.open(2);
    first.await.unwrap().unwrap();
    next.await.unwrap().unwrap();
    assert_eq!(door.came(), [0, 2]);
}

#[tokio::test]
async fn a_minute_has_so_many_requests() {
    let door = Door::new();
    door.open(9);
    let limited = Limited::new(Arc::clone(&door)).requests_per_minute(3);
    let asking: Vec<Asking> = (0..5)
        .map(|number| ask(limited.clone(), numbered(number)))
        .collect();
    settle().await;
    assert_eq!(door.came(), [0, 1, 2]);
    assert!(!asking[3].is_finished());
    // What is changed counts on its own.
    let other = ask(limited.requests_per_minute(1), numbered(9));
    settle().await;
    assert!(other.is_finished());
}

#[tokio::test]
async fn tokens_that_a_reply_did_not_cost_come_back_at_once() {
    let door = Door::new();
    let limited = Limited::new(Arc::clone(&door)).tokens_per_minute(1_000);
    let costly = |number: u32| {
        let mut parts = RequestParts::new(vec![Message::user(format!("{number}"))]);
        parts.parameters.max_tokens = Some(400);
        ask(limited.clone(), Request::new(parts))
    };
    let _asking: Vec<Asking> = (0..6).map(costly).collect();
    settle().await;
    assert_eq!(door.came(), [0, 1]);
    // Each costs 50 of its 400.
    door.open(1);
    settle().await;
    assert_eq!(door.came(), [0, 1, 2]);
    door.open(9);
    settle().await;
    assert_eq!(door.came(), [0, 1, 2, 3, 4, 5]);
}

#[tokio::test]
async fn a_wait_that_the_server_asks_for_holds_back_the_others() {
    let wait = Duration::from_millis(60);
    for error in [
        ClientError::rate_limit(Some(wait)),
        ClientError::transient("busy")
            .with_status(503)
            .with_retry_after(wait),
    ] {
        let script = Script::new([Err(error), Ok(Reply::text("1")), Ok(Reply::text("2"))]);
        let limited = Limited::new(&script).in_flight(1);
        let (first, second, third) = (request("a"), request("b"), request("c"));
        let begun = Instant::now();
        let asked = tokio::join!(
            limited.complete(&first),
            limited.complete(&second),
            limited.complete(&third)
        );
        assert!(begun.elapsed() >= wait);
        assert!(asked.0.is_err());
        assert_eq!(
            (asked.1.unwrap().content, asked.2.unwrap().content),
            ("1".into(), "2".into())
        );
    }
}

#[tokio::test]
async fn a_wait_that_is_too_long_is_no_wait() {
    let hour = Duration::from_secs(3_600);
    let script = Script::new([
        Err(ClientError::rate_limit(Some(hour))),
        Ok(Reply::text("1")),
    ]);
    let limited = Limited::new(&script);
    let fallback = Script::new(["2", "3"]);
    let extractor = Extractor::new(&limited).fallback(&fallback);
    for number in [2, 3] {
        let extraction = extractor.run::<u8>("?").await.unwrap();
        assert_eq!(extraction.value, number);
        let held = Outcome::NoReply(ClientErrorKind::RateLimit);
        assert_eq!(extraction.attempts()[0].outcome(), held);
    }
    assert_eq!(script.requests().len(), 1);
    let error = limited.complete(&request("?")).await.unwrap_err();
    assert!(
        error.retry_after().is_some_and(|wait| wait > hour / 2),
        "{error}"
    );
    assert!(error.to_string().starts_with("not sent"), "{error}");
}

#[tokio::test]
async fn an_error_that_nothing_helps_against_holds_back_nobody() {
    let error = ClientError::permanent("no").with_retry_after(Duration::from_secs(3_600));
    let script = Script::new([Err(error), Ok(Reply::text("1"))]);
    let limited = Limited::new(&script).longest_pause(Duration::MAX);
    limited.complete(&request("?")).await.unwrap_err();
    limited.complete(&request("?")).await.unwrap();
}

#[tokio::test]
async fn a_limit_of_nothing_is_an_error_before_any_request() {
    let script = Script::new(["1"]);
    let wrong = [
        (Limited::new(&script).in_flight(0), "`in_flight` is 0"),
        (
            Limited::new(&script).requests_per_minute(0),
            "`requests_per_minute` is 0",
        ),
        (
            Limited::new(&script).tokens_per_minute(0),
            "`tokens_per_minute` is 0",
        ),
    ];
    for (limited, fault) in wrong {
        // However it is held, and whoever asks it.
        let boxed: Box<dyn Client + '_> = Box::new(Limited::new(&limited).in_flight(1));
        let fallback = Script::new(["1"]);
        for extractor in [
            Extractor::new(&limited),
            Extractor::new(&boxed),
            Extractor::new(&fallback).fallback(&limited),
        ] {
            let error = extractor.run::<u8>("?").await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Settings, "{error}");
            assert!(error.to_string().contains(fault), "{error}");
        }
        let judge = Judge::new(&limited, "it is odd");
        let checked = Extractor::new(&fallback)
            .run_checked::<u8>("?", judge)
            .await;
        assert_eq!(checked.unwrap_err().kind(), ErrorKind::Settings);
        assert!(fallback.requests().is_empty());
        let error = limited.complete(&request("?")).await.unwrap_err();
        assert_eq!(error.kind(), ClientErrorKind::Permanent);
    }
    assert!(script.requests().is_empty());
}

#[test]
fn no_runtime_is_needed() {
    let wait = Duration::from_millis(20);
    let script = Script::new([
        Err(ClientError::rate_limit(Some(wait))),
        Ok(Reply::text("1")),
    ]);
    let limited = Limited::new(&script);
    let extractor = Extractor::new(&limited).backoff(Backoff::none().tries(2));
    let extraction = door::block_on(extractor.run::<u8>("?")).unwrap();
    assert_eq!(extraction.value, 1);
}

#[test]
fn it_is_the_client_that_it_holds() {
    let script = Script::new(["1"]).modes([Mode::Tool]).named("small");
    let limited = Limited::new(&script).in_flight(3);
    assert_eq!(
        (limited.name(), limited.capabilities()),
        ("small", Client::capabilities(&script))
    );
    let shown = format!("{limited:?}");
    assert!(
        shown.contains("small") && shown.contains("in_flight: Some(3)"),
        "{shown}"
    );
}

/// What a request of the door's costs.
fn usage() -> Usage {
    Usage::new(1, 49)
}
