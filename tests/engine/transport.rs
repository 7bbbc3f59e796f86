//! Requests that failed on their way.

use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, Capabilities, ClientError, ClientErrorKind, ErrorKind, Extractor, Outcome, Policy,
    Reply, Session, Step,
};

use crate::{GOOD, PROSE, Ticket, run};

const QUICK: Backoff = Backoff::new().base(Duration::from_micros(10));

fn session(policy: Policy) -> Session<Ticket> {
    Session::new("login is down", policy, &[Capabilities::default()])
}

fn fail(session: &mut Session<Ticket>, error: ClientError) -> Step<Ticket> {
    assert!(matches!(session.next(), Step::Send { .. }));
    session.receive(Err(error), Duration::from_millis(10));
    session.next()
}

fn wait(step: &Step<Ticket>) -> Duration {
    match step {
        Step::Wait(wait) => *wait,
        other => panic!("no wait but {other:?}"),
    }
}

#[test]
fn a_transient_fault_is_retried_and_never_reaches_the_prompt() {
    let script = Script::new([Err(ClientError::transient("reset")), Ok(Reply::text(GOOD))]);
    let extraction = run(&Extractor::new(&script).max_attempts(1).backoff(QUICK)).unwrap();
    let requests = script.requests();
    assert_eq!(requests[0], requests[1]);
    assert_eq!(
        extraction.attempts()[0].outcome(),
        Outcome::NoReply(ClientErrorKind::Transient)
    );
    assert_eq!(extraction.attempts()[0].error(), Some("reset"));
    assert_eq!(extraction.attempts()[1].strategy(), None);
}

#[test]
fn transport_faults_have_a_budget_of_their_own() {
    let fault = || Err(ClientError::transient("reset"));
    let answer = |text: &str| Ok(Reply::text(text));
    let script = Script::new([
        fault(),
        fault(),
        fault(),
        answer(PROSE),
        fault(),
        fault(),
        fault(),
        answer(GOOD),
    ]);
    let extraction = run(&Extractor::new(&script).max_attempts(2).backoff(QUICK)).unwrap();
    assert_eq!(extraction.attempts().len(), 8);
}

#[test]
fn a_client_that_fails_too_often_is_given_up() {
    let script = Script::new([(); 9].map(|()| ClientError::transient("reset").with_status(503)));
    let error = run(&Extractor::new(&script).backoff(QUICK)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Client);
    assert_eq!(
        error.to_string(),
        "the client failed after 4 attempts: reset (status 503)"
    );
    assert_eq!(script.requests().len(), 4);
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(
        source.downcast_ref::<ClientError>().unwrap().status(),
        Some(503)
    );
}

#[test]
fn what_cannot_succeed_is_not_sent_again() {
    for kind in [
        ClientErrorKind::Auth,
        ClientErrorKind::Permanent,
        ClientErrorKind::Unsupported,
    ] {
        let script = Script::new([ClientError::new(kind, "no")]);
        let error = run(&Extractor::new(&script)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Client);
        assert_eq!(script.requests().len(), 1);
    }
}

#[test]
fn waits_grow_with_jitter_under_a_ceiling() {
    let backoff = Backoff::new()
        .tries(12)
        .base(Duration::from_secs(1))
        .cap(Duration::from_secs(8));
    let mut session = session(Policy::new().backoff(backoff));
    for ceiling in [1, 2, 4, 8, 8, 8] {
        let wait = wait(&fail(&mut session, ClientError::transient("reset")));
        assert!(
            wait > Duration::ZERO && wait <= Duration::from_secs(ceiling),
            "{wait:?}"
        );
        session.waited(wait);
    }
}

#[test]
fn the_server_s_wait_wins() {
    let mut session = session(Policy::new());
    let asked = Duration::from_secs(7);
    assert_eq!(
        wait(&fail(&mut session, ClientError::rate_limit(Some(asked)))),
        asked
    );
    session.waited(Duration::from_secs(3));
    assert_eq!(wait(&session.next()), Duration::from_secs(4));
    session.waited(Duration::from_secs(4));
    assert!(matches!(session.next(), Step::Send { .. }));
}

#[test]
fn a_wait_of_nothing_is_no_wait_of_the_server_s() {
    let mut session = session(Policy::new());
    let step = fail(&mut session, ClientError::rate_limit(Some(Duration::ZERO)));
    assert!(wait(&step) > Duration::ZERO);
}

#[test]
fn a_wait_above_the_cap_ends_at_once() {
    let mut session = session(Policy::new());
    let step = fail(
        &mut session,
        ClientError::rate_limit(Some(Duration::from_secs(1_893_456_000))),
    );
    let Step::Failed(error) = step else {
        panic!("{step:?}")
    };
    assert_eq!(error.kind(), ErrorKind::RateLimit);
    assert_eq!(
        error.to_string(),
        "too many requests after 1 attempt: too many requests; the server asks to wait 1893456000s"
    );
}

#[test]
fn a_semantic_retry_never_waits() {
    let mut session = session(Policy::new());
    for _ in 0..3 {
        assert!(matches!(session.next(), Step::Send { .. }));
        session.receive(Ok(Reply::text(PROSE)), Duration::ZERO);
    }
    assert!(matches!(session.next(), Step::Send { .. }));
}

#[test]
fn the_deadline_counts_requests_and_waits() {
    let mut session = session(Policy::new().deadline(Duration::from_secs(10)));
    assert_eq!(session.remaining(), Some(Duration::from_secs(10)));
    session.receive(Ok(Reply::text(PROSE)), Duration::from_secs(6));
    assert_eq!(session.remaining(), Some(Duration::from_secs(4)));
    assert!(matches!(session.next(), Step::Send { .. }));
    session.receive(Ok(Reply::text(PROSE)), Duration::from_secs(6));
    let Step::Failed(error) = session.next() else {
        panic!()
    };
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert_eq!(error.attempts().len(), 2);
}

#[test]
fn a_wait_that_the_deadline_forbids_is_not_begun() {
    let mut session = session(Policy::new().deadline(Duration::from_secs(10)));
    let step = fail(
        &mut session,
        ClientError::rate_limit(Some(Duration::from_secs(30))),
    );
    let Step::Failed(error) = step else {
        panic!("{step:?}")
    };
    assert_eq!(error.kind(), ErrorKind::Deadline);
}

#[test]
fn a_value_that_comes_late_is_still_a_value() {
    let mut session = session(Policy::new().deadline(Duration::from_secs(1)));
    assert!(matches!(session.next(), Step::Send { .. }));
    session.receive(Ok(Reply::text(GOOD)), Duration::from_secs(2));
    assert!(matches!(session.next(), Step::Done(_)));
}
