//! Patches: a reply that changes an earlier one.

use llm_parse::testing::Script;
use llm_parse::{
    Code, Error, Extraction, Extractor, LlmExtract, Mode, Outcome, Policy, Reply, Strategy,
    ToolCall, parse,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::transcript::{self, TranscriptSummary};
use crate::{block_on, text};

fn ask(script: &Script) -> Result<Extraction<TranscriptSummary>, Error> {
    let extractor = Extractor::new(script).strategies([Strategy::Patch]);
    block_on(extractor.run(transcript::PROMPT))
}

fn whole() -> TranscriptSummary {
    parse(transcript::WHOLE).expect("the right answer").value
}

/// A first reply with two faults, then these.
fn after_two_faults(replies: &[&str]) -> Script {
    let first = transcript::two_faults();
    Script::new([first.as_str()].iter().chain(replies).copied())
}

/// The operation that puts one of the two quotes right.
fn quote(index: usize) -> Value {
    let patch: Value = serde_json::from_str(&transcript::patch_for_two_faults()).expect("a patch");
    patch["operations"][index].clone()
}

#[test]
fn the_first_reply_has_seven_faults() {
    let error = parse::<TranscriptSummary>(&transcript::first_reply()).unwrap_err();
    let codes: Vec<_> = error
        .violations()
        .iter()
        .map(llm_parse::Violation::code)
        .collect();
    assert_eq!(
        codes.iter().filter(|code| **code == Code::Missing).count(),
        5
    );
    assert_eq!(codes.iter().filter(|code| **code == Code::Type).count(), 2);

    let error = parse::<TranscriptSummary>(&transcript::two_faults()).unwrap_err();
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|v| v.path().to_string())
        .collect();
    assert_eq!(
        paths,
        ["/insightful_quotes/0/quote", "/insightful_quotes/1/quote"]
    );
    assert!(parse::<TranscriptSummary>(transcript::WHOLE).is_ok());
}

#[test]
fn a_patch_mends_what_is_wrong() {
    for (first, patch) in [
        (
            transcript::first_reply(),
            transcript::patch_for_first_reply(),
        ),
        (transcript::two_faults(), transcript::patch_for_two_faults()),
    ] {
        let script = Script::new([first, patch]);
        let extraction = ask(&script).unwrap();
        assert_eq!(extraction.value, whole());
        assert_eq!(extraction.attempts()[1].strategy(), Some(Strategy::Patch));
        let request = &script.requests()[1];
        assert_eq!(request.name, "patch");
        assert_eq!(request.messages().len(), 2);
    }
}

#[test]
fn a_patch_is_read_in_all_forms_that_models_write() {
    let [a, b] = [quote(0), quote(1)];
    let renamed = |operation: &Value| json!({"operation": "set", "path": operation["path"], "patch_value": operation["value"]});
    let unslashed = |operation: &Value| {
        let path = operation["path"].as_str().unwrap().replace('#', "");
        json!({"op": "add", "path": path.trim_start_matches('/'), "value": operation["value"]})
    };
    let forms = [
        json!([a, b]).to_string(),
        json!({"patch": [a, b]}).to_string(),
        json!({"planned_edits": "two quotes", "patches": [a, b], "json_doc_id": "1"}).to_string(),
        json!({"operations": json!([a, b]).to_string()}).to_string(),
        json!(json!({"operations": [a, b]}).to_string()).to_string(),
        json!({"operations": [renamed(&a), renamed(&b)]}).to_string(),
        json!({"operations": [unslashed(&a), unslashed(&b)]}).to_string(),
        format!(
            "Here is the patch:\n```json\n{}\n```\nDone.",
            json!({"operations": [a, b]})
        ),
        format!("{a}\n{b}"),
        format!("{{operations: [{a}, {b},]}}"),
    ];
    for form in forms {
        let script = after_two_faults(&[&form]);
        match ask(&script) {
            Ok(extraction) => assert_eq!(extraction.value, whole(), "{form}"),
            Err(error) => panic!("{error}: {form}"),
        }
    }
    // A single operation, where one is enough.
    let script = after_two_faults(&[&a.to_string(), &b.to_string()]);
    let extraction = ask(&script).unwrap();
    assert_eq!(extraction.value, whole());
    assert_eq!(extraction.attempts()[1].violations().len(), 1);
    assert_eq!(extraction.attempts()[2].strategy(), Some(Strategy::Patch));
}

