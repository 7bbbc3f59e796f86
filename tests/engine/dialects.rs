//! The client's dialect on the way out and back.

use std::collections::BTreeMap;

use llm_parse::Mode::{self, JsonObject, JsonSchema, Prompt, Tool};
use llm_parse::dialect::{Anthropic, Dialect, Gemini, LlamaCpp, OpenAiStrict, Plain, Rules};
use llm_parse::testing::Script;
use llm_parse::{
    Capabilities, ErrorKind, Extraction, Extractor, Leniency, LlmExtract, Policy, Session,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::block_on;

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Shop {
    name: String,
    prices: BTreeMap<String, u32>,
    #[serde(default)]
    open: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Branch {
    name: String,
    branches: Vec<Branch>,
}

fn shop() -> Shop {
    Shop {
        name: "Corner".to_owned(),
        prices: [("pen".to_owned(), 3)].into(),
        open: false,
    }
}

fn client(answer: &str, modes: &[Mode], dialect: impl Into<Rules>) -> Script {
    Script::new([answer]).capabilities(Capabilities::modes(modes.to_vec()).dialect(dialect))
}

#[test]
fn an_answer_in_the_client_s_form_is_read() {
    const ENTRIES: &str = r#"{"name": "Corner", "prices": [{"key": "pen", "value": 3}]}"#;
    const NULLS: &str =
        r#"{"name": "Corner", "prices": [{"key": "pen", "value": 3}], "open": null}"#;
    const OWN: &str = r#"{"name": "Corner", "prices": {"pen": 3}}"#;
    for mode in [JsonSchema, Tool] {
        for (script, kind) in [
            (client(NULLS, &[mode], OpenAiStrict), "array"),
            (client(ENTRIES, &[mode], Anthropic), "array"),
            (client(ENTRIES, &[mode], Gemini), "array"),
            (client(OWN, &[mode], LlamaCpp), "object"),
            (client(OWN, &[mode], Plain), "object"),
        ] {
            let value: Shop = block_on(llm_parse::extract(&script, "look")).unwrap();
            assert_eq!(value, shop());
            let schema = &script.requests()[0].schema;
            assert_eq!(schema["properties"]["prices"]["type"], kind);
        }
    }
}

#[test]
fn a_mode_whose_schema_cannot_be_said_is_passed_over() {
    let answer = r#"{"name": "a", "branches": []}"#;
    for (modes, taken) in [
        (&[JsonSchema, Tool, JsonObject][..], JsonObject),
        (&[JsonSchema], Prompt),
    ] {
        for script in [
            client(answer, modes, Gemini),
            client(answer, modes, Anthropic),
        ] {
            let extraction: Extraction<Branch> =
                block_on(Extractor::new(&script).run("look")).unwrap();
            assert_eq!(extraction.value.name, "a");
            assert_eq!(script.requests()[0].mode, taken);
            assert_eq!(extraction.attempts()[0].mode(), taken);
        }
    }
    let script = client(answer, &[JsonSchema], OpenAiStrict);
    block_on(Extractor::new(&script).run::<Branch>("look")).unwrap();
    assert_eq!(script.requests()[0].mode, JsonSchema);
}

#[test]
fn a_demanded_mode_whose_schema_cannot_be_said_fails_before_any_request() {
    for mode in [JsonSchema, Tool] {
        let script = client("{}", &[mode], Gemini);
        let extractor = Extractor::new(&script).mode(mode);
        let error = block_on(extractor.run::<Branch>("look")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TypeFault);
        assert!(
            error
                .to_string()
                .contains("/branches/*: a type that holds itself"),
            "{error}"
        );
        assert!(script.requests().is_empty());
    }
}

#[test]
fn a_form_that_is_only_read_with_coercion_is_not_asked_for_without() {
    let own = r#"{"name": "Corner", "prices": {"pen": 3}}"#;
    let ask = |script: &Script| -> Extraction<Shop> {
        let extractor = Extractor::new(script).leniency(Leniency::Strict);
        block_on(extractor.run("look")).unwrap()
    };
    let script = client(own, &[JsonSchema, JsonObject], Gemini);
    assert_eq!(ask(&script).value, shop());
    assert_eq!(script.requests()[0].mode, JsonObject);
    let script = client(own, &[JsonSchema], OpenAiStrict);
    assert_eq!(ask(&script).value, shop());
    let request = &script.requests()[0];
    assert!(!request.strict && request.schema["properties"]["prices"]["type"] == "object");
}

#[test]
fn a_dialect_of_one_s_own_is_kept_in_the_state() {
    let mut rules: Rules = Anthropic.rules().clone();
    rules.sizes.properties = Some(2);
    let can = Capabilities::modes([JsonSchema, JsonObject]).dialect(rules);
    let mut session = Session::<Shop>::new("look", Policy::new(), &[can]);
    let state = serde_json::to_string(&session.state()).unwrap();
    session = Session::resume(serde_json::from_str(&state).unwrap(), Policy::new());
    let llm_parse::Step::Send { request, .. } = session.next() else {
        panic!("no request");
    };
    assert_eq!(request.mode, JsonObject);
}

#[test]
fn an_example_stands_in_the_client_s_form() {
    let script = client(
        r#"{"name": "Corner", "prices": [{"key": "pen", "value": 3}]}"#,
        &[JsonSchema],
        Gemini,
    );
    let extractor = Extractor::new(&script).shot("the corner shop", &shop());
    block_on(extractor.run::<Shop>("look")).unwrap();
    let messages = script.requests()[0].messages().to_vec();
    let shown = json!([{ "key": "pen", "value": 3 }]).to_string();
    assert!(
        messages
            .iter()
            .any(|message| message.text().contains(&shown))
    );
}
