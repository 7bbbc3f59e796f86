//! Checks that are given with the call.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, Check, ClientError, Code, ErrorKind, Event, Extractor, Outcome, Policy, Reply,
    Segment, Session, SessionState, Step, Strategy, Verdict, Violation, Violations, blocking,
    check_fn, client_fn,
};
use serde::{Deserialize, Serialize};

use crate::{BAD, GOOD, PROSE, Ticket, block_on, text};

pub(crate) const LOW: &str = r#"{"title": "Login is down", "priority": 1}"#;

fn urgent(ticket: &Ticket) -> Result<(), Verdict> {
    match ticket.priority {
        5.. => Ok(()),
        _ => Err(Verdict::retry_at("/priority", "an outage has priority 5")),
    }
}

#[test]
fn what_a_check_finds_is_told_with_its_path() {
    let script = Script::new([LOW, GOOD]);
    let extraction = block_on(Extractor::new(&script).run_checked("x", urgent)).unwrap();
    assert_eq!(extraction.value.priority, 5);
    let first = &extraction.attempts()[0];
    assert_eq!(first.outcome(), Outcome::Check);
    assert_eq!(first.violations()[0].code(), Code::Check);
    assert_eq!(first.partial().unwrap()["priority"], 1);
    let told = text(&script.requests()[1]);
    assert!(
        told.contains("- /priority: an outage has priority 5"),
        "{told}"
    );
}