#[test]
fn an_operation_that_cannot_be_applied_goes_back_with_its_number_and_reason() {
    let bad = json!({"operations": [
        quote(0),
        {"op": "replace", "path": "/insightful_quote/#1/quote", "value": {}},
        {"op": "remove", "path": "/insightful_quotes/#7"},
    ]})
    .to_string();
    let script = after_two_faults(&[&bad, &transcript::patch_for_two_faults()]);
    let extraction = ask(&script).unwrap();
    assert_eq!(extraction.value, whole());
    let refused = &extraction.attempts()[1];
    assert_eq!(refused.outcome(), Outcome::Shape);
    let messages: Vec<_> = refused
        .violations()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        messages[..2],
        [
            "operation 2: `/insightful_quote` is not there; the nearest is `/insightful_quotes`",
            "operation 3: `/insightful_quotes/#7` is not there, only `/insightful_quotes/#0`, `/insightful_quotes/#1`",
        ]
    );
    assert_eq!(messages.len(), 4);
    // Nothing was applied, and the model is told.
    let base: Value = serde_json::from_str(&transcript::two_faults()).unwrap();
    assert_eq!(refused.partial(), Some(base));
    assert_eq!(extraction.attempts()[2].strategy(), Some(Strategy::Patch));
    let told = text(&script.requests()[2]);
    assert!(
        told.contains("- operation 2: `/insightful_quote` is not there"),
        "{told}"
    );
}

#[test]
fn a_patch_that_touches_what_is_right_is_refused() {
    let touching = json!({"operations": [
        quote(0), quote(1),
        {"op": "replace", "path": "/metadata/title", "value": "Bread"},
    ]})
    .to_string();
    let script = after_two_faults(&[&touching, &transcript::patch_for_two_faults()]);
    let extraction = ask(&script).unwrap();
    assert_eq!(extraction.value, whole());
    assert_eq!(
        extraction.attempts()[1].violations()[0].to_string(),
        "operation 3 changes `/metadata/title`, which is not wrong: leave it as it is"
    );

    // What is there already may be said again.
    let idle = json!({"operations": [
        {"op": "replace", "path": "/metadata/duration", "value": "not said"},
        quote(0), quote(1),
    ]})
    .to_string();
    let script = after_two_faults(&[&idle]);
    assert_eq!(ask(&script).unwrap().value, whole());
}

#[test]
fn a_patch_that_makes_it_worse_is_refused() {
    let worse = json!({"operations": [
        {"op": "replace", "path": "/insightful_quotes/#0/quote", "value": {}},
        {"op": "replace", "path": "/insightful_quotes/#1/quote", "value": {}},
    ]})
    .to_string();
    let script = after_two_faults(&[&worse, &transcript::patch_for_two_faults()]);
    let extraction = ask(&script).unwrap();
    assert_eq!(extraction.value, whole());
    let violations = extraction.attempts()[1].violations();
    assert_eq!(violations[0].code(), Code::Patch);
    assert!(
        violations[0]
            .message()
            .starts_with("the patch makes the document worse at")
    );
    assert_eq!(violations.len(), 3);
}

#[test]
fn a_patch_is_asked_for_in_every_mode() {
    for mode in [Mode::JsonSchema, Mode::JsonObject, Mode::Tool, Mode::Prompt] {
        let call = |name: &str, arguments: String| match mode {
            Mode::Tool => Reply::default().with_tool_calls([ToolCall::new("1", name, arguments)]),
            _ => Reply::text(arguments),
        };
        let script = Script::new([
            call("TranscriptSummary", transcript::two_faults()),
            call("patch", transcript::patch_for_two_faults()),
        ])
        .modes([mode]);
        assert_eq!(ask(&script).unwrap().value, whole(), "{mode:?}");
        let request = &script.requests()[1];
        assert_eq!((request.mode, request.name.as_str()), (mode, "patch"));
    }
}

#[test]
fn after_a_patch_in_vain_the_model_is_shown_the_document_and_not_the_patch() {
    let useless = json!({"operations": []}).to_string();
    let script = after_two_faults(&[&useless, transcript::WHOLE]);
    let row = [Strategy::Patch, Strategy::Reask];
    let policy = Policy::new().on(Outcome::Shape, row);
    let extractor = Extractor::new(&script).policy(policy);
    let extraction = block_on(extractor.run::<TranscriptSummary>(transcript::PROMPT)).unwrap();
    assert_eq!(extraction.attempts()[2].strategy(), Some(Strategy::Reask));
    let shown = script.requests()[2].messages()[2].text().to_owned();
    assert_eq!(shown, transcript::two_faults());
}

