//! Replies that four small models really gave, by way of eight types. What reading makes of them, against serde alone:
//!
//! `cargo test --test recorded -- --nocapture`

mod types;

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::{FixKind, LlmExtract, Reader};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize)]
struct Row {
    run: String,
    task: String,
    r#type: String,
    content: String,
    finish_reason: String,
}

/// What came of the replies of one run.
#[derive(Default)]
struct Tally {
    replies: usize,
    /// Read by serde alone, rules or not.
    serde: usize,
    clean: usize,
    mended: usize,
    cut_off: usize,
    refused: BTreeMap<String, usize>,
}

#[test]
fn recorded_replies_are_read_or_refused_for_a_reason() {
    let mut runs: BTreeMap<String, Tally> = BTreeMap::new();
    for line in include_str!("../data/recorded.jsonl").lines() {
        let row: Row = serde_json::from_str(line).unwrap();
        let tally = runs.entry(row.run.clone()).or_default();
        match row.r#type.as_str() {
            "Person" => judge::<types::Person>(&row, tally),
            "InvoiceLine" => judge::<types::InvoiceLine>(&row, tally),
            "Event" => judge::<types::Event>(&row, tally),
            "Ticket" => judge::<types::Ticket>(&row, tally),
            "Contact" => judge::<types::Contact>(&row, tally),
            "Order" => judge::<types::Order>(&row, tally),
            "Review" => judge::<types::Review>(&row, tally),
            "Job" => judge::<types::Job>(&row, tally),
            other => panic!("no type {other}"),
        }
    }
    print(&runs);
    let sum = |count: fn(&Tally) -> usize| runs.values().map(count).sum::<usize>();
    assert_eq!(sum(|tally| tally.replies), 120);
    let read = sum(|tally| tally.clean + tally.mended);
    assert!(read >= 78, "only {read} of 120 are read");
}

fn judge<T: LlmExtract + Serialize + PartialEq + Debug>(row: &Row, tally: &mut Tally) {
    let text = &row.content;
    tally.replies += 1;
    let alone = serde_json::from_str::<T>(text).ok();
    tally.serde += usize::from(alone.is_some());
    let sound = alone.filter(|value| value.validate().is_ok());
    let reader = Reader::new().cut_off(row.finish_reason == "length");
    match reader.parse::<T>(text) {
        Ok(parsed) => {
            let mended = parsed
                .fixes
                .iter()
                .any(|fix| fix.kind() != FixKind::UnknownKey);
            tally.mended += usize::from(mended);
            tally.clean += usize::from(!mended);
            let value = serde_json::to_value(&parsed.value).unwrap();
            assert_said(&value, row);
            if let Some(sound) = sound {
                assert_eq!(parsed.value, sound, "{}", row.task);
                assert!(!mended, "{}: {:?}", row.task, parsed.fixes);
            }
        }
        Err(error) => {
            assert!(sound.is_none(), "{} {}: {error}", row.run, row.task);
            if std::env::var_os("SHOW_REFUSED").is_some() {
                println!("{} {}: {error}\n{text}\n", row.run, row.task);
            }
            if error.is_cut_off() {
                tally.cut_off += 1;
                return;
            }
            let code = format!("{:?}", error.violations()[0].code());
            *tally.refused.entry(code).or_default() += 1;
        }
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
            let mut said = row
                .content
                .split(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c));
            let said = said.any(|word| word.parse::<f64>().ok() == number.as_f64());
            assert!(said, "{} {}: {number}", row.run, row.task);
        }
        Value::Null | Value::Bool(_) => {}
    }
}

fn print(runs: &BTreeMap<String, Tally>) {
    println!(
        "{:32} {:>7} {:>5} {:>5} {:>6} {:>3}  refused",
        "run", "replies", "serde", "clean", "mended", "cut"
    );
    for (run, tally) in runs {
        let Tally {
            replies,
            serde,
            clean,
            mended,
            cut_off,
            refused,
        } = tally;
        println!(
            "{run:32} {replies:>7} {serde:>5} {clean:>5} {mended:>6} {cut_off:>3}  {refused:?}"
        );
    }
}
