//! Replies that four small models really gave, by way of eight types. What reading makes of them, against serde alone:
//!
//! `cargo test --test recorded -- --nocapture`

#[path = "../../examples/evaluate/differing.rs"]
mod differing;
mod peers;
#[path = "../../examples/evaluate/types.rs"]
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use llm_parse::{FixKind, LlmExtract, ParseError, Reader, Violation};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::differing::differing;

#[derive(Deserialize)]
struct Row {
    run: String,
    model: String,
    task: String,
    r#type: String,
    content: String,
    finish_reason: String,
}

/// What a task's text says, by dotted field.
#[derive(Deserialize)]
struct Task {
    #[serde(rename = "task")]
    id: String,
    r#type: String,
    expected: Map<String, Value>,
}

/// What came of the replies of one run, or of one model.
#[derive(Clone, Copy, Default)]
struct Tally {
    replies: usize,
    /// Read by serde alone, rules or not.
    serde: usize,
    /// Read by serde alone, and right in every field.
    serde_right: usize,
    clean: usize,
    mended: usize,
    /// Right in every field.
    right: usize,
    cut_off: usize,
    refused: usize,
}

/// Why a reply does not come to what its task's text says: `run task outcome: why`.
const DIFFERENCES: &str = include_str!("differences.txt");

