//! The replies that are read, and what is to come of each.

use std::path::PathBuf;

use llm_parse::LlmExtract;
use llm_parse::testing::{Expected, Malform, Malformation};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::corpus::{self, Case};
use crate::types::*;
use crate::{by_name, for_type};
use chrono::NaiveDate;
use std::collections::BTreeMap;

pub struct Input {
    pub source: &'static str,
    pub r#type: String,
    pub text: String,
    /// Whether the provider said that the reply was cut off.
    pub cut_off: bool,
    pub wanted: Wanted,
}

#[derive(Debug)]
pub enum Wanted {
    Value(Value),
    ValueOrRefused(Value),
    /// A refusal that knows so much of the value, or that much as the value: suites differ.
    Cut(Value),
    Refused,
}

/// All inputs: of the corpus, those made of its values, and, where they are there, those of public test suites.
pub fn all() -> Vec<Input> {
    let cases = cases();
    let mut inputs = Vec::new();
    for (seed, case) in (0..).zip(&cases) {
        if let corpus::Wanted::Value(value) = &case.wanted {
            inputs.extend(generate(seed, case, value));
        }
    }
    inputs.extend(cases.into_iter().map(of_corpus));
    inputs.extend(public());
    inputs
}

fn cases() -> Vec<Case> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus"));
    let files = std::fs::read_dir(folder).expect("the corpus is beside the tests");
    let mut files: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let parse = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).expect("a file of the corpus");
        corpus::parse(&file.display().to_string(), &text)
    };
    files.iter().flat_map(parse).collect()
}

fn of_corpus(case: Case) -> Input {
    let typed = |value: &Value| for_value(&case.r#type, value);
    let wanted = match &case.wanted {
        corpus::Wanted::Value(value) if case.or_refused => Wanted::ValueOrRefused(typed(value)),
        corpus::Wanted::Value(value) => Wanted::Value(typed(value)),
        _ => Wanted::Refused,
    };
    Input {
        source: "corpus",
        r#type: case.r#type,
        text: case.input,
        cut_off: case.length,
        wanted,
    }
}

/// The value as its type writes it.
fn for_value(name: &str, value: &Value) -> Value {
    for_type!(name, written, (value))
}

fn written<T: LlmExtract + Serialize>(value: &Value) -> Value {
    let value: T = serde_json::from_value(value.clone()).expect("a value of its type");
    serde_json::to_value(value).expect("a value is JSON")
}

/// Malforms a value in one to three ways, some times.
fn generate(seed: u64, case: &Case, value: &Value) -> Vec<Input> {
    const TIMES: u64 = 6;
    let make = |time| {
        let seed = seed * TIMES + time;
        for_type!(&case.r#type, malform, (seed, value))
    };
    let inputs = (0..TIMES).filter_map(make);
    inputs
        .map(|(text, wanted)| Input {
            source: "generated",
            r#type: case.r#type.clone(),
            text,
            cut_off: false,
            wanted,
        })
        .collect()
}

fn malform<T: LlmExtract + Serialize>(seed: u64, value: &Value) -> Option<(String, Wanted)> {
    let all = Malformation::all();
    let mut malform = Malform::of::<T>(seed);
    for step in 0..=seed % 3 {
        let index = seed
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(17 * (step as u32 + 1))
            % all.len() as u64;
        malform = malform.with(all[index as usize]);
    }
    let value: T = serde_json::from_value(value.clone()).ok()?;
    let malformed = malform.apply(&value);
    let wanted = match malformed.expected() {
        Expected::SameValue | Expected::SameOrViolation => {
            Wanted::Value(serde_json::to_value(value).ok()?)
        }
        _ => Wanted::Refused,
    };
    (!malformed.applied().is_empty()).then(|| (malformed.reply().to_owned(), wanted))
}

#[derive(Deserialize)]
struct Row {
    input: String,
    expected: Value,
    class: String,
}

/// Texts of public suites without a type, where the folder is there.
fn public() -> Vec<Input> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/conformance");
    let folder = std::env::var("LLM_PARSE_CONFORMANCE").unwrap_or_else(|_| beside.to_owned());
    let read = |file| {
        std::fs::read_to_string(PathBuf::from(&folder).join("reading").join(file))
            .unwrap_or_default()
    };
    let text = read("untyped.jsonl") + &read("extraction.jsonl");
    let rows = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Row>(line).ok());
    rows.map(|row| {
        let wanted = if row.class == "truncated" {
            Wanted::Cut
        } else {
            Wanted::Value
        };
        let wanted = wanted(row.expected);
        Input {
            source: "public",
            r#type: "Value".to_owned(),
            text: row.input,
            cut_off: false,
            wanted,
        }
    })
    .collect()
}
