//! When which client is asked, and how.

use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, Capabilities, ClientError, ClientErrorKind, ClientSettings, Extractor, Finish, Mode,
    Outcome, Parameters, Policy, Reply, Session, Step, client_fn,
};
use serde_json::json;

use crate::{BAD, GOOD, PROSE, Ticket, block_on, run};

const QUICK: Backoff = Backoff::new().base(Duration::from_micros(10)).tries(2);

fn fault(kind: ClientErrorKind) -> [Result<Reply, ClientError>; 2] {
    [0; 2].map(|_| Err(ClientError::new(kind, "no")))
}

/// A client that is given up, and what its last attempt came to.
fn given_up() -> Vec<(Outcome, Script)> {
    let text = |text: &str| Script::new([text, text]);
    let cut = || Reply::text(r#"{"title": "Lo"#).with_finish(Finish::Length);
    let mut all = vec![
        (
            Outcome::Refused,
            Script::new([Reply::text("").with_refusal("no")]),
        ),
        (Outcome::CutOff, Script::new([cut(), cut()])),
        (Outcome::Empty, text("")),
        (Outcome::NoJson, text(PROSE)),
        (Outcome::Shape, text(BAD)),
    ];
    for kind in [
        ClientErrorKind::Transient,
        ClientErrorKind::RateLimit,
        ClientErrorKind::Auth,
        ClientErrorKind::Permanent,
    ] {
        all.push((Outcome::NoReply(kind), Script::new(fault(kind))));
    }
    all
}

#[test]
fn a_fallback_is_asked_after_whatever_ended_the_client_before_it() {
    for (outcome, first) in given_up() {
        let second = Script::new([GOOD]).named("large");
        let extractor = Extractor::new(&first)
            .fallback(&second)
            .max_attempts(2)
            .backoff(QUICK);
        let extraction = run(&extractor).unwrap();
        let attempts = extraction.attempts();
        assert_eq!(attempts[attempts.len() - 2].outcome(), outcome);
        assert_eq!(attempts.last().unwrap().client(), "large");
    }
}

#[test]
fn a_fallback_may_be_for_some_failures_only() {
    for (outcome, first) in given_up() {
        let second = Script::new([GOOD]).named("never");
        let third = Script::new([GOOD]).named("after");
        let others = given_up()
            .into_iter()
            .map(|(other, _)| other)
            .filter(|other| *other != outcome);
        let extractor = Extractor::new(&first)
            .fallback_with(&second, ClientSettings::new().after(others))
            .fallback_with(&third, ClientSettings::new().after([outcome]))
            .max_attempts(2)
            .backoff(QUICK);
        let extraction = run(&extractor).unwrap();
        assert_eq!(extraction.attempts().last().unwrap().client(), "after");
        assert!(second.requests().is_empty());
    }
}

#[test]
fn where_no_fallback_is_for_the_failure_the_run_ends() {
    let first = Script::new([Reply::text("").with_refusal("I will not")]);
    let second = Script::new([GOOD]);
    let settings = ClientSettings::new().after([Outcome::CutOff]);
    let error = run(&Extractor::new(&first).fallback_with(&second, settings)).unwrap_err();
    assert_eq!(error.kind(), llm_parse::ErrorKind::Refused);
    assert!(second.requests().is_empty());
}

#[test]
fn a_client_has_settings_of_its_own() {
    let first = Script::new([PROSE]).modes([Mode::JsonSchema]);
    let second = Script::new([PROSE, PROSE, GOOD]).modes([Mode::JsonSchema]);
    let settings = ClientSettings::new()
        .model("large")
        .mode(Mode::JsonObject)
        .temperature(0.25)
        .max_tokens(500)
        .max_attempts(3);
    let extractor = Extractor::new(&first)
        .fallback_with(&second, settings)
        .max_attempts(1)
        .temperature(1.0);
    let extraction = run(&extractor).unwrap();
    assert_eq!(extraction.attempts().len(), 4);
    assert_eq!(extraction.attempts()[0].mode(), Mode::JsonSchema);
    assert_eq!(extraction.attempts()[1].mode(), Mode::JsonObject);
    assert_eq!(extraction.attempts()[1].client(), "large");
    let (small, large) = (&first.requests()[0], &second.requests()[0]);
    assert_eq!(small.parameters.temperature, Some(1.0));
    assert_eq!(small.parameters.max_tokens, None);
    assert_eq!(small.parameters.model, None);
    assert_eq!(large.parameters.temperature, Some(0.25));
    assert_eq!(large.parameters.max_tokens, Some(500));
    assert_eq!(large.parameters.model.as_deref(), Some("large"));
}

#[test]
fn parameters_that_a_client_does_not_set_are_the_policy_s() {
    let mut shared = Parameters::default();
    shared.temperature = Some(0.5);
    shared.seed = Some(7);
    shared.extra.insert("top_p".into(), json!(0.9));
    shared.extra.insert("user".into(), json!("a"));
    let mut own = Parameters::default();
    own.max_tokens = Some(9);
    own.extra.insert("user".into(), json!("b"));
    let (first, second) = (Script::new([PROSE]), Script::new([GOOD]));
    let extractor = Extractor::new(&first)
        .fallback_with(&second, ClientSettings::new().parameters(own))
        .max_attempts(1)
        .parameters(shared);
    run(&extractor).unwrap();
    let sent = &second.requests()[0].parameters;
    assert_eq!(
        (sent.temperature, sent.seed, sent.max_tokens),
        (Some(0.5), Some(7), Some(9))
    );
    assert_eq!(sent.extra["top_p"], 0.9);
    assert_eq!(sent.extra["user"], "b");
}

#[test]
fn settings_of_a_client_may_be_wrong() {
    let (first, second) = (Script::new([GOOD]), Script::new([GOOD]));
    let settings = ClientSettings::new().max_attempts(0);
    let error = run(&Extractor::new(&first).fallback_with(&second, settings)).unwrap_err();
    assert_eq!(error.kind(), llm_parse::ErrorKind::Settings);
    assert!(first.requests().is_empty());
}

#[test]
fn a_policy_that_is_set_later_leaves_the_clients_their_settings() {
    let (first, second) = (Script::new([PROSE]), Script::new([GOOD]));
    let settings = ClientSettings::new().mode(Mode::JsonObject);
    let extractor = Extractor::new(&first)
        .fallback_with(&second, settings)
        .policy(Policy::new().max_attempts(1));
    run(&extractor).unwrap();
    assert_eq!(second.requests()[0].mode, Mode::JsonObject);
}

#[test]
fn a_session_has_the_same_settings() {
    let policy = Policy::new().max_attempts(1).client(
        1,
        ClientSettings::new()
            .mode(Mode::JsonObject)
            .after([Outcome::NoJson]),
    );
    let clients = [Capabilities::default(), Capabilities::default()];
    let mut session = Session::<Ticket>::new("login is down", policy.clone(), &clients);
    assert!(matches!(session.next(), Step::Send { client: 0, .. }));
    session.receive(Ok(Reply::text(PROSE)), Duration::ZERO);
    let Step::Send { client, request } = session.next() else {
        panic!()
    };
    assert_eq!((client, request.mode), (1, Mode::JsonObject));

    let mut session = Session::<Ticket>::new("login is down", policy, &clients);
    session.receive(Ok(Reply::text(BAD)), Duration::ZERO);
    assert!(matches!(session.next(), Step::Failed(_)));
}

#[test]
fn a_reply_that_failed_elsewhere_may_lead_to_a_fallback() {
    let (first, second) = (Script::new([PROSE]), Script::new([GOOD]));
    let refused = Reply::text("").with_refusal("no");
    let settings = ClientSettings::new().after([Outcome::Refused]);
    let extractor = Extractor::new(&first).fallback_with(&second, settings);
    block_on(extractor.repair::<Ticket>("login is down", PROSE)).unwrap_err();
    assert!(second.requests().is_empty());

    let first = Script::new([refused]);
    let settings = ClientSettings::new().after([Outcome::Refused]);
    let extractor = Extractor::new(&first).fallback_with(&second, settings);
    let extraction = block_on(extractor.repair::<Ticket>("login is down", PROSE)).unwrap();
    assert_eq!(extraction.attempts().len(), 2);
}

#[test]
fn a_wait_that_the_deadline_forbids_leads_to_the_fallback() {
    let first = Script::new([ClientError::rate_limit(Some(Duration::from_secs(30)))]);
    let second = Script::new([GOOD]);
    let extractor = Extractor::new(&first)
        .fallback(&second)
        .deadline(Duration::from_secs(10));
    assert_eq!(run(&extractor).unwrap().attempts().len(), 2);
}

#[test]
fn a_function_is_the_last_resort() {
    let first = Script::new([PROSE, PROSE]);
    let by_rule = client_fn(|request| async move {
        let asked = request
            .messages()
            .last()
            .map(|message| message.text().len());
        Ok(Reply::text(format!(
            r#"{{"title": "by rule", "priority": {}}}"#,
            asked.unwrap_or_default() % 5
        )))
    });
    let extractor = Extractor::new(&first).fallback(by_rule).max_attempts(2);
    assert_eq!(run(&extractor).unwrap().value.title, "by rule");
}
