//! What an extractor learns of its clients.

use std::time::Duration;

use llm_parse::Mode::{self, JsonObject, JsonSchema, Prompt, Tool};
use llm_parse::testing::Script;
use llm_parse::{
    Attempt, Capabilities, ClientError, ClientErrorKind, Extractor, Policy, Reply, Session, Step,
    client_fn,
};

use crate::{GOOD, PROSE, Ticket, block_on, cut, run};

fn unsupported() -> Result<Reply, ClientError> {
    Err(ClientError::new(ClientErrorKind::Unsupported, "no such format").with_status(400))
}

#[expect(clippy::unnecessary_wraps, reason = "stands beside errors")]
fn answer(text: &str) -> Result<Reply, ClientError> {
    Ok(Reply::text(text))
}

fn modes(script: &Script) -> Vec<Mode> {
    let requests = script.requests();
    requests.iter().map(|request| request.mode).collect()
}

#[test]
fn a_mode_that_a_client_refused_is_not_tried_again() {
    let script = Script::new([unsupported(), answer(GOOD), answer(GOOD)]).modes([JsonSchema, Tool]);
    let extractor = Extractor::new(&script);
    assert_eq!(extractor.lost_modes(0), []);
    let extraction = run(&extractor).unwrap();
    let used: Vec<_> = extraction.attempts().iter().map(Attempt::mode).collect();
    assert_eq!(used, [JsonSchema, Tool]);
    run(&extractor).unwrap();
    assert_eq!(modes(&script), [JsonSchema, Tool, Tool]);
    assert_eq!(extractor.lost_modes(0), [JsonSchema]);
    assert_eq!(extractor.lost_modes(9), []);
}

#[test]
fn what_one_client_refused_is_asked_of_another() {
    let first =
        Script::new([unsupported(), unsupported(), answer(PROSE)]).modes([JsonSchema, Tool]);
    let second = Script::new([answer(GOOD)]).modes([JsonSchema]);
    let extractor = Extractor::new(&first).fallback(&second).max_attempts(1);
    run(&extractor).unwrap();
    assert_eq!(modes(&second), [JsonSchema]);
    assert_eq!(extractor.lost_modes(0), [JsonSchema, Tool]);
    assert_eq!(extractor.lost_modes(1), []);
}

#[test]
fn a_mode_that_was_only_doubted_is_lost_the_second_time() {
    let ignored = || [answer(PROSE), answer(PROSE), answer(GOOD)];
    let script = Script::new(ignored().into_iter().chain(ignored()).chain([answer(GOOD)]))
        .modes([JsonSchema, JsonObject]);
    let extractor = Extractor::new(&script);
    run(&extractor).unwrap();
    assert_eq!(extractor.lost_modes(0), []);
    run(&extractor).unwrap();
    assert_eq!(extractor.lost_modes(0), [JsonSchema]);
    run(&extractor).unwrap();
    assert_eq!(modes(&script)[6], JsonObject);
}

#[test]
fn a_mode_that_is_answered_with_endless_prose_is_left() {
    let prose = || Ok(cut(PROSE));
    let script = Script::new([prose(), prose(), answer(GOOD)]).modes([Tool, JsonObject]);
    run(&Extractor::new(&script)).unwrap();
    assert_eq!(modes(&script), [Tool, Tool, JsonObject]);
    // A value that was begun is one that the limit cut.
    let begun = || Ok(cut("Here it is: {\"title\": \"Fix"));
    let script = Script::new([begun(), begun(), answer(GOOD)]).modes([Tool, JsonObject]);
    assert!(run(&Extractor::new(&script)).is_err());
    assert_eq!(modes(&script), [Tool, Tool]);
}

#[test]
fn a_doubted_mode_that_works_is_trusted_again() {
    let ignored = || [answer(PROSE), answer(PROSE), answer(GOOD)];
    let script = Script::new(ignored().into_iter().chain([answer(GOOD)]).chain(ignored()))
        .modes([JsonSchema, JsonObject]);
    let extractor = Extractor::new(&script);
    for _ in 0..3 {
        run(&extractor).unwrap();
    }
    assert_eq!(extractor.lost_modes(0), []);
}

#[test]
fn what_one_type_s_schema_lost_is_tried_with_another() {
    let refused = || [unsupported(), answer(GOOD)];
    // The second type shows that the mode works, so that only the first does without it.
    let script =
        Script::new(
            refused()
                .into_iter()
                .chain([answer("[1]"), answer(GOOD), answer("[2]")]),
        )
        .modes([JsonSchema, JsonObject]);
    let extractor = Extractor::new(&script);
    run(&extractor).unwrap();
    block_on(extractor.run::<Vec<u8>>("count")).unwrap();
    run(&extractor).unwrap();
    block_on(extractor.run::<Vec<u8>>("count")).unwrap();
    assert_eq!(
        modes(&script),
        [JsonSchema, JsonObject, JsonSchema, JsonObject, JsonSchema]
    );
    assert_eq!(extractor.lost_modes(0), [JsonSchema]);

    // Where two types fail, a third does not try.
    let numbers = [unsupported(), answer(r#"{"value": [1]}"#)];
    let script = Script::new(
        refused()
            .into_iter()
            .chain(numbers)
            .chain([answer(r#"{"value": ["a"]}"#)]),
    )
    .modes([JsonSchema, JsonObject]);
    let extractor = Extractor::new(&script);
    run(&extractor).unwrap();
    block_on(extractor.run::<Vec<u8>>("count")).unwrap();
    block_on(extractor.run::<Vec<String>>("name")).unwrap();
    assert_eq!(modes(&script)[2..], [JsonSchema, JsonObject, JsonObject]);
}

#[test]
fn threads_learn_together() {
    let client = Picky;
    let extractor = Extractor::new(&client);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| block_on(extractor.run::<Ticket>("login is down")).unwrap());
        }
    });
    assert_eq!(extractor.lost_modes(0), [JsonSchema]);
    let extraction = block_on(extractor.run::<Ticket>("login is down")).unwrap();
    assert_eq!(extraction.attempts().len(), 1);
}

/// Understands all but schemas, and does not know it.
struct Picky;

impl llm_parse::Client for Picky {
    fn complete<'a>(
        &'a self,
        request: &'a llm_parse::Request,
    ) -> llm_parse::BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(async move {
            match request.mode {
                JsonSchema => unsupported(),
                _ => answer(GOOD),
            }
        })
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::modes([JsonSchema, JsonObject])
    }
}

#[test]
fn a_client_that_refuses_every_mode_is_asked_in_words() {
    let client = client_fn(|request| async move {
        match request.mode {
            Prompt => answer(GOOD),
            _ => unsupported(),
        }
    });
    let extractor = Extractor::new(client).mode(Tool);
    assert_eq!(run(&extractor).unwrap().attempts().len(), 2);
    assert_eq!(run(&extractor).unwrap().attempts().len(), 1);
}

#[test]
fn a_session_tells_what_it_lost_and_starts_without_it() {
    let clients = [Capabilities::modes([JsonSchema, JsonObject])];
    let session = || Session::<Ticket>::new("login is down", Policy::new(), &clients);
    let mut first = session();
    assert!(matches!(first.next(), Step::Send { .. }));
    first.receive(unsupported(), Duration::ZERO);
    assert_eq!(first.lost_modes(0), [JsonSchema]);
    assert_eq!(first.lost_modes(9), []);

    let mut second = session().without_modes(0, first.lost_modes(0).iter().copied());
    let Step::Send { request, .. } = second.next() else {
        panic!()
    };
    assert_eq!(request.mode, JsonObject);
}
