//! Extraction with retries, and with JSON Patch.

use llm_parse::patch::Patch;
use llm_parse::testing::Script;
use llm_parse::{
    ClientSettings, Conversation, Extractor, LlmExtract, Message, Mode, Prompt, Reply, Role,
    Strategy, ToolCall, client_fn,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::transcript::{self, TranscriptSummary};
use crate::{BAD, GOOD, PROSE, Ticket, block_on, text};

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
    let names: Vec<_> = extraction
        .attempts()
        .iter()
        .map(llm_parse::Attempt::client)
        .collect();
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
            "    c0-->>run: no JSON",
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

fn call(id: &str, arguments: &str) -> Reply {
    Reply::default().with_tool_calls([ToolCall::new(id, "Ticket", arguments)])
}

#[test]
fn c1_violations_go_back_as_the_result_of_the_call() {
    let script = Script::new([call("c1", BAD), call("c2", GOOD)]).modes([Mode::Tool]);
    block_on(Extractor::new(&script).run::<Ticket>("x")).unwrap();
    let request = &script.requests()[1];
    let [.., asked, result] = request.messages() else {
        panic!()
    };
    assert_eq!(asked.tool_calls()[0].id, "c1");
    assert_eq!(
        (result.role(), result.tool_call_id()),
        (Role::Tool, Some("c1"))
    );
    assert!(
        result
            .text()
            .contains("expected an integer from 1 to 5, found 9")
    );
}

#[test]
fn c2_a_failure_has_all_facts() {
    let script = Script::new([PROSE, BAD, BAD]);
    let error = block_on(Extractor::new(&script).max_attempts(3).run::<Ticket>("x")).unwrap_err();
    assert!(error.to_string().contains("after 3 attempts"), "{error}");
    assert_eq!(error.attempts().len(), 3);
    assert_eq!(error.violations()[0].path().to_string(), "/priority");
}

#[test]
fn c4_one_message_leaves_the_loop() {
    let script = Script::new([call("c1", BAD), call("c2", GOOD)]).modes([Mode::Tool]);
    let mut conversation = Conversation::new();
    block_on(conversation.ask::<Ticket>(&Extractor::new(&script), "login is down")).unwrap();
    assert_eq!(
        conversation.messages(),
        [Message::user("login is down"), Message::assistant(GOOD)]
    );
}

fn mentions_llama(answer: &str) -> Result<(), &'static str> {
    let mentions = answer.contains("llama");
    mentions
        .then_some(())
        .ok_or("The answer must mention a llama! Try again and weave one in.")
}

#[derive(Debug, Deserialize, LlmExtract)]
struct Response {
    reason: String,
    #[llm(check = mentions_llama)]
    answer: String,
}

#[test]
fn c9_the_message_of_a_check_is_what_the_model_gets() {
    let script = Script::new([
        r#"{"reason": "P", "answer": "NP"}"#,
        r#"{"reason": "P", "answer": "NP, says the llama"}"#,
    ]);
    let extraction = block_on(Extractor::new(&script).run::<Response>("P = NP?")).unwrap();
    assert_eq!(extraction.value.reason, "P");
    let request = text(&script.requests()[1]);
    assert!(
        request.contains("/answer: The answer must mention a llama! Try again and weave one in.")
    );
}

#[test]
fn c10_a_prompt_is_a_text_a_message_or_a_conversation() {
    let history = vec![
        Message::user("hi"),
        Message::assistant("ho"),
        Message::user("x"),
    ];
    let conversation = Conversation::from(history.clone());
    let prompts: [(Prompt, usize); 6] = [
        ("x".into(), 1),
        (String::from("x").into(), 1),
        (Message::user("x").into(), 1),
        ([Message::user("x")].into(), 1),
        (history.into(), 3),
        ((&conversation).into(), 3),
    ];
    for (prompt, messages) in prompts {
        let script = Script::new([GOOD]);
        block_on(Extractor::new(&script).run::<Ticket>(prompt)).unwrap();
        let request = &script.requests()[0];
        assert_eq!(request.messages().len(), messages + 1);
        assert_eq!(request.messages().last().unwrap().text(), "x");
    }
}

