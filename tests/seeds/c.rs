//! Extraction with retries, and with JSON Patch.

use llm_parse::testing::Script;
use llm_parse::{ClientSettings, Extractor, Mode, Reply, client_fn};

use crate::{BAD, GOOD, PROSE, Ticket, block_on};

#[test]
fn c3_the_fallback_is_another_model_or_a_function() {
    let small = Script::new([PROSE, BAD]).named("small");
    let large = Script::new([BAD, PROSE]).named("large");
    let by_hand = client_fn(|_| async { Ok(Reply::text(GOOD)) });
    let settings = ClientSettings::new()
        .model("large-2")
        .mode(Mode::JsonObject)
        .temperature(0.0);
    let extractor = Extractor::new(&small)
        .fallback_with(&large, settings)
        .fallback(by_hand)
        .max_attempts(2);
    let extraction = block_on(extractor.run::<Ticket>("x")).unwrap();
    let names: Vec<_> = extraction.attempts().iter().map(|a| a.client()).collect();
    assert_eq!(names, ["small", "small", "large-2", "large-2", "client"]);
    let asked = &large.requests()[0];
    assert_eq!(asked.parameters.model.as_deref(), Some("large-2"));
    assert_eq!(asked.mode, Mode::JsonObject);
}

#[test]
fn c11_a_run_is_drawn_as_text_and_as_a_diagram() {
    let small = Script::new([PROSE, BAD]).named("small");
    let large = Script::new([GOOD]).named("large");
    let extractor = Extractor::new(&small).fallback(&large).max_attempts(2);
    let report = block_on(extractor.run::<Ticket>("x")).unwrap().report();
    assert_eq!(
        report.mermaid().lines().take(10).collect::<Vec<_>>(),
        [
            "sequenceDiagram",
            "    participant run",
            "    participant c0 as small",
            "    participant c1 as large",
            "    run->>c0: first request (Prompt)",
            "    c0-->>run: no JSON: NoJson",
            "    run->>c0: Reask (Prompt)",
            "    c0-->>run: rule: Range",
            "    run->>c1: first request (Prompt)",
            "    c1-->>run: valid",
        ]
    );
    let table = report.to_string();
    assert!(
        table.contains("2  small   Prompt  Reask     rule: Range"),
        "{table}"
    );
    assert_eq!(report.to_json()["attempts"][2]["client"], "large");
}