#[test]
fn a_check_holds_any_context() {
    let known = vec!["Login is down".to_owned()];
    let script = Script::new([r#"{"title": "x", "priority": 5}"#, GOOD]);
    let check = |ticket: &Ticket| {
        let is_known = known.contains(&ticket.title);
        let fault = || format!("title must be one of {known:?}");
        is_known.then_some(()).ok_or_else(fault)
    };
    let extraction = block_on(Extractor::new(&script).run_checked("x", check)).unwrap();
    assert_eq!(extraction.value.title, known[0]);
    assert!(text(&script.requests()[1]).contains("one of [\"Login is down\"]"));
}

#[test]
fn a_check_may_wait() {
    let script = Script::new([LOW, GOOD]);
    let database = |priority: u8| async move {
        tokio::task::yield_now().await;
        Ok::<_, std::io::Error>(priority == 5)
    };
    let check = check_fn(|ticket: &Ticket| {
        let priority = ticket.priority;
        async move {
            let is_there = database(priority).await.map_err(Verdict::abort)?;
            let fault = || Verdict::from("no such priority");
            is_there.then_some(()).ok_or_else(fault)
        }
    });
    let extraction = block_on(Extractor::new(&script).run_checked("x", check)).unwrap();
    assert_eq!(extraction.attempts().len(), 2);
}

#[test]
fn what_several_checks_find_is_told_together() {
    let script = Script::new([LOW, GOOD]);
    let title = |_: &Ticket| Err::<(), _>(Verdict::retry_at("/title", "say more"));
    let none = |_: &Ticket| Ok::<(), &str>(());
    let error = block_on(
        Extractor::new(&script)
            .max_attempts(1)
            .run_checked("x", (urgent, none, title)),
    );
    let found: Vec<_> = error
        .unwrap_err()
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(found, ["/priority", "/title"]);

    let list: Vec<Box<dyn Check<Ticket>>> = vec![Box::new(urgent), Box::new(none)];
    let script = Script::new([LOW, GOOD]);
    let extraction = blocking::run_checked(&Extractor::new(&script), "x", list).unwrap();
    assert_eq!(extraction.value.priority, 5);
}

#[test]
fn a_check_runs_on_sound_values_only_and_once_for_each() {
    let script = Script::new([
        PROSE,
        BAD,
        LOW,
        LOW,
        r#"{"title":"Login is down","priority":1}"#,
        GOOD,
    ]);
    let seen = Mutex::new(Vec::new());
    let check = |ticket: &Ticket| {
        seen.lock().unwrap().push(ticket.priority);
        urgent(ticket)
    };
    let extractor = Extractor::new(&script).max_attempts(6);
    let extraction = block_on(extractor.run_checked("x", check)).unwrap();
    assert_eq!(*seen.lock().unwrap(), [1, 5]);
    let outcomes: Vec<_> = extraction
        .attempts()
        .iter()
        .map(llm_parse::Attempt::outcome)
        .collect();
    assert_eq!(
        outcomes,
        [
            Outcome::NoJson,
            Outcome::Shape,
            Outcome::Check,
            Outcome::Check,
            Outcome::Check,
            Outcome::Valid
        ]
    );
    assert_eq!(extraction.attempts()[4].violations().len(), 1);
}

#[test]
fn an_error_of_the_check_itself_ends_the_run() {
    let (script, second) = (Script::new([GOOD, GOOD]), Script::new([GOOD]));
    let extractor = Extractor::new(&script).fallback(&second);
    let down = |_: &Ticket| Err::<(), _>(Verdict::abort(ClientError::transient("db is down")));
    let error = block_on(extractor.run_checked("x", (urgent, down))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
    assert!(
        std::error::Error::source(&error)
            .unwrap()
            .is::<ClientError>()
    );
    assert_eq!(error.attempts()[0].outcome(), Outcome::Aborted);
    assert_eq!(error.best().unwrap().partial().unwrap()["priority"], 5);
    assert_eq!((script.requests().len(), second.requests().len()), (1, 0));
}

#[test]
fn the_deadline_bounds_a_check() {
    let script = Script::new([GOOD]);
    let never = check_fn(|_: &Ticket| std::future::pending::<Result<(), Verdict>>());
    let extractor = Extractor::new(&script).deadline(Duration::from_millis(50));
    let error = block_on(extractor.run_checked("x", never)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert_eq!(error.attempts()[0].error(), Some("a check took too long"));
}

#[test]
fn futures_with_checks_can_move_between_threads() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let script = Script::new([GOOD]);
    let extractor = Extractor::new(&script);
    let calls = AtomicUsize::new(0);
    let count = |_: &Ticket| {
        calls.fetch_add(1, Ordering::Relaxed);
        Ok::<(), Violations>(())
    };
    block_on(is_send(extractor.run_checked::<Ticket>("x", count))).unwrap();
    assert_eq!(calls.into_inner(), 1);
}

#[test]
fn each_attempt_is_reported_once_and_after_its_checks() {
    let script = Script::new([PROSE, LOW, GOOD]);
    let seen = Mutex::new(Vec::new());
    let extractor =
        Extractor::new(&script).on_attempt(|attempt| seen.lock().unwrap().push(attempt.outcome()));
    block_on(extractor.run_checked("x", urgent)).unwrap();
    let seen = seen.lock().unwrap();
    assert_eq!(*seen, [Outcome::NoJson, Outcome::Check, Outcome::Valid]);
}

#[test]
fn repair_is_not_spoilt_by_a_check_that_takes_back_the_given_reply() {
    let mut session =
        Session::<Ticket>::repair("x", LOW, Policy::new(), &[Capabilities::default()]);
    assert!(matches!(session.next(), Step::Done(_)));
    session.reject(Violation::check("/priority", "an outage has priority 5"));
    let Step::Send { request, .. } = session.next() else {
        panic!()
    };
    assert!(text(&request).contains("an outage has priority 5"));
}

#[test]
fn a_session_takes_back_its_value_also_after_it_was_stored() {
    let clients = [Capabilities::default()];
    let mut session = Session::<Ticket>::new("x", Policy::new(), &clients);
    session.next();
    session.receive(Ok(Reply::text(LOW)), Duration::ZERO);
    let stored = serde_json::to_string(&session.state()).unwrap();
    let mut resumed =
        Session::<Ticket>::resume(serde_json::from_str(&stored).unwrap(), Policy::new());
    for session in [&mut session, &mut resumed] {
        let Step::Done(extraction) = session.next() else {
            panic!()
        };
        session.record(Vec::new(), Duration::from_secs(1));
        let Err(Verdict::Retry(violations)) = urgent(&extraction.value) else {
            panic!()
        };
        session.reject(violations);
    }
    assert_eq!(session.state(), resumed.state());
    let (Step::Send { request: a, .. }, Step::Send { request: b, .. }) =
        (session.next(), resumed.next())
    else {
        panic!()
    };
    assert_eq!(a, b);
    session.reject(Violation::check("", "there is no value now"));
    assert_eq!(session.state(), resumed.state());
    session.receive(Ok(Reply::text(GOOD)), Duration::ZERO);
    session.abort("the database is down");
    let Step::Failed(error) = session.next() else {
        panic!()
    };
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

#[test]
fn the_path_of_a_check_is_that_of_the_value() {
    #[derive(Debug, Deserialize, Serialize, llm_parse::LlmExtract)]
    struct Years {
        sums: std::collections::BTreeMap<String, Vec<u8>>,
    }
    let script = Script::new([r#"{"sums": {"2024": [1]}}"#]);
    let check = |_: &Years| Err::<(), _>(Verdict::retry_at("/sums/2024/0", "too small"));
    let error = block_on(
        Extractor::new(&script)
            .max_attempts(1)
            .run_checked("x", check),
    );
    let error = error.unwrap_err();
    let steps = error.violations()[0].path().segments();
    assert_eq!(steps[1], Segment::Key("2024".into()));
    assert_eq!(steps[2], Segment::Index(0));
}

#[test]
fn a_run_that_is_checked_turns_to_a_fallback_once() {
    let (first, second) = (Script::new([LOW, LOW]), Script::new([LOW, GOOD]));
    let seen = Mutex::new(Vec::new());
    let extractor = Extractor::new(&first)
        .fallback(&second)
        .max_attempts(2)
        .on_event(|event| {
            seen.lock().unwrap().push(match event {
                Event::Request { .. } => "request",
                Event::Attempt(_) => "attempt",
                Event::Fallback { .. } => "fallback",
                Event::Done(_) => "done",
                _ => "other",
            });
        });
    let extraction = block_on(extractor.run_checked("x", urgent)).unwrap();
    assert_eq!(extraction.attempts().len(), 4);
    drop(extractor);
    let steps = seen.into_inner().unwrap();
    assert_eq!(
        steps,
        [
            "request", "attempt", "request", "attempt", "fallback", "request", "attempt",
            "request", "attempt", "done"
        ]
    );
}

#[test]
fn a_check_s_violations_are_mended_by_their_paths() {
    let script = Script::new([LOW, r#"{"priority": 5}"#]);
    let extractor = Extractor::new(&script).strategies([Strategy::Focus]);
    let extraction = block_on(extractor.run_checked("x", urgent)).unwrap();
    assert_eq!(extraction.value.priority, 5);
    assert_eq!(extraction.value.title, "Login is down");
    assert!(!text(&script.requests()[1]).contains("title:"));
}

#[test]
fn a_text_session_goes_on_where_it_was() {
    let clients = [Capabilities::default()];
    let mut session = Session::text("6 * 7?", Policy::new(), &clients);
    session.next();
    session.receive(Ok(Reply::text("forty-two")), Duration::ZERO);
    let mut again = Session::resume_text(session.state(), Policy::new());
    let Step::Done(extraction) = again.next() else {
        panic!()
    };
    assert_eq!(extraction.value, "forty-two");
    again.reject(Violation::check("", "write digits"));
    let mut again = Session::resume_text(again.state(), Policy::new());
    let Step::Send { request, .. } = again.next() else {
        panic!()
    };
    assert!(text(&request).contains("write digits"));
    assert!(!text(&request).contains("JSON"));
}

#[test]
fn a_patch_mends_what_a_check_finds() {
    fn run(check: impl Check<Ticket>, patch: &str) {
        let script = Script::new([LOW, patch]);
        let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
        let extraction = block_on(extractor.run_checked("x", check)).unwrap();
        assert_eq!(extraction.value.priority, 5);
        assert_eq!(extraction.attempts()[1].strategy(), Some(Strategy::Patch));
        assert_eq!(
            extraction.answer(),
            r#"{"title":"Login is down","priority":5}"#
        );
    }

    let patch = r#"{"operations": [{"op": "replace", "path": "/priority", "value": 5}]}"#;
    let whole = |ticket: &Ticket| match ticket.priority {
        5.. => Ok(()),
        _ => Err("an outage has priority 5"),
    };
    run(urgent, patch);
    run(whole, patch);
}

/// Plays a session with a check; where `stored`, its state goes through text between any two steps.
fn played(replies: &[&str], stored: bool) -> (SessionState, Vec<String>) {
    let clients = [Capabilities::default(), Capabilities::default()];
    let policy = || Policy::new().max_attempts(3);
    let mut session = Session::<Ticket>::new("x", policy(), &clients);
    let mut replies = replies.iter();
    let mut asked = Vec::new();
    loop {
        if stored {
            let state = serde_json::to_string(&session.state()).unwrap();
            session = Session::resume(serde_json::from_str(&state).unwrap(), policy());
        }
        match session.next() {
            Step::Send { request, .. } => {
                asked.push(text(&request));
                let reply = Reply::text(*replies.next().unwrap_or(&GOOD));
                session.receive(Ok(reply), Duration::from_millis(3));
            }
            Step::Done(extraction) => match urgent(&extraction.value) {
                Err(Verdict::Retry(violations)) => {
                    session.record(Vec::new(), Duration::from_millis(1));
                    session.reject(violations);
                }
                _ => return (unseeded(&session), asked),
            },
            Step::Failed(_) => return (unseeded(&session), asked),
            _ => panic!(),
        }
    }
}

/// The state with the same seed for all.
fn unseeded(session: &Session<Ticket>) -> SessionState {
    let mut state = serde_json::to_value(session.state()).unwrap();
    state["seed"] = 1.into();
    serde_json::from_value(state).unwrap()
}

#[test]
fn a_checked_session_that_is_stored_between_any_two_steps_ends_the_same() {
    let patch = r#"{"operations": [{"op": "replace", "path": "/priority", "value": 5}]}"#;
    for replies in [
        &[LOW, GOOD][..],
        &[PROSE, LOW, LOW, LOW, GOOD],
        &[BAD, LOW, patch],
        &[LOW, LOW, LOW, LOW, LOW, LOW],
    ] {
        let (state, asked) = played(replies, false);
        let (resumed, asked_again) = played(replies, true);
        assert_eq!(state, resumed);
        assert_eq!(asked, asked_again);
    }
}

#[test]
fn a_checked_run_may_be_dropped_at_any_await() {
    let wait = |n: usize| async move {
        for _ in 0..n {
            tokio::task::yield_now().await;
        }
    };
    let client = client_fn(move |_| async move {
        wait(2).await;
        Ok(Reply::text(LOW))
    });
    let extractor = Extractor::new(client);
    let check = || {
        check_fn(move |ticket: &Ticket| {
            let verdict = urgent(ticket);
            async move {
                wait(3).await;
                verdict
            }
        })
    };
    block_on(async {
        for polls in 1..40 {
            let mut run = std::pin::pin!(extractor.run_checked("x", check()));
            let mut left = polls;
            let ended = std::future::poll_fn(|context| {
                left -= 1;
                match run.as_mut().poll(context) {
                    Poll::Ready(result) => Poll::Ready(Some(result)),
                    Poll::Pending if left == 0 => Poll::Ready(None),
                    Poll::Pending => Poll::Pending,
                }
            })
            .await;
            if let Some(result) = ended {
                assert_eq!(result.unwrap_err().attempts().len(), 4);
            }
        }
    });
}
