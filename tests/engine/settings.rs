//! Settings that make no sense: an error that names them, before any request, wherever they are set.

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, Capabilities, ClientSettings, Error, ErrorKind, Extractor, Judge, Outcome, Parameters,
    Policy, Prompt, Reader, Session, Step, blocking,
};
use serde_json::json;

use crate::{GOOD, Ticket, block_on, run};

/// Runs with these settings; what the error says.
fn fault(set: impl FnOnce(Extractor<'_>) -> Extractor<'_>) -> String {
    let script = Script::new([GOOD]);
    let error = run(&set(Extractor::new(&script))).unwrap_err();
    assert!(script.requests().is_empty());
    said(&error)
}

fn said(error: &Error) -> String {
    assert_eq!(error.kind(), ErrorKind::Settings, "{error}");
    assert!(error.attempts().is_empty());
    error.to_string()
}

#[test]
fn limits_of_nothing() {
    let faults = [
        (fault(|e| e.max_attempts(0)), "`max_attempts` is 0"),
        (fault(|e| e.token_budget(0)), "`token_budget` is 0"),
        (
            fault(|e| e.money_budget(0.0)),
            "`money_budget` is no amount",
        ),
        (fault(|e| e.strategies([])), "list of strategies is empty"),
        (fault(|e| e.backoff(Backoff::new().tries(0))), "0 tries"),
        (
            fault(|e| e.policy(Policy::new().reader(Reader::new().max_bytes(0)))),
            "`max_bytes` of the reader is 0",
        ),
    ];
    for (fault, part) in faults {
        assert!(fault.contains(part), "{fault}");
    }
}

/// Parameters that no provider takes, and what is said of them.
fn parameters() -> Vec<(Parameters, &'static str)> {
    let with = |change: fn(&mut Parameters)| {
        let mut parameters = Parameters::default();
        change(&mut parameters);
        parameters
    };
    let extra = |key: &str, value| {
        let mut parameters = Parameters::default();
        parameters.extra.insert(key.to_owned(), value);
        parameters
    };
    vec![
        (
            with(|p| p.temperature = Some(f64::NAN)),
            "`temperature` is NaN; set it to 0 or more",
        ),
        (
            with(|p| p.temperature = Some(f64::INFINITY)),
            "`temperature` is inf",
        ),
        (
            with(|p| p.temperature = Some(-0.1)),
            "`temperature` is -0.1",
        ),
        (
            with(|p| p.max_tokens = Some(0)),
            "`max_tokens` is 0; set it to at least 1",
        ),
        (with(|p| p.model = Some(" ".to_owned())), "`model` is empty"),
        (
            extra("top_p", json!(1.5)),
            "`top_p` is 1.5; set it to a number from 0 to 1",
        ),
        (extra("top_p", json!(-1)), "`top_p` is -1"),
        (extra("temperature", json!(-2)), "`temperature` is -2"),
        (
            extra("max_completion_tokens", json!(0)),
            "`max_completion_tokens` is 0",
        ),
    ]
}

#[test]
fn parameters_that_no_provider_takes() {
    for (wrong, part) in parameters() {
        let settings = ClientSettings::new().parameters(wrong.clone());
        let of_extractor = fault(|e| e.parameters(wrong.clone()));
        assert!(of_extractor.starts_with(part), "{of_extractor}");

        let other = Script::new([GOOD]);
        let of_client = fault(|e| e.fallback_with(other, settings.clone()));
        assert!(
            of_client.starts_with(&format!("client 1: {part}")),
            "{of_client}"
        );

        let policy = Policy::new().client(0, settings);
        let mut session = Session::<Ticket>::new("?", policy, &[Capabilities::default()]);
        let Step::Failed(error) = session.next() else {
            panic!("{part}")
        };
        assert!(
            said(&error).starts_with(&format!("client 0: {part}")),
            "{error}"
        );
    }
    assert!(fault(|e| e.temperature(f64::NAN)).starts_with("`temperature` is NaN"));
    assert!(fault(|e| e.max_tokens(0)).starts_with("`max_tokens` is 0"));
}

#[test]
fn bounds_themselves_are_taken() {
    let mut bounds = Parameters::default();
    bounds.temperature = Some(0.0);
    bounds.max_tokens = Some(1);
    bounds.extra.insert("top_p".to_owned(), json!(1));
    let script = Script::new([GOOD]);
    run(&Extractor::new(&script).parameters(bounds)).unwrap();
}

#[test]
fn settings_of_clients() {
    let settings = ClientSettings::new;
    let one = |own: ClientSettings| fault(|e| e.fallback_with(Script::new([GOOD]), own));
    let faults = [
        (
            one(settings().max_attempts(0)),
            "client 1: `max_attempts` is 0",
        ),
        (
            one(settings().after([])),
            "client 1: `after` names no outcome",
        ),
        (one(settings().model("")), "client 1: `model` is empty"),
        (
            fault(|e| e.policy(Policy::new().client(1, settings().after([Outcome::Empty])))),
            "there are settings for client 1, and the last client is 0",
        ),
    ];
    for (fault, part) in faults {
        assert!(fault.contains(part), "{fault}");
    }
}

#[test]
fn nothing_is_asked() {
    let script = Script::new([GOOD]);
    let nothing = Prompt::from([]);
    let error = blocking::run::<Ticket>(&Extractor::new(&script), nothing).unwrap_err();
    assert!(said(&error).contains("the prompt has no message"));
    assert!(script.requests().is_empty());
}

#[test]
fn judges_are_looked_at_before_the_answer_is_paid_for() {
    let script = Script::new([GOOD]);
    let judge = Script::new([GOOD]);
    let extractor = Extractor::new(&script);
    let fault = |judge: Judge<'_>| {
        let checks = (|_: &Ticket| Ok::<(), &str>(()), judge);
        said(&block_on(extractor.run_checked("login is down", checks)).unwrap_err())
    };
    let cold = Extractor::new(&judge).temperature(-1.0);
    let said = fault(Judge::with(cold, "The title is short."));
    assert_eq!(
        said,
        "a judge: `temperature` is -1; set it to 0 or more, or leave it out"
    );
    let said = fault(Judge::new(&judge, " "));
    assert!(
        said.starts_with("the criterion of a judge is empty"),
        "{said}"
    );
    assert!(script.requests().is_empty() && judge.requests().is_empty());
}
