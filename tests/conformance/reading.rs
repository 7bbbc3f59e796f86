//! Texts as models write them, with the value that other libraries expect. A wrong value is worse than a refusal, so the
//! two are counted apart; `DIFFERENCES` lists where this library's policy is another one, and why.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;
use llm_parse::parse;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(crate) struct Row {
    id: String,
    pub(crate) input: String,
    pub(crate) expected: Value,
    class: String,
    #[serde(default)]
    pub(crate) schema: Value,
    #[serde(default)]
    pub(crate) expected_error: bool,
}

/// Rows whose expectation is another policy than this library's: the reason, and the rows.
const DIFFERENCES: &[(&str, &[&str])] = &[
    (
        "prose, and half a literal, are no JSON value",
        &[
            "json_repair/0074",
            "json_repair/0161",
            "jsonrepair/0034",
            "jsonrepair/0035",
            "jsonrepair/0037",
            "jsonrepair/0038",
            "jsonrepair/0056",
            "jsonrepair/0313",
            "jsonrepair/0314",
            "jsonrepair/0320",
            "jsonrepair/0348",
            "guardrails/0007",
            "langroid/0016",
            "paperqa/0023",
            "vercel_fixjson/0002",
            "vercel_fixjson/0017",
            "partial_json_js/0018",
            "partial_json_js/0021",
            "partial_json_js/0024",
            "partial_json_py/0020",
            "partial_json_py/0021",
            "partial_json_py/0022",
            "partial_json_py/0025",
            "partial_json_py/0026",
            "partial_json_py/0032",
            "partial_json_py/0034",
            "langchainjs_partial/0038",
            "langchainjs_partial/0052",
            "langchainjs_partial/0058",
            "langchainjs_partial/0059",
            "langchainjs_partial/0060",
            "untruncate/0018",
            "untruncate/0024",
            "untruncate/0025",
        ],
    ),
    (
        "a text that ends inside a string is cut off, and all of the string is in the partial value",
        &[
            "json_repair/0035",
            "json_repair/0190",
            "json_repair/0192",
            "jsonrepair/0085",
            "jsonrepair/0315",
            "partial_json_js/0003",
            "partial_json_js/0006",
            "partial_json_js/0013",
            "partial_json_js/0014",
            "partial_json_js/0015",
            "partial_json_js/0017",
            "partial_json_py/0008",
            "partial_json_py/0009",
            "partial_json_py/0012",
            "partial_json_py/0017",
            "jiter_partial/0001",
            "jiter_partial/0006",
        ],
    ),
    (
        "of an escape or a number that is cut off nothing is kept, and no digit made up",
        &[
            "jsonrepair/0373",
            "typia_lenient/0058",
            "langchainjs_partial/0019",
        ],
    ),
    (
        "a number that is not complete is a fault",
        &["json_repair/0102", "jsonrepair/0111"],
    ),
    (
        "one key with two values is a violation",
        &["typia_lenient/0008"],
    ),
    (
        "of several values the first is the answer, unless several are wanted",
        &["json_repair/0017"],
    ),
    ("a word before an object is prose", &["typia_lenient/0039"]),
    (
        "a whole text of `False`, or a quote in quotes, is a value",
        &["json_repair/0245", "json_repair/0193"],
    ),
    (
        "two readings of unescaped quotes are a violation",
        &["json_repair/0073"],
    ),
    ("a key is not renamed without a schema", &["paperqa/0017"]),
];

pub(crate) fn untyped(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "untyped.jsonl", is_right)?.at_least(335, 0)
}

pub(crate) fn extraction(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "extraction.jsonl", is_right)?.at_least(34, 0)
}

pub(crate) fn partial(folder: &Path) -> Result<(), Failed> {
    Tally::of(folder, "partial.jsonl", is_right)?.at_least(195, 0)
}

pub(crate) enum Verdict {
    Right,
    Wrong(String),
    Refused(String),
}

fn is_right(row: &Row) -> Verdict {
    match parse::<Value>(&row.input) {
        Ok(parsed) if same(&parsed.value, &row.expected) => Verdict::Right,
        Ok(parsed) => Verdict::Wrong(parsed.value.to_string()),
        Err(error) if error.is_cut_off() => match error.partial() {
            Some(partial) if same(&partial, &row.expected) => Verdict::Right,
            partial => {
                Verdict::Refused(format!("{error}; partial {}", partial.unwrap_or_default()))
            }
        },
        Err(error) => Verdict::Refused(error.to_string()),
    }
}

/// Whether two values are equal, numbers by value: `1.0` is `1`.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[derive(Default)]
pub(crate) struct Tally {
    right: usize,
    differences: usize,
    wrong: usize,
    refused: usize,
    lines: Vec<String>,
}

impl Tally {
    pub(crate) fn of(
        folder: &Path,
        file: &str,
        judge: fn(&Row) -> Verdict,
    ) -> Result<Tally, Failed> {
        let mut tally = Tally::default();
        for line in fs::read_to_string(folder.join(file))?.lines() {
            let row: Row = serde_json::from_str(line)?;
            tally.count(&row, judge(&row));
        }
        let Tally {
            right,
            differences,
            wrong,
            refused,
            ..
        } = tally;
        eprintln!(
            "{file}: {right} right, {differences} differences of policy, {wrong} wrong, {refused} refused"
        );
        for line in &tally.lines {
            eprintln!("{line}");
        }
        Ok(tally)
    }

    fn count(&mut self, row: &Row, verdict: Verdict) {
        let difference = DIFFERENCES
            .iter()
            .chain(crate::typed::DIFFERENCES)
            .any(|(_, rows)| rows.contains(&row.id.as_str()));
        let (word, got) = match verdict {
            Verdict::Right => {
                self.right += 1;
                return;
            }
            _ if difference => {
                self.differences += 1;
                return;
            }
            Verdict::Wrong(got) => {
                self.wrong += 1;
                ("wrong", got)
            }
            Verdict::Refused(got) => {
                self.refused += 1;
                ("refused", got)
            }
        };
        let Row {
            id,
            input,
            expected,
            class,
            ..
        } = row;
        self.lines.push(format!(
            "{word} {id} ({class}): {input:?}\n    wanted {expected}\n    got    {got}"
        ));
    }

    pub(crate) fn at_least(&self, right: usize, wrong: usize) -> Result<(), Failed> {
        let Tally {
            right: got,
            differences,
            ..
        } = self;
        if got + differences < right || self.wrong > wrong {
            return Err(format!("fewer than {right} right, or more than {wrong} wrong").into());
        }
        Ok(())
    }
}