#[test]
fn a_patch_in_which_the_end_of_a_text_would_be_guessed_is_refused() {
    let whole_patch = transcript::patch_for_two_faults();
    for (from, to) in [
        (r#"whole street better.""#, "whole street better."),
        ("}}]}", "}]}"),
    ] {
        let torn = whole_patch.replacen(from, to, 1);
        assert_ne!(torn, whole_patch);
        let script = after_two_faults(&[&torn, &whole_patch]);
        let extraction = ask(&script).unwrap();
        assert_eq!(extraction.value, whole());
        assert_eq!(extraction.attempts().len(), 3, "{torn}");
    }
}

/// A team.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Team {
    members: Vec<Player>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Player {
    name: String,
    #[llm(range(min = 0, max = 99))]
    shirt: i64,
}

#[test]
fn what_is_still_wrong_keeps_its_name_where_items_before_it_went() {
    let first =
        r#"{"members": ["no one", {"name": "Ada", "shirt": 7}, {"name": "Bob", "shirt": 700}]}"#;
    let script = Script::new([
        first,
        r#"[{"op": "remove", "path": "/members/#0"}]"#,
        r#"[{"op": "replace", "path": "/members/#1/shirt", "value": 8}]"#,
    ]);
    let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
    let extraction = block_on(extractor.run::<Team>("the team")).unwrap();
    let shirts: Vec<_> = extraction
        .value
        .members
        .iter()
        .map(|player| player.shirt)
        .collect();
    assert_eq!(shirts, [7, 8]);
    assert!(
        !extraction.attempts()[1]
            .violations()
            .iter()
            .any(|v| v.code() == Code::Patch)
    );
}

#[test]
fn an_unknown_key_may_be_renamed_and_nothing_else() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(deny_unknown_fields)]
    struct Note {
        text: String,
        author: Option<String>,
    }
    let first = r#"{"text": "hello", "writer": "Ada"}"#;
    let rename = r#"[{"op": "move", "from": "/writer", "path": "/author"}]"#;
    let script = Script::new([first, rename]);
    let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
    let note = block_on(extractor.run::<Note>("a note"))
        .unwrap()
        .into_value();
    assert_eq!(note.author.as_deref(), Some("Ada"));

    let also = r#"[{"op": "remove", "path": "/writer"}, {"op": "replace", "path": "/text", "value": "bye"}]"#;
    let script = Script::new([first, also, rename]);
    let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
    let extraction = block_on(extractor.run::<Note>("a note")).unwrap();
    assert_eq!(extraction.value.text, "hello");
    assert_eq!(extraction.attempts().len(), 3);
}

/// What a mended text no longer shows would never be answered by a patch.
#[test]
fn what_cannot_be_seen_in_the_document_is_not_patched() {
    let first = r#"{"members": [{"name": "Ada", "shirt": "7"}, {"name": "Bob", "shirt": "many"}]}"#;
    let good = r#"{"members": [{"name": "Ada", "shirt": 7}, {"name": "Bob", "shirt": 8}]}"#;
    let reader = llm_parse::Reader::new().without(llm_parse::FixKind::NumberFromText);
    let script = Script::new([first, good]);
    let policy = Policy::new()
        .reader(reader)
        .on(Outcome::Shape, [Strategy::Patch, Strategy::Reask]);
    let extractor = Extractor::new(&script).policy(policy);
    let extraction = block_on(extractor.run::<Team>("the team")).unwrap();
    assert_eq!(extraction.value.members[0].shirt, 7);
    assert_eq!(extraction.attempts()[1].strategy(), Some(Strategy::Reask));
}

#[test]
fn a_hostile_patch_is_refused_and_the_next_one_taken() {
    let long = "x".repeat(100_000);
    let many = vec![quote(0); 2_000];
    let copies = vec![json!({"op": "copy", "from": "", "path": "/other_stuff/-"}); 60];
    let lost = vec![json!({"op": "remove", "path": format!("/{}", &long[..1_000])}); 900];
    let hostile = [
        json!(many).to_string(),
        json!(copies).to_string(),
        json!(lost).to_string(),
        json!([{"op": "remove", "path": "/".repeat(100_000)}]).to_string(),
        json!([{"op": "move", "from": "/metadata", "path": "/metadata/title"}]).to_string(),
        json!([{"op": "test", "path": "/metadata", "value": long}]).to_string(),
    ];
    for patch in hostile {
        let script = after_two_faults(&[&patch, &transcript::patch_for_two_faults()]);
        let extractor = Extractor::new(&script).strategies([Strategy::Patch]);
        let extraction = block_on(extractor.run::<TranscriptSummary>(transcript::PROMPT));
        let extraction = extraction.unwrap_or_else(|error| panic!("{error}: {patch:.100}"));
        assert_eq!(extraction.value, whole());
        let told = text(&script.requests()[2]);
        assert!(told.len() < 20_000, "{}", told.len());
    }
}
