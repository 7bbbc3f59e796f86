//! Texts with a JSON Schema, which is known only when the test runs.

use std::path::Path;

use libtest_mimic::Failed;
use llm_parse::{Reader, RuntimeShape};
use serde_json::Value;

use crate::reading::{Row, Tally, Verdict, same};

/// Rows whose expectation is another policy than this library's: the reason, and the rows.
pub(crate) const DIFFERENCES: &[(&str, &[&str])] = &[];

pub(crate) fn typed(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "typed.jsonl", is_right)?.at_least(0, 100)
}

pub(crate) fn must_fail(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "typed-must-fail.jsonl", is_right)?.at_least(4, 0)
}

pub(crate) fn partial(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "typed-partial.jsonl", is_right)?.at_least(0, 100)
}

fn is_right(row: &Row) -> Verdict {
    let shape = match RuntimeShape::from_json_schema(&row.schema) {
        Ok(shape) => shape,
        Err(error) => return Verdict::Refused(format!("the schema: {error}")),
    };
    match Reader::new().parse_value(&shape, &row.input) {
        Ok(parsed) if row.expected_error => Verdict::Wrong(parsed.value.to_string()),
        Ok(parsed) if agrees(&parsed.value, &row.expected) => Verdict::Right,
        Ok(parsed) => Verdict::Wrong(parsed.value.to_string()),
        Err(_) if row.expected_error => Verdict::Right,
        Err(error) => match error.partial() {
            Some(partial) if error.is_cut_off() && agrees(&partial, &row.expected) => {
                Verdict::Right
            }
            partial => {
                Verdict::Refused(format!("{error}; partial {}", partial.unwrap_or_default()))
            }
        },
    }
}

/// Whether two values are equal, where a key that is absent is as good as `null`.
fn agrees(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| agrees(a, b))
        }
        (Value::Object(found), Value::Object(wanted)) => {
            let absent = &Value::Null;
            let both = found.keys().chain(wanted.keys());
            both.into_iter().all(|key| {
                agrees(
                    found.get(key).unwrap_or(absent),
                    wanted.get(key).unwrap_or(absent),
                )
            })
        }
        _ => same(found, wanted),
    }
}
