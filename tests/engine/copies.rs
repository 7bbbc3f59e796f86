//! Answers that are the example of the request.

use llm_parse::testing::Script;
use llm_parse::{Code, ErrorKind, Extraction, Extractor, LlmExtract, Strategy};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{GOOD, PROSE, Ticket, block_on, text, ticket};

const SHOWING: [Strategy; 3] = [
    Strategy::StrictFormat,
    Strategy::JsonStrict,
    Strategy::Simplified,
];

fn run<T: LlmExtract>(
    script: &Script,
    strategy: Strategy,
) -> Result<Extraction<T>, llm_parse::Error> {
    block_on(
        Extractor::new(script)
            .strategies([strategy])
            .run("login is down"),
    )
}

#[test]
fn a_copied_example_is_no_answer_and_is_not_shown_again() {
    let example = Ticket::example().to_string();
    for strategy in SHOWING {
        let copy = r#"Here it is: {"priority": 1, "title": "text"}"#;
        let script = Script::new([PROSE, copy, GOOD]);
        let extraction = run::<Ticket>(&script, strategy).unwrap();
        assert_eq!(extraction.value, ticket());
        let [violation] = extraction.attempts()[1].violations() else {
            panic!("{strategy:?}");
        };
        assert_eq!(violation.code(), Code::SchemaEchoed);
        let said: Vec<_> = script.requests().iter().map(text).collect();
        assert!(said[1].contains(&example), "{strategy:?}");
        assert!(!said[2].contains(&example), "{strategy:?}");
        if strategy != Strategy::Simplified {
            assert!(said[2].contains("this is the example"), "{}", said[2]);
        }
    }
}

#[test]
fn a_model_that_gives_nothing_but_the_example_gives_nothing() {
    let example = Ticket::example().to_string();
    let script = Script::new([PROSE, PROSE, &example, &example]);
    let error = block_on(Extractor::new(&script).run::<Ticket>("login is down")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(
        error
            .attempts()
            .iter()
            .all(|attempt| attempt.partial().is_none())
    );
}

#[test]
fn what_was_not_shown_is_no_copy() {
    let script = Script::new([Ticket::example().to_string()]);
    let extraction = run::<Ticket>(&script, Strategy::StrictFormat).unwrap();
    assert_eq!(extraction.value.title, "text");
}

#[test]
fn what_the_task_says_itself_is_no_copy() {
    let example = Ticket::example().to_string();
    let script = Script::new([PROSE, &example]);
    let extractor = Extractor::new(&script).strategies([Strategy::StrictFormat]);
    let extraction = block_on(extractor.run::<Ticket>(format!("Read this: {example}"))).unwrap();
    assert_eq!(extraction.value.priority, 1);
}

#[test]
fn an_example_that_may_be_meant_is_no_copy() {
    /// What is said of a review, and so what may be true of any.
    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
    struct Review {
        good: bool,
        #[llm(example = "the room")]
        about: String,
    }

    let script = Script::new([json!(PROSE), Review::example()].map(|reply| reply.to_string()));
    assert!(
        run::<Review>(&script, Strategy::StrictFormat)
            .unwrap()
            .value
            .good
    );

    let script = Script::new([PROSE, r#"{"name": "text"}"#]);
    let name = run::<Name>(&script, Strategy::StrictFormat)
        .unwrap()
        .value
        .name;
    assert_eq!(name, "text");
}

/// One text, which may be any.
#[derive(Debug, Deserialize, LlmExtract)]
struct Name {
    name: String,
}
