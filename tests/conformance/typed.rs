//! Texts with a JSON Schema, which is known only when the test runs.

use std::path::Path;

use libtest_mimic::Failed;
use llm_parse::{Reader, RuntimeShape};
use serde_json::Value;

use crate::reading::{Row, Tally, Verdict, same};

/// Rows whose expectation is another policy than this library's: the reason, and the rows.
pub(crate) const DIFFERENCES: &[(&str, &[&str])] = &[
    (
        "a word for null is null where null is allowed",
        &["baml/0029"],
    ),
    (
        "two readings of unescaped quotes, and code without any, are a violation",
        &["baml/0071", "baml/0072", "baml/0132", "baml/0136"],
    ),
    (
        "no object is made up round a value",
        &["baml/0104", "baml/0108", "baml/0109"],
    ),
    (
        "no value is made up for a key that is absent",
        &[
            "baml/0111",
            "json_repair_schema/0003",
            "json_repair_schema/0071",
            "baml_partial/0013",
        ],
    ),
    ("all of a text between three quotes is kept", &["baml/0151"]),
    (
        "the white space of a text is kept",
        &[
            "baml/0154",
            "baml/0158",
            "json_repair_schema/0034",
            "json_repair_schema/0035",
            "json_repair_schema/0041",
            "json_repair_schema/0044",
            "json_repair_schema/0046",
        ],
    ),
    ("two words are no choice", &["baml/0182", "baml/0304"]),
    (
        "a word in a sentence that answers nothing is no choice",
        &["baml/0198"],
    ),
    (
        "an object or list in a string is read as tolerantly as one in the text",
        &["json_repair_schema/0013", "json_repair_schema/0017"],
    ),
    (
        "a value that is missing is absent",
        &["json_repair_schema/0027"],
    ),
    (
        "of the words and numbers only `true` and `false` are bools",
        &[
            "json_repair_schema/0048",
            "json_repair_schema/0049",
            "json_repair_schema/0053",
        ],
    ),
    (
        "keys without values, and values with keys in a list, are a fault",
        &["json_repair_schema/0061", "json_repair_schema/0076"],
    ),
    (
        "all that was read before a cut is kept; what a stream may show is no matter of the schema",
        &[
            "baml_partial/0019",
            "baml_partial/0021",
            "baml_partial/0022",
            "baml_partial/0024",
        ],
    ),
];

pub(crate) fn typed(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "typed.jsonl", is_right)?.at_least(159, 0)
}

pub(crate) fn must_fail(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "typed-must-fail.jsonl", is_right)?.at_least(4, 0)
}

pub(crate) fn partial(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "typed-partial.jsonl", is_right)?.at_least(11, 0)
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
