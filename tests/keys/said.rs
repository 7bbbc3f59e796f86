//! What is asked and answered stands in no log either.

use std::time::Duration;

use llm_parse::openai::OpenAi;
use llm_parse::{Backoff, Extractor, blocking};
use serde_json::json;

use crate::captured::{listen, said};
use crate::faulty_server::{Play, Server};
use crate::table::Item;

/// B231, B232
#[test]
fn no_log_shows_what_was_said() {
    listen();
    let answer =
        |text: &str| Play::ok(json!({"choices": [{"message": {"content": text}}]}).to_string());
    let server = Server::new([
        Play::status(503, "busy"),
        answer("911-ANSWER"),
        answer(r#"{"id": "911-ANSWER", "911-ANSWER": "x"}"#),
        answer(r#"{"id": 1, "name": "911-ANSWER"}"#),
    ]);
    let client = OpenAi::new(server.base_url()).model("small");
    let extractor = Extractor::new(client).backoff(Backoff::new().base(Duration::from_millis(1)));
    let extraction = blocking::run::<Item>(&extractor, "SSN 000").unwrap();
    assert_eq!(extraction.attempts().len(), 4);

    let report = extraction.report();
    let told = [
        said(),
        report.to_string(),
        report.to_json().to_string(),
        report.mermaid(),
    ];
    assert!(told[0].contains("gen_ai.provider.name=\"openai\""));
    assert!(told[0].contains("attempt 1 of 4 failed"));
    assert!(told[0].contains("hyper"));
    for text in told {
        for private in ["SSN 000", "911-ANSWER"] {
            assert!(!text.contains(private), "{private}: {text}");
        }
    }
}
