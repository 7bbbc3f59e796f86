//! How the model is made to answer.

use llm_parse::Mode::{self, JsonObject, JsonSchema, Prompt, Tool};
use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, ClientError, ClientErrorKind, Extraction, Extractor, Leniency, Reply,
};

use crate::{GOOD, ask, block_on, run};

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

fn numbers(script: &Script, leniency: Leniency) -> Extraction<Vec<u8>> {
    block_on(Extractor::new(script).leniency(leniency).run("count")).unwrap()
}

#[test]
fn a_value_that_is_no_object_is_asked_for_inside_one_where_the_mode_needs_an_object() {
    for mode in [Tool, JsonObject] {
        for leniency in [Leniency::Strict, Leniency::Coerce] {
            let script =
                Script::new([r#"{"value": [1, 300]}"#, r#" {"value": [1, 2]}"#]).modes([mode]);
            let extraction = numbers(&script, leniency);
            assert_eq!(extraction.value, [1, 2]);
            assert!(extraction.fixes().is_empty());
            let request = &script.requests()[0];
            assert_eq!(request.schema["type"], "object");
            assert!(request.messages()[0].text().contains("`{\"value\": ..}`"));
            let violation = &extraction.attempts()[0].violations()[0];
            assert_eq!(violation.path().to_string(), "/1");
            assert_eq!(violation.span(), Some(14..17));
        }
    }
    let script = Script::new(["[1, 2]"]).modes([JsonSchema]);
    assert_eq!(numbers(&script, Leniency::Strict).value, [1, 2]);
    assert_eq!(script.requests()[0].schema["type"], "array");
}

#[test]
fn a_strict_client_gets_a_strict_schema() {
    let strict = || Capabilities::modes([JsonSchema]).dialect(llm_parse::dialect::OpenAiStrict);
    let script = Script::new([r#"{"value": [1]}"#]).capabilities(strict());
    assert_eq!(numbers(&script, Leniency::Coerce).value, [1]);
    assert!(script.requests()[0].strict);
}
