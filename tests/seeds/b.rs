//! The retry handler.

use std::time::Duration;

use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, ClientError, Degraded, Extractor, Leniency, LlmExtract, Outcome, Policy, Reader,
    Reply, RuntimeShape, Session, Step, Strategy, Verdict, blocking, client_fn,
};

use serde_json::json;

use crate::{BAD, GOOD, PROSE, Ticket, block_on, text};

/// The second request of a run whose first answer fails, made with this strategy.
fn second(strategy: Strategy, answer: &str) -> String {
    let script = Script::new([answer, GOOD]);
    let extractor = Extractor::new(&script).strategies([strategy]);
    block_on(extractor.run::<Ticket>("login is down")).unwrap();
    text(&script.requests()[1])
}

#[test]
fn b1_strict_format_has_error_preview_form_and_question() {
    let long = format!("{{\"title\": \"{}\", \"priority\": 9}}", "é".repeat(1000));
    let request = second(Strategy::StrictFormat, &long);
    let wanted = [
        "login is down",
        "/priority: expected an integer from 1 to 5, found 9",
        "priority:",
        "An example",
    ];
    for part in wanted {
        assert!(request.contains(part), "{part}\n{request}");
    }
    assert!((200..=300).contains(&request.matches('é').count()));
}

#[test]
fn b2_json_strict_has_the_type_s_own_example_and_the_error() {
    let request = second(Strategy::JsonStrict, BAD);
    assert!(request.contains("JSON only"), "{request}");
    assert!(request.contains(&Ticket::example().to_string()));
    assert!(request.contains("expected an integer from 1 to 5, found 9"));
    assert!(request.contains("login is down"));
}

#[test]
fn b3_simplified_drops_the_context_and_keeps_the_shape() {
    let request = second(Strategy::Simplified, BAD);
    assert!(
        !request.contains("found 9") && !request.contains("Login is down"),
        "{request}"
    );
    assert!(request.contains("login is down"));
    assert!(
        request.contains(&Ticket::outline()) && request.contains(&Ticket::example().to_string())
    );
}

#[test]
fn b4_the_last_resort_is_reached_and_visibly_no_success() {
    let script = Script::new([PROSE, BAD, GOOD]);
    let ladder = [Strategy::Reask, Strategy::GracefulFail];
    let extractor = Extractor::new(&script).strategies(ladder).max_attempts(9);
    let error = block_on(extractor.run::<Ticket>("login is down")).unwrap_err();
    assert_eq!(script.requests().len(), 2);

    let degraded = error.degrade("login is down");
    assert_eq!(degraded.partial, Some(serde_json::from_str(BAD).unwrap()));
    let ticket = Ticket {
        title: "unknown".into(),
        priority: 1,
    };
    let degraded: Degraded<Ticket> = degraded.with_fallback(ticket.clone());
    assert_eq!(degraded.fallback, Some(ticket));
    assert!(degraded.error);
    let json = serde_json::to_string(&degraded).unwrap();
    assert!(llm_parse::parse::<Ticket>(&json).is_err(), "{json}");
}

#[test]
fn b5_the_order_of_strategies_is_a_setting() {
    let script = Script::new([PROSE, PROSE, BAD, GOOD]);
    let ladder = [Strategy::Simplified, Strategy::JsonStrict, Strategy::Reask];
    let extractor = Extractor::new(&script).strategies(ladder);
    let extraction = block_on(extractor.run::<Ticket>("x")).unwrap();
    let taken = extraction
        .attempts()
        .iter()
        .map(llm_parse::Attempt::strategy);
    assert!(taken.skip(1).eq(ladder.map(Some)));

    let script = Script::new([PROSE, BAD, GOOD]);
    let policy = Policy::new()
        .on(Outcome::NoJson, [Strategy::JsonStrict])
        .on(Outcome::Rule, [Strategy::StrictFormat]);
    let extractor = Extractor::new(&script).policy(policy);
    let extraction = block_on(extractor.run::<Ticket>("x")).unwrap();
    let taken = extraction
        .attempts()
        .iter()
        .map(llm_parse::Attempt::strategy);
    assert!(taken.eq([
        None,
        Some(Strategy::JsonStrict),
        Some(Strategy::StrictFormat)
    ]));
}

#[test]
fn b6_a_better_answer_is_asked_for_without_a_wait() {
    let mut session = Session::<Ticket>::new("x", Policy::new(), &[Capabilities::default()]);
    for answer in [PROSE, BAD, PROSE] {
        assert!(matches!(session.next(), Step::Send { .. }), "{answer}");
        session.receive(Ok(Reply::text(answer)), Duration::ZERO);
    }
    assert!(matches!(session.next(), Step::Send { .. }));
    session.receive(Err(ClientError::transient("reset")), Duration::ZERO);
    assert!(matches!(session.next(), Step::Wait(_)));
}

#[test]
fn b7_a_success_has_the_value_and_all_facts() {
    let script = Script::new([BAD, GOOD]);
    let extraction = block_on(Extractor::new(&script).run::<Ticket>("x")).unwrap();
    assert_eq!(extraction.value.priority, 5);
    assert_eq!(extraction.answer(), GOOD);
    let [first, last] = extraction.attempts() else {
        panic!()
    };
    assert_eq!(first.violations().len(), 1);
    assert_eq!(last.strategy(), Some(Strategy::Reask));
    assert_eq!(last.reply().unwrap().content, GOOD);
}

