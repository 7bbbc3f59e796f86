//! Only parts of the value are asked for: those that are wrong, or the rest.

use llm_parse::{
    Attempt, Capabilities, Extraction, Finish, LlmExtract, Mode, Policy, Reply, Request, Session,
    Step, Strategy, ToolCall,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::oracle::answer;
use crate::text;

/// A report of a stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Report {
    title: String,
    rows: Vec<Row>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Row {
    #[serde(rename = "rowId")]
    id: u32,
    #[llm(len(min = 3))]
    name: String,
    tags: Vec<String>,
}

fn report(rows: u32) -> Report {
    let row = |id| Row {
        id,
        name: format!("row number {id}"),
        tags: vec!["a".to_owned(), format!("tag {id}")],
    };
    Report {
        title: "the whole report".to_owned(),
        rows: (1..=rows).map(row).collect(),
        note: Some("no remarks".to_owned()),
    }
}

/// Runs a session against a first reply and a model that knows the value.
fn repaired<T: LlmExtract>(
    first: Reply,
    whole: &Value,
    mode: Mode,
    strict: bool,
    strategy: Strategy,
) -> (Result<Extraction<T>, llm_parse::Error>, Vec<Request>) {
    let mut capabilities = Capabilities::modes([mode]);
    capabilities.strict_schema = strict;
    let policy = Policy::new().strategies([strategy]).max_attempts(12);
    let mut session = Session::<T>::new("sum it up", policy, &[capabilities]);
    let mut requests = Vec::new();
    let mut first = Some(first);
    loop {
        match session.next() {
            Step::Send { request, .. } => {
                let reply = first.take().unwrap_or_else(|| {
                    let answer = answer(&request, whole);
                    reply(
                        mode,
                        &answer.map_or_else(|| whole.to_string(), |answer| answer.to_string()),
                    )
                });
                requests.push(request);
                session.receive(Ok(reply), std::time::Duration::ZERO);
            }
            Step::Wait(wait) => session.waited(wait),
            Step::Done(extraction) => return (Ok(extraction), requests),
            Step::Failed(error) => return (Err(error), requests),
            _ => panic!("an unknown step"),
        }
    }
}

fn reply(mode: Mode, text: &str) -> Reply {
    match mode {
        Mode::Tool => Reply::text("").with_tool_calls([ToolCall::new("c", "", text)]),
        _ => Reply::text(text),
    }
}

fn forms() -> impl Iterator<Item = (Mode, bool)> {
    let modes = [Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt];
    modes
        .into_iter()
        .flat_map(|mode| [(mode, false), (mode, true)])
}

fn strategies(attempts: &[Attempt]) -> Vec<Option<Strategy>> {
    attempts.iter().map(Attempt::strategy).collect()
}

#[test]
fn focus_asks_for_the_wrong_values_only_in_every_mode() {
    for (mode, strict) in forms() {
        let mut broken = json!(report(5));
        broken["rows"][1]["rowId"] = json!("many");
        broken["rows"][3]["name"] = json!("x");
        let (result, requests) = repaired::<Report>(
            reply(mode, &broken.to_string()),
            &json!(report(5)),
            mode,
            strict,
            Strategy::Focus,
        );
        let extraction = result.unwrap_or_else(|error| panic!("{mode:?} {strict}: {error}"));
        assert_eq!(extraction.value, report(5));
        assert_eq!(extraction.attempts().len(), 2, "{mode:?} {strict}");
        let asked = requests[1].schema["properties"].as_object().unwrap();
        let keys: Vec<_> = asked.keys().collect();
        assert_eq!(keys, ["rows_1_rowId", "rows_3_name"]);
        let said = text(&requests[1]);
        assert!(
            said.contains("sum it up") && said.contains("many"),
            "{said}"
        );
        assert!(!said.contains("the whole report"), "{said}");
    }
}

#[test]
fn continue_asks_for_the_rest_only_in_every_mode() {
    for (mode, strict) in forms() {
        let whole = json!(report(9));
        let text = whole.to_string();
        let end = text.find("row number 7").unwrap();
        let first = reply(mode, &text[..end]).with_finish(Finish::Length);
        let (result, requests) =
            repaired::<Report>(first, &whole, mode, strict, Strategy::Continue);
        let extraction = result.unwrap_or_else(|error| panic!("{mode:?} {strict}: {error}"));
        assert_eq!(extraction.value, report(9));
        assert_eq!(
            strategies(extraction.attempts()),
            [None, Some(Strategy::Continue)]
        );
        assert_eq!(requests.len(), 2);
        let said = crate::text(&requests[1]);
        assert!(
            said.contains("from item 7 on") && said.contains("row number 6"),
            "{said}"
        );
        assert!(!said.contains("row number 4"), "{said}");
    }
}
