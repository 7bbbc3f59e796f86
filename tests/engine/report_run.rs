//! A run as a table, as JSON, as a diagram.

use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Backoff, ClientError, Error, Extraction, Extractor, Judge, Price, Prices, Reply, Report,
    Strategy,
};

use crate::{Ticket, block_on, run, usage};

/// Stands in every text that a report must not repeat.
const SECRET: &str = "4929-1234";

fn paid(text: String) -> Reply {
    Reply::text(text).with_usage(usage(1_000, 100))
}

fn script() -> Script {
    let bad = format!(r#"{{"title": "{SECRET}", "priority": "{SECRET}", "{SECRET}": 1}}"#);
    Script::new([
        Err(ClientError::transient("connection\nreset; by <peer>")),
        Ok(paid(format!("none: {SECRET}"))),
        Ok(paid(bad)),
        Ok(paid(format!(r#"{{"title": "{SECRET}", "priority": 5}}"#))),
    ])
    .named("small; model")
}

fn extractor(script: &Script) -> Extractor<'_> {
    Extractor::new(script)
        .system(SECRET)
        .prices(Prices::new().set("small; model", Price::new(1.0, 2.0)))
        .strategies([Strategy::Reask, Strategy::StrictFormat])
        .backoff(Backoff::new().base(Duration::from_micros(1)))
}

fn extraction() -> Extraction<Ticket> {
    run(&extractor(&script())).unwrap()
}

fn error() -> Error {
    run(&extractor(&script()).max_attempts(2)).unwrap_err()
}

#[test]
fn a_table_has_a_line_for_each_attempt() {
    let table = extraction().report().to_string();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 6, "{table}");
    assert!(lines[0].starts_with("#  client        mode    strategy      outcome"));
    assert!(
        lines[1]
            .starts_with("1  small; model  Prompt  -             no reply: connection reset; by"),
        "{table}"
    );
    assert!(
        lines[3].contains("  Reask         shape: Type  ")
            && lines[3].contains("1000 + 100  0.0012"),
        "{table}"
    );
    assert!(lines[4].contains("  StrictFormat  valid  "), "{table}");
    assert!(
        lines[5].starts_with("a value after 4 attempts: 3000 + 300 tokens, cost 0.0036, "),
        "{table}"
    );
    let table = error().report().to_string();
    assert!(
        table.contains("no value (Invalid) after 3 attempts: 2000 + 200 tokens, cost 0.0024, "),
        "{table}"
    );
}

#[test]
fn json_has_the_same_facts() {
    let json = extraction().report().to_json();
    assert!(json["error"].is_null());
    assert_eq!(json["attempts"].as_array().unwrap().len(), 4);
    let attempt = &json["attempts"][2];
    assert_eq!(attempt["client"], "small; model");
    assert_eq!(attempt["mode"], "Prompt");
    assert_eq!(attempt["strategy"], "Reask");
    assert_eq!(attempt["outcome"], "Shape");
    assert_eq!(attempt["reason"], "shape: Type");
    assert_eq!(
        (&attempt["number"], &attempt["total"]),
        (&2.into(), &4.into())
    );
    assert_eq!(attempt["usage"]["prompt_tokens"], 1_000);
    assert_eq!(json["usage"]["completion_tokens"], 300);
    assert_eq!(json["cost"], 0.003_6);
    assert!(json["attempts"][0]["waited"].as_f64().unwrap() > 0.0);
    assert_eq!(error().report().to_json()["error"], "Invalid");
}

#[test]
fn a_diagram_shows_who_was_asked_for_what() {
    let diagram = extraction().report().mermaid();
    let lines: Vec<_> = diagram.lines().map(str::trim).collect();
    assert_eq!(lines[0], "sequenceDiagram");
    assert_eq!(lines[1], "participant run");
    // A semicolon ends a statement, and brackets are tags.
    assert_eq!(lines[2], "participant c0 as small#59; model");
    assert_eq!(lines[3], "run->>c0: first request (Prompt)");
    assert_eq!(
        lines[4],
        "c0--xrun: no reply: connection reset#59; by #60;peer#62;"
    );
    assert!(lines[5].starts_with("Note over run: waited "), "{diagram}");
    assert!(lines.contains(&"run->>c0: Reask (Prompt)"), "{diagram}");
    assert!(lines.contains(&"c0-->>run: shape: Type"), "{diagram}");
    let end = lines.last().unwrap();
    assert!(
        end.starts_with("Note over run: a value after 4 attempts"),
        "{end}"
    );
}

#[test]
fn each_client_is_a_participant_once() {
    let small = Script::new(["none", "none"]).named("small");
    let large = Script::new(["none", r#"{"title": "t", "priority": 1}"#]).named("large");
    let extractor = Extractor::new(&small).fallback(&large).max_attempts(2);
    let diagram = run(&extractor).unwrap().report().mermaid();
    assert_eq!(diagram.matches("participant c").count(), 2);
    assert!(diagram.contains("participant c1 as large"));
    assert_eq!(diagram.matches("run->>c1").count(), 2);
}

#[test]
fn requests_of_checks_stand_below_their_attempt() {
    let ticket = |text: &str| paid(format!(r#"{{"title": "{text}", "priority": 5}}"#));
    let model = Script::new([ticket("no"), ticket("yes")]).named("model");
    let ruling = |met: bool| paid(format!(r#"{{"reasons": "{SECRET}", "met": {met}}}"#));
    let judge = Script::new([ruling(false), ruling(true)]).named("judge");
    let prices = || {
        Prices::new()
            .set("model", Price::new(1.0, 2.0))
            .set("judge", Price::new(2.0, 4.0))
    };
    let check = Judge::with(
        Extractor::new(&judge).prices(prices()),
        "The text is polite.",
    );
    let extractor = Extractor::new(&model).prices(prices());
    let extraction = block_on(extractor.run_checked::<Ticket>("login is down", check)).unwrap();
    assert_eq!(extraction.cost(), Some(0.007_2));

    let report = extraction.report();
    let table = report.to_string();
    let lines: Vec<_> = table.lines().collect();
    assert!(
        lines[1].starts_with("1    model   ") && lines[1].contains("  check  "),
        "{table}"
    );
    assert!(
        lines[2].starts_with("1.1  judge   ") && lines[2].contains("0.0024"),
        "{table}"
    );
    assert!(lines[4].starts_with("2.1  judge   "), "{table}");
    assert!(
        lines[5].starts_with("a value after 2 attempts: 4000 + 400 tokens, cost 0.0072"),
        "{table}"
    );
    assert!(
        report.mermaid().contains("run->>c1: check 1.1 (Prompt)"),
        "{}",
        report.mermaid()
    );
    assert!(!table.contains(SECRET), "{table}");
}

#[test]
fn nothing_that_was_asked_or_answered_is_in_a_report() {
    for report in [extraction().report(), error().report()] {
        for text in [
            report.to_string(),
            report.to_json().to_string(),
            report.mermaid(),
            format!("{report:?}"),
        ] {
            assert!(!text.contains(SECRET), "{text}");
            assert!(!text.contains("login is down"), "{text}");
        }
    }
    let script = Script::new([Reply::text("").with_refusal(SECRET)]);
    let report = run(&Extractor::new(&script)).unwrap_err().report();
    assert!(!report.to_string().contains(SECRET), "{report}");
}

#[test]
fn a_run_without_attempts_has_a_report() {
    let script = Script::new(["none"]);
    let report: Report = run(&Extractor::new(&script).max_attempts(0))
        .unwrap_err()
        .report();
    assert!(
        report
            .to_string()
            .contains("no value (Settings) after 0 attempts")
    );
    assert!(report.mermaid().ends_with('\n'));
}

/// Runs of every kind of end, each with its report.
fn reports() -> Vec<Report> {
    let reply = |text: &str| Ok(Reply::text(text));
    let bad = reply(r#"{"title": "Login is down", "priority": 900}"#);
    let good = || reply(crate::GOOD);
    let replies = [
        vec![good()],
        vec![reply("none"), good()],
        vec![
            reply(""),
            reply("{"),
            Ok(crate::cut("{\"title\": \"Lo")),
            good(),
        ],
        vec![
            bad,
            reply(r#"{"title": 1}"#),
            reply(r#"{"title": []}"#),
            good(),
        ],
        vec![Ok(Reply::text("").with_refusal("no"))],
        vec![Err(ClientError::permanent("no such model").with_status(404))],
        vec![Err(ClientError::rate_limit(None)), good()],
    ];
    let mut reports: Vec<_> = replies
        .into_iter()
        .map(|replies| {
            let script = Script::new(replies);
            let quick = Backoff::new().base(Duration::from_micros(1));
            match run(&Extractor::new(&script).backoff(quick)) {
                Ok(extraction) => extraction.report(),
                Err(error) => error.report(),
            }
        })
        .collect();
    let refuse = |ticket: &Ticket| match ticket.priority {
        0..5 => Ok(()),
        _ => Err("it is not that urgent"),
    };
    for checked in [
        vec![crate::GOOD],
        vec![crate::GOOD, r#"{"title": "a", "priority": 1}"#],
    ] {
        let script = Script::new(checked);
        let extractor = Extractor::new(&script);
        reports.push(
            match block_on(extractor.run_checked("login is down", refuse)) {
                Ok(extraction) => extraction.report(),
                Err(error) => error.report(),
            },
        );
    }
    reports
}

#[test]
fn no_line_says_a_thing_twice() {
    for report in reports() {
        for row in report.to_json()["attempts"].as_array().unwrap() {
            let reason = row["reason"].as_str().unwrap().to_lowercase();
            let (outcome, rest) = reason.split_once(": ").unwrap_or((&reason, ""));
            let outcome = outcome.replace(' ', "");
            assert!(!rest.replace(' ', "").starts_with(&outcome), "{reason}");
        }
    }
}
