//! What is told about the attempts, on success and on failure.

use std::sync::Mutex;

use llm_parse::testing::Script;
use llm_parse::{ErrorKind, Extractor, Outcome, Reply, Usage};

use crate::{BAD, GOOD, PROSE, ask, run, usage};

fn paid(text: &str) -> Reply {
    Reply::text(text).with_usage(usage(100, 10))
}

#[test]
fn usage_is_summed_over_all_attempts() {
    let script = Script::new([paid(PROSE), paid(BAD), Reply::text("{}"), paid(GOOD)]);
    let extraction = ask(&script).unwrap();
    assert_eq!(extraction.usage(), usage(300, 30));
    assert_eq!(extraction.attempts()[2].usage(), Usage::default());

    let script = Script::new([paid(PROSE), paid(BAD)]);
    let error = run(&Extractor::new(&script).max_attempts(2)).unwrap_err();
    assert_eq!(error.usage(), usage(200, 20));
}

#[test]
fn a_failure_keeps_every_reply() {
    let script = Script::new([PROSE, BAD]);
    let error = run(&Extractor::new(&script).max_attempts(2)).unwrap_err();
    let replies: Vec<_> = error
        .attempts()
        .iter()
        .filter_map(|a| a.reply())
        .map(|r| r.content.as_str())
        .collect();
    assert_eq!(replies, [PROSE, BAD]);
    assert!(
        error
            .attempts()
            .iter()
            .all(|attempt| !attempt.violations().is_empty())
    );
    assert_eq!(error.attempts()[0].outcome(), Outcome::NoJson);
    assert_eq!(error.attempts()[0].client(), "script");
}

#[test]
fn the_message_counts_the_attempts() {
    let fail = |n| {
        let script = Script::new(vec![PROSE; 9]);
        run(&Extractor::new(&script).max_attempts(n))
            .unwrap_err()
            .to_string()
    };
    assert!(
        fail(1).starts_with("no valid value after 1 attempt: "),
        "{}",
        fail(1)
    );
    assert!(
        fail(3).starts_with("no valid value after 3 attempts: "),
        "{}",
        fail(3)
    );
    assert_eq!(fail(3).lines().count(), 1);
}

#[test]
fn the_payload_has_the_facts_for_an_answer() {
    let script = Script::new([PROSE, BAD]);
    let error = run(&Extractor::new(&script).max_attempts(2)).unwrap_err();
    let payload = error.payload(&"é".repeat(300));
    assert_eq!(payload["error"], true);
    assert_eq!(payload["message"], error.to_string());
    assert_eq!(payload["kind"], "Invalid");
    assert_eq!(payload["attempts"], 2);
    assert_eq!(
        payload["original_query"].as_str().unwrap().chars().count(),
        200
    );
    assert_eq!(payload["errors"].as_array().unwrap().len(), 2);
}

#[test]
fn every_attempt_is_reported_once() {
    let seen = Mutex::new(Vec::new());
    let script = Script::new([PROSE, BAD, GOOD]);
    let extractor =
        Extractor::new(&script).on_attempt(|attempt| seen.lock().unwrap().push(attempt.outcome()));
    run(&extractor).unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [Outcome::NoJson, Outcome::Shape, Outcome::Valid]
    );
}

#[test]
fn the_budget_of_tokens_ends_what_is_not_done() {
    let script = Script::new([paid(PROSE), paid(PROSE), paid(GOOD)]);
    let error = run(&Extractor::new(&script).token_budget(150)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Budget);
    assert_eq!(script.requests().len(), 2);
}

#[test]
fn a_value_that_goes_over_the_budget_is_taken() {
    let script = Script::new([paid(GOOD)]);
    assert!(run(&Extractor::new(&script).token_budget(1)).is_ok());
}

#[test]
fn a_failure_names_its_violations_as_the_source() {
    let script = Script::new([BAD]);
    let error = run(&Extractor::new(&script).max_attempts(1)).unwrap_err();
    let source = std::error::Error::source(&error).unwrap();
    let violations = source.downcast_ref::<llm_parse::Violations>().unwrap();
    assert_eq!(**violations, *error.violations());
}