fn tasks() -> Vec<Task> {
    let tasks = include_str!("../data/recorded-tasks.jsonl").lines();
    tasks
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The schemas that the models were shown, by the names of their types.
fn schemas() -> BTreeMap<String, Value> {
    #[derive(Deserialize)]
    struct Line {
        r#type: String,
        schema: Value,
    }

    let lines = include_str!("../data/recorded-schemas.jsonl").lines();
    let lines = lines.map(|line| serde_json::from_str(line).unwrap());
    lines
        .map(|Line { r#type, schema }| (r#type, schema))
        .collect()
}

#[test]
fn recorded_replies_are_read_or_refused_for_a_reason() {
    let (tasks, schemas) = (tasks(), schemas());
    let (mut runs, mut models) = (BTreeMap::new(), BTreeMap::new());
    let mut differences = Vec::new();
    for line in include_str!("../data/recorded.jsonl").lines() {
        let row: Row = serde_json::from_str(line).unwrap();
        let task = tasks.iter().find(|task| task.id == row.task).unwrap();
        let (tally, outcome) = judge_by_type(&row, task, &schemas[&row.r#type]);
        for (key, tallies) in [(&row.run, &mut runs), (&row.model, &mut models)] {
            tallies
                .entry(key.clone())
                .or_insert_with(Tally::default)
                .add(tally);
        }
        differences.extend(outcome.map(|outcome| format!("{} {} {outcome}", row.run, row.task)));
    }
    print("run", &runs);
    print("model", &models);
    if let Some(path) = std::env::var_os("RECORDED_DIFFERENCES") {
        std::fs::write(path, differences.join("\n")).unwrap();
    }
    assert_explained(&differences);
    let mut all = Tally::default();
    for tally in models.values() {
        all.add(*tally);
    }
    assert_eq!(all.replies, 315);
    let Tally {
        clean,
        mended,
        right,
        ..
    } = all;
    assert!(
        clean + mended >= 226 && right >= 85,
        "only {clean} + {mended} read, {right} right"
    );
}

/// Each difference has its reason in the list, and nothing else has.
fn assert_explained(differences: &[String]) {
    let explained: BTreeSet<_> = DIFFERENCES
        .lines()
        .map(|line| line.split_once(": ").expect("a reason").0)
        .collect();
    let differences: BTreeSet<_> = differences.iter().map(String::as_str).collect();
    let (new, gone): (Vec<_>, Vec<_>) = (
        differences.difference(&explained).collect(),
        explained.difference(&differences).collect(),
    );
    assert!(
        new.is_empty() && gone.is_empty(),
        "not explained: {new:#?}\nno longer so: {gone:#?}"
    );
}

fn judge_by_type(row: &Row, task: &Task, schema: &Value) -> (Tally, Option<String>) {
    match row.r#type.as_str() {
        "Person" => judge::<types::Person>(row, task, schema),
        "InvoiceLine" => judge::<types::InvoiceLine>(row, task, schema),
        "Event" => judge::<types::Event>(row, task, schema),
        "Ticket" => judge::<types::Ticket>(row, task, schema),
        "Contact" => judge::<types::Contact>(row, task, schema),
        "Order" => judge::<types::Order>(row, task, schema),
        "Review" => judge::<types::Review>(row, task, schema),
        "Job" => judge::<types::Job>(row, task, schema),
        other => panic!("no type {other}"),
    }
}

/// What came of a reply, and how that differs from what the task's text says.
fn judge<T>(row: &Row, task: &Task, schema: &Value) -> (Tally, Option<String>)
where
    T: LlmExtract + Serialize + PartialEq + Debug,
{
    let text = &row.content;
    let alone = serde_json::from_str::<T>(text).ok();
    let mut tally = Tally {
        replies: 1,
        serde: usize::from(alone.is_some()),
        serde_right: alone.as_ref().map_or(0, |value| {
            usize::from(differing(value, &task.expected).is_empty())
        }),
        ..Tally::default()
    };
    let sound = alone.filter(|value| value.validate().is_ok());
    let reader = Reader::new().cut_off(row.finish_reason == "length");
    let outcome = match reader.parse::<T>(text) {
        Ok(parsed) => {
            let mended = parsed
                .fixes
                .iter()
                .any(|fix| fix.kind() != FixKind::UnknownKey);
            tally.mended += usize::from(mended);
            tally.clean += usize::from(!mended);
            let value = serde_json::to_value(&parsed.value).unwrap();
            assert_said(&value, row);
            assert!(
                jsonschema::is_valid(schema, &value),
                "{} {}",
                row.run,
                row.task
            );
            let fields = differing(&parsed.value, &task.expected);
            tally.right += usize::from(fields.is_empty());
            if let Some(sound) = sound {
                assert_eq!(parsed.value, sound, "{}", row.task);
                assert!(!mended, "{}: {:?}", row.task, parsed.fixes);
            }
            (!fields.is_empty()).then(|| format!("other {}", fields.join(" ")))
        }
        Err(error) => {
            assert!(sound.is_none(), "{} {}: {error}", row.run, row.task);
            tally.cut_off += usize::from(error.is_cut_off());
            tally.refused += usize::from(!error.is_cut_off());
            Some(format!("refused {}", codes(&error)))
        }
    };
    (tally, outcome)
}

fn codes(error: &ParseError) -> String {
    let codes = error.violations().iter().map(Violation::code);
    let mut codes: Vec<_> = codes.map(|code| format!("{code:?}")).collect();
    codes.sort();
    codes.dedup();
    codes.join(" ")
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.replies += other.replies;
        self.serde += other.serde;
        self.serde_right += other.serde_right;
        self.clean += other.clean;
        self.mended += other.mended;
        self.right += other.right;
        self.cut_off += other.cut_off;
        self.refused += other.refused;
    }
}

/// Nothing in the value is made up: each scalar stands in the reply.
fn assert_said(value: &Value, row: &Row) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| assert_said(item, row)),
        Value::Object(entries) => entries.values().for_each(|inner| assert_said(inner, row)),
        Value::String(text) => {
            let escaped = serde_json::to_string(text).unwrap();
            let escaped = &escaped[1..escaped.len() - 1];
            let folded = row.content.to_lowercase();
            let said = row.content.contains(text.as_str())
                || row.content.contains(escaped)
                || folded.contains(&text.to_lowercase());
            assert!(said, "{} {}: {text:?}", row.run, row.task);
        }
        Value::Number(number) => {
            let states = |signs: &str| {
                let mut words = row
                    .content
                    .split(|c: char| !c.is_ascii_digit() && !signs.contains(c));
                words.any(|word| word.replace(',', "").parse::<f64>().ok() == number.as_f64())
            };
            // With commas between thousands, or between numbers.
            let said = states("+-.eE") || states("+-.,");
            assert!(said, "{} {}: {number}", row.run, row.task);
        }
        Value::Null | Value::Bool(_) => {}
    }
}

fn print(by: &str, tallies: &BTreeMap<String, Tally>) {
    let columns = [
        "replies", "serde", "right", "clean", "mended", "right", "cut off", "refused",
    ];
    println!(
        "{by:28}{}",
        columns.map(|column| format!("{column:>8}")).concat()
    );
    for (name, tally) in tallies {
        let Tally {
            replies,
            serde,
            serde_right,
            clean,
            mended,
            right,
            cut_off,
            refused,
        } = tally;
        let counts = [
            replies,
            serde,
            serde_right,
            clean,
            mended,
            right,
            cut_off,
            refused,
        ];
        println!(
            "{name:28}{}",
            counts.map(|count| format!("{count:>8}")).concat()
        );
    }
}