#[test]
fn b8_a_failure_is_a_payload_for_an_answer() {
    let script = Script::new([PROSE, BAD]);
    let error = block_on(Extractor::new(&script).max_attempts(2).run::<Ticket>("x")).unwrap_err();
    let payload = error.payload("login is down");
    assert_eq!(payload["error"], true);
    assert_eq!(payload["attempts"], 2);
    assert_eq!(payload["original_query"], "login is down");
    assert_eq!(payload["errors"].as_array().unwrap().len(), 2);
    assert_eq!(payload["message"], error.to_string());
}

#[test]
fn b9_a_graceful_record_has_bounded_texts_and_no_confidence() {
    let long = "é".repeat(900);
    let script = Script::new([long.as_str()]);
    let error = block_on(Extractor::new(&script).max_attempts(1).run::<Ticket>("x")).unwrap_err();
    let degraded = error.degrade(&"ß".repeat(300));
    assert_eq!(degraded.raw, "é".repeat(500));
    assert_eq!(degraded.query, "ß".repeat(200));
    assert_eq!(
        (degraded.confidence, degraded.error, degraded.attempts),
        (0.0, true, 1)
    );
    assert_eq!(degraded.partial, None);
    let json = serde_json::to_string(&degraded).unwrap();
    assert_eq!(serde_json::from_str::<Degraded>(&json).unwrap(), degraded);
}

#[test]
fn b9_a_record_is_made_of_any_failure() {
    let silent = Extractor::new(client_fn(|_| async {
        Err(ClientError::permanent("no such model"))
    }));
    let error = block_on(silent.run::<Ticket>("x")).unwrap_err();
    let degraded = error.degrade("");
    assert_eq!((degraded.raw.as_str(), degraded.errors.len()), ("", 1));

    let settings = Extractor::new(Script::new([GOOD])).max_attempts(0);
    let error = block_on(settings.run::<Ticket>("x")).unwrap_err();
    assert_eq!(error.degrade("x").attempts, 0);
}

#[test]
fn b10_an_example_comes_from_the_type_or_from_a_schema() {
    let example = Ticket::example().to_string();
    let read = llm_parse::parse::<Ticket>(&example).unwrap();
    assert!(read.fixes.is_empty());

    let schema = json!({
        "type": "object",
        "properties": {
            "answer": {"type": "string", "minLength": 3},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "sources": {"type": "array", "items": {"enum": ["web", "book"]}, "minItems": 1},
        },
        "required": ["answer", "confidence", "sources"],
    });
    let shape = RuntimeShape::from_json_schema(&schema).unwrap();
    let example = shape.example();
    let read = Reader::new().parse_value(&shape, &example.to_string());
    assert_eq!(read.unwrap().value, example);
    assert_eq!(example.as_object().unwrap().len(), 3);
}

#[test]
fn b11_one_extractor_is_shared_across_threads() {
    let extractor = Extractor::new(client_fn(|request| async move {
        Ok(match request.messages().len() {
            2 => Reply::text(PROSE),
            _ => Reply::text(GOOD),
        })
    }));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let extraction = blocking::run::<Ticket>(&extractor, "x").unwrap();
                assert_eq!(extraction.attempts().len(), 2);
            });
        }
    });
}

#[test]
fn b12_a_run_starts_from_a_reply_that_failed_elsewhere() {
    let script = Script::new([GOOD]);
    let extractor = Extractor::new(&script);
    let extraction = block_on(extractor.repair::<Ticket>("login is down", BAD)).unwrap();
    assert_eq!(extraction.attempts().len(), 1);
    let request = text(&script.requests()[0]);
    assert!(
        request.contains(BAD) && request.contains("found 9"),
        "{request}"
    );
}

#[test]
fn b13_any_parse_function_is_taken() {
    let script = Script::new(["name=Ada", "name: Ada"]);
    let pair = |text: &str| match text.split_once(": ") {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err("write `key: value`"),
    };
    let extraction = block_on(Extractor::new(&script).run_with("who?", pair)).unwrap();
    assert_eq!(extraction.value, ("name".to_owned(), "Ada".to_owned()));
    assert_eq!(extraction.attempts().len(), 2);

    // JSON of a type is one case of it, with what the reader says as feedback.
    let script = Script::new([BAD, GOOD]);
    let read = |text: &str| llm_parse::parse::<Ticket>(text).map_err(Verdict::from);
    let extraction = block_on(Extractor::new(&script).run_with("who?", read)).unwrap();
    assert_eq!(extraction.value.value.priority, 5);
    assert_eq!(extraction.attempts()[0].outcome(), Outcome::Rule);
}

#[test]
fn b13_lenience_is_a_setting() {
    let fenced = format!("```json\n{GOOD}\n```");
    for (leniency, attempts) in [(Leniency::Coerce, 1), (Leniency::Strict, 2)] {
        let script = Script::new([fenced.as_str(), GOOD]);
        let extractor = Extractor::new(&script).leniency(leniency);
        let extraction = block_on(extractor.run::<Ticket>("x")).unwrap();
        assert_eq!(extraction.attempts().len(), attempts);
    }
}
