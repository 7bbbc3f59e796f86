//! Fallback clients, and clients that are closures.

use std::sync::Arc;

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, Client, ClientError, ClientErrorKind, ErrorKind, Extractor, Reply, client_fn,
};

use crate::{BAD, GOOD, PROSE, Ticket, ask, block_on, roles, run};

#[test]
fn a_closure_is_a_client() {
    let client = client_fn(|request| async move {
        assert!(request.messages()[0].text().contains("JSON"));
        Ok(Reply::text(GOOD))
    });
    let ticket: Ticket = block_on(llm_parse::extract(&client, "login is down")).unwrap();
    assert_eq!(ticket.priority, 5);
}

#[test]
fn references_boxes_and_arcs_are_clients() {
    let shared = Arc::new(Script::new([GOOD, GOOD, GOOD]));
    run(&Extractor::new(&*shared)).unwrap();
    run(&Extractor::new(Arc::clone(&shared))).unwrap();
    let boxed: Box<dyn Client> = Box::new(Arc::clone(&shared));
    run(&Extractor::new(boxed)).unwrap();
    assert_eq!(shared.requests().len(), 3);
}

#[test]
fn the_fallback_is_asked_after_a_refusal_an_ended_ladder_or_a_broken_client() {
    let first: [fn() -> Script; 4] = [
        || Script::new([Reply::text("").with_refusal("no")]),
        || Script::new([BAD, PROSE]),
        || Script::new([ClientError::new(ClientErrorKind::Auth, "no key")]),
        || {
            Script::new([ClientError::rate_limit(Some(
                std::time::Duration::from_secs(9_999),
            ))])
        },
    ];
    for first in first {
        let (first, second) = (first().named("small"), Script::new([GOOD]).named("large"));
        let extractor = Extractor::new(&first).fallback(&second).max_attempts(2);
        let extraction = run(&extractor).unwrap();
        assert_eq!(extraction.attempts().last().unwrap().client(), "large");
        assert_eq!(extraction.attempts()[0].client(), "small");
        assert_eq!(second.requests().len(), 1);
    }
}

#[test]
fn the_fallback_starts_afresh() {
    let first = Script::new([BAD, PROSE]);
    let second = Script::new([BAD, GOOD]);
    let extractor = Extractor::new(&first).fallback(&second).max_attempts(2);
    let extraction = run(&extractor).unwrap();
    assert_eq!(second.requests()[0], first.requests()[0]);
    assert_eq!(extraction.attempts()[2].strategy(), None);
    assert_eq!(roles(&second.requests()[1]).len(), 4);
}

#[test]
fn a_used_up_script_says_which_reply_is_missing() {
    let script = Script::new([PROSE]);
    let error = ask(&script).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Client);
    assert!(error.to_string().contains("no reply 2"), "{error}");
}

#[test]
fn a_script_plays_all_kinds_of_replies() {
    let script = Script::new([
        Ok("{}".into()),
        Err(ClientError::transient("reset")),
        Ok(Reply::text(GOOD)),
    ]);
    let quick = Backoff::new().base(std::time::Duration::from_micros(10));
    assert_eq!(
        run(&Extractor::new(&script).backoff(quick))
            .unwrap()
            .attempts()
            .len(),
        3
    );
}
