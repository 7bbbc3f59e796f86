//! Texts as models write them, with the value that other libraries expect. A wrong value is worse than a refusal, so the
//! two are counted apart; `DIFFERENCES` lists where this library's policy is another one, and why.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use llm_parse::parse;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Row {
    id: String,
    input: String,
    expected: Value,
    class: String,
}

/// Rows whose expectation is another policy than this library's.
const DIFFERENCES: &[(&str, &str)] = &[];

pub(crate) fn untyped(folder: PathBuf) -> Result<(), Failed> {
    Tally::of(&folder, "untyped.jsonl", is_right)?.at_least(0, 1000)
}

pub(crate) fn extraction(folder: PathBuf) -> Result<(), Failed> {
    Tally::of(&folder, "extraction.jsonl", is_right)?.at_least(0, 1000)
}

pub(crate) fn partial(folder: PathBuf) -> Result<(), Failed> {
    Tally::of(&folder, "partial.jsonl", is_right)?.at_least(0, 1000)
}

enum Verdict {
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
fn same(a: &Value, b: &Value) -> bool {
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
struct Tally {
    right: usize,
    differences: usize,
    wrong: usize,
    refused: usize,
    lines: Vec<String>,
}

impl Tally {
    fn of(folder: &Path, file: &str, judge: fn(&Row) -> Verdict) -> Result<Tally, Failed> {
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
        let difference = DIFFERENCES.iter().any(|(id, _)| *id == row.id);
        let (word, got) = match verdict {
            Verdict::Right => {
                self.right += 1;
                return;
            }
            Verdict::Wrong(got) | Verdict::Refused(got) if difference => {
                self.differences += 1;
                let _ = got;
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
        } = row;
        self.lines.push(format!(
            "{word} {id} ({class}): {input:?}\n    wanted {expected}\n    got    {got}"
        ));
    }

    fn at_least(&self, right: usize, wrong: usize) -> Result<(), Failed> {
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
