//! How the model is made to answer.

use llm_parse::Mode::{self, JsonObject, JsonSchema, Prompt, Tool};
use llm_parse::testing::Script;
use llm_parse::{ClientError, ClientErrorKind, Extractor, Reply};

use crate::{GOOD, ask, run};

fn unsupported() -> Result<Reply, ClientError> {
    Err(ClientError::new(ClientErrorKind::Unsupported, "no such format").with_status(400))
}

fn modes(script: &Script) -> Vec<Mode> {
    script
        .requests()
        .iter()
        .map(|request| request.mode)
        .collect()
}

#[test]
fn the_client_s_best_mode_is_the_default() {
    let script = Script::new([GOOD]).modes([JsonSchema, JsonObject]);
    ask(&script).unwrap();
    assert_eq!(modes(&script), [JsonSchema]);
}

#[test]
fn an_unsupported_mode_falls_to_the_next_without_costing_an_attempt() {
    let replies = [unsupported(), unsupported(), unsupported(), Ok(GOOD.into())];
    let script = Script::new(replies).modes([JsonSchema, Tool, JsonObject]);
    let extraction = run(&Extractor::new(&script).max_attempts(1)).unwrap();
    assert_eq!(modes(&script), [JsonSchema, Tool, JsonObject, Prompt]);
    assert_eq!(extraction.attempts().len(), 4);
}

#[test]
fn a_mode_that_works_is_kept() {
    let replies = [unsupported(), Ok("{}".into()), Ok(GOOD.into())];
    let script = Script::new(replies).modes([JsonSchema, JsonObject]);
    ask(&script).unwrap();
    assert_eq!(modes(&script), [JsonSchema, JsonObject, JsonObject]);
}

#[test]
fn the_mode_that_is_asked_for_comes_first() {
    let script = Script::new([unsupported(), Ok(GOOD.into())]).modes([JsonSchema]);
    run(&Extractor::new(&script).mode(Tool)).unwrap();
    assert_eq!(modes(&script), [Tool, JsonSchema]);
}

#[test]
fn every_mode_says_json() {
    for mode in [JsonSchema, Tool, JsonObject, Prompt] {
        let script = Script::new(["{}", "[]", "1", "2"]).modes([mode]);
        ask(&script).unwrap_err();
        for request in script.requests() {
            assert!(request.messages()[0].text().contains("JSON"));
        }
    }
}
