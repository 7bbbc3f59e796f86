//! What a run tells while it goes on.

use std::sync::Mutex;
use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, ClientError, ClientErrorKind, ErrorKind, Event, Extractor, Mode, Outcome, Reply,
    Strategy,
};

use crate::{BAD, GOOD, PROSE, Ticket, block_on, run};

const QUICK: Backoff = Backoff::new().base(Duration::from_micros(10));

fn told(event: &Event<'_>) -> String {
    match event {
        Event::Request {
            client,
            request,
            strategy,
            ..
        } => format!("request {client} {:?} {strategy:?}", request.mode),
        Event::Attempt(attempt) => format!(
            "attempt {}/{} {:?}",
            attempt.number(),
            attempt.total(),
            attempt.outcome()
        ),
        Event::ModeLost { client, mode, .. } => format!("lost {client} {mode:?}"),
        Event::Wait { client, wait, .. } => format!("wait {client} {}", *wait > Duration::ZERO),
        Event::Fallback {
            from, to, after, ..
        } => format!("fallback {from} {to} {after:?}"),
        Event::Done(attempts) => format!("done {}", attempts.len()),
        Event::Failed(error) => format!("failed {:?} {}", error.kind(), error.attempts().len()),
        _ => "unknown".to_owned(),
    }
}

#[test]
fn each_step_is_told_in_its_order() {
    let steps = Mutex::new(Vec::new());
    let attempts = Mutex::new(0);
    let unsupported = ClientError::new(ClientErrorKind::Unsupported, "no schema");
    let small = Script::new([
        Err(unsupported),
        Err(ClientError::transient("reset")),
        Ok(Reply::text(PROSE)),
        Ok(Reply::text(BAD)),
    ])
    .named("small")
    .modes([Mode::JsonSchema]);
    let large = Script::new([GOOD]).named("large");
    let extractor = Extractor::new(&small)
        .fallback(&large)
        .max_attempts(2)
        .backoff(QUICK)
        .on_attempt(|_| *attempts.lock().unwrap() += 1)
        .on_event(|event| steps.lock().unwrap().push(told(event)));
    run(&extractor).unwrap();
    assert_eq!(
        *steps.lock().unwrap(),
        [
            "request small JsonSchema None",
            "attempt 1/2 NoReply(Unsupported)",
            "lost small JsonSchema",
            "request small Prompt None",
            "attempt 1/4 NoReply(Transient)",
            "wait small true",
            "request small Prompt None",
            "attempt 1/2 NoJson",
            "request small Prompt Some(Reask)",
            "attempt 2/2 Shape",
            "fallback small large Shape",
            "request large Prompt None",
            "attempt 1/2 Valid",
            "done 5",
        ]
    );
    assert_eq!(*attempts.lock().unwrap(), 5);
}

#[test]
fn an_end_without_a_value_is_told() {
    let steps = Mutex::new(Vec::new());
    let script = Script::new([PROSE]);
    let extractor = Extractor::new(&script)
        .max_attempts(1)
        .on_event(|event| steps.lock().unwrap().push(told(event)));
    run(&extractor).unwrap_err();
    assert_eq!(steps.lock().unwrap().last().unwrap(), "failed Invalid 1");

    let nothing = Mutex::new(Vec::new());
    let extractor = Extractor::new(&script)
        .max_attempts(0)
        .on_event(|event| nothing.lock().unwrap().push(told(event)));
    assert_eq!(run(&extractor).unwrap_err().kind(), ErrorKind::Settings);
    assert_eq!(*nothing.lock().unwrap(), ["failed Settings 0"]);
}

#[test]
fn a_value_that_was_there_already_is_told_as_done() {
    let steps = Mutex::new(Vec::new());
    let script = Script::new([PROSE]);
    let extractor =
        Extractor::new(&script).on_event(|event| steps.lock().unwrap().push(told(event)));
    block_on(extractor.repair::<Ticket>("login is down", GOOD)).unwrap();
    assert_eq!(*steps.lock().unwrap(), ["done 0"]);
}

#[test]
fn waits_are_in_the_ledger() {
    let script = Script::new([
        Err(ClientError::rate_limit(Some(Duration::from_millis(3)))),
        Ok(Reply::text(GOOD)),
    ]);
    let extraction = run(&Extractor::new(&script)).unwrap();
    let attempts = extraction.attempts();
    assert!(attempts[0].waited() >= Duration::from_millis(3));
    assert_eq!(attempts[1].waited(), Duration::ZERO);
    assert_eq!(
        attempts[0].outcome(),
        Outcome::NoReply(ClientErrorKind::RateLimit)
    );
    assert_eq!(attempts[1].strategy(), None::<Strategy>);
}