/// Asks for patches only; the default takes the wrong values alone where that is shorter.
fn patching(model: &Script) -> Extractor<'_> {
    Extractor::new(model).strategies([Strategy::Patch])
}

#[test]
fn c7_a_patch_corrects_the_failed_call() {
    let call = |name: &str, arguments: String| {
        Reply::default().with_tool_calls([ToolCall::new("call_1", name, arguments)])
    };
    let first = transcript::two_faults();
    let patch: Value = serde_json::from_str(&transcript::patch_for_two_faults()).unwrap();
    let with_thought = |operations: &Value| {
        let patch = json!({
            "tool_call_id": "toolu_unknown",
            "reasoning": "Both quotes want their sources.",
            "patches": operations,
        });
        call("patch", patch.to_string())
    };
    let torn =
        json!([patch["operations"][0], {"op": "remove", "path": "/insightful_quotes/#1/qoute"}]);
    let model = Script::new([
        call("TranscriptSummary", first.clone()),
        with_thought(&torn),
        with_thought(&patch["operations"]),
    ])
    .modes([Mode::Tool]);
    let extraction = block_on(patching(&model).run::<TranscriptSummary>(transcript::PROMPT));
    let extraction = extraction.unwrap();
    let right: TranscriptSummary = serde_json::from_str(transcript::WHOLE).unwrap();
    assert_eq!(extraction.value, right);
    let refused = &extraction.attempts()[1];
    assert_eq!(
        refused.violations()[0].to_string(),
        "operation 2: `/insightful_quotes/#1/qoute` is not there; the nearest is `/insightful_quotes/#1/quote`"
    );
    // Neither operation was applied.
    assert_eq!(refused.partial(), serde_json::from_str(&first).ok());
}

#[test]
fn c8_a_patch_succeeds_where_the_whole_again_fails() {
    let spoilt = [
        transcript::first_reply(),
        transcript::two_faults(),
        transcript::first_reply(),
        transcript::two_faults(),
    ];
    let model = Script::new(spoilt.clone());
    let reask = Extractor::new(&model).strategies([Strategy::Reask]);
    let error = block_on(reask.run::<TranscriptSummary>(transcript::PROMPT)).unwrap_err();
    assert_eq!(error.attempts().len(), 4);

    let patch = transcript::patch_for_first_reply();
    let model = Script::new([spoilt[0].clone(), patch]);
    let extraction = block_on(patching(&model).run::<TranscriptSummary>(transcript::PROMPT));
    let right: TranscriptSummary = serde_json::from_str(transcript::WHOLE).unwrap();
    assert_eq!(extraction.unwrap().value, right);

    // With two faults the patch is a small part of the document.
    let patch = transcript::patch_for_two_faults();
    assert!(patch.len() * 100 < transcript::WHOLE.len() * 35);
}

#[test]
fn c13_the_patch_format_is_the_same_in_words_schema_and_reading() {
    let patch = transcript::patch_for_two_faults();
    let model = Script::new([transcript::two_faults(), patch.clone()]).modes([Mode::JsonSchema]);
    block_on(patching(&model).run::<TranscriptSummary>(transcript::PROMPT)).unwrap();
    let request = &model.requests()[1];
    let words = request.messages()[0].text();
    let example = words.lines().find(|line| line.starts_with('{')).unwrap();
    let schema = jsonschema::validator_for(&request.schema).unwrap();
    for text in [example, &patch] {
        let shown: Value = serde_json::from_str(text).unwrap();
        assert!(schema.is_valid(&shown), "{text}");
        // Nothing in it goes unread.
        let operations = shown["operations"].to_string();
        let read: Patch = operations.parse().unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), shown["operations"]);
    }
    let misnamed = json!({"operations": [{"op": "replace", "path": "/a", "patch_value": 1}]});
    assert!(misnamed["operations"].to_string().parse::<Patch>().is_err());
}
