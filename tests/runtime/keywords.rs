//! Every keyword on every kind of value, judged by an independent validator too.

use std::fmt::Write;

use llm_parse::{Leniency, ParseError, Reader, RuntimeShape, Violation};
use serde_json::Value;

/// Schemas that are written as a line each. A line that begins with `draft-07` is read as one of that draft.
const SCHEMAS: &str = include_str!("schemas.txt");

/// Values, each a line of its own.
const VALUES: &str = include_str!("values.txt");

fn schemas() -> impl Iterator<Item = (Value, jsonschema::Draft)> {
    let lines = SCHEMAS.lines().filter(|line| !line.is_empty());
    lines.map(|line| {
        let (draft, text) = match line.strip_prefix("draft-07 ") {
            Some(text) => (jsonschema::Draft::Draft7, text),
            None => (jsonschema::Draft::Draft202012, line),
        };
        let mut schema: Value =
            serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
        if let (Value::Object(schema), jsonschema::Draft::Draft7) = (&mut schema, draft) {
            schema.insert(
                "$schema".to_owned(),
                "http://json-schema.org/draft-07/schema#".into(),
            );
        }
        (schema, draft)
    })
}

/// Whether a document allows what would be lost: declared keys inside a value that is ignored.
fn loses_keys(error: &ParseError) -> bool {
    let told = |one: &Violation| one.found().starts_with("keys of it inside");
    error.violations().iter().all(told)
}

/// Integers are written without a fraction, numbers are those that `serde_json` holds, and declared keys do not stand inside
/// a value that is ignored; else the reader takes what the validator takes.
#[test]
fn the_reader_takes_what_the_validator_takes() {
    let mut faults = String::new();
    let (mut taken, mut refused) = (0, 0);
    for (schema, draft) in schemas() {
        let shape =
            RuntimeShape::from_json_schema(&schema).unwrap_or_else(|e| panic!("{e}: {schema}"));
        let validator = jsonschema::options()
            .with_draft(draft)
            .should_validate_formats(true)
            .build(&schema)
            .unwrap_or_else(|e| panic!("{e}: {schema}"));
        let mut both = (false, false);
        for text in VALUES.lines() {
            let value: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
            let valid = validator.is_valid(&value);
            both = (both.0 || valid, both.1 || !valid);
            let read = Reader::new()
                .leniency(Leniency::Strict)
                .parse_value(&shape, text);
            match (valid, &read) {
                (true, Ok(parsed)) => {
                    taken += 1;
                    let only_left_out = || {
                        parsed
                            .fixes
                            .iter()
                            .all(|fix| fix.to_string().contains("undeclared"))
                    };
                    if parsed.value != value && (parsed.fixes.is_empty() || !only_left_out()) {
                        let _ = writeln!(faults, "{schema}: {text} read as {}", parsed.value);
                    }
                }
                (false, Err(_)) => refused += 1,
                (true, Err(error)) if loses_keys(error) => {}
                _ => {
                    let _ = writeln!(faults, "{schema}: {text}, valid: {valid}, read: {read:?}");
                }
            }
            let lenient = Reader::new().parse_value(&shape, text);
            match lenient {
                // Where a string is wanted, the whole text is one.
                Ok(parsed) if parsed.value == text => {}
                Ok(parsed) if !validator.is_valid(&parsed.value) => {
                    let _ = writeln!(
                        faults,
                        "{schema}: {text} read as {}, not valid",
                        parsed.value
                    );
                }
                Ok(parsed) if parsed.value != value && parsed.fixes.is_empty() => {
                    let _ = writeln!(
                        faults,
                        "{schema}: {text} read as {} without a fix",
                        parsed.value
                    );
                }
                Err(error) if valid && !loses_keys(&error) => {
                    let _ = writeln!(faults, "{schema}: {text}, valid: {error}");
                }
                _ => {}
            }
        }
        if both != (true, true) {
            let _ = writeln!(
                faults,
                "{schema}: no value that is valid, or none that is not: {both:?}"
            );
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{faults}",
        faults.lines().count()
    );
    assert!(
        taken > 1000 && refused > 1000,
        "{taken} taken, {refused} refused"
    );
}
