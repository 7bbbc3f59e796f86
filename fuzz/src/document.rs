//! Any text by any JSON Schema document: no panic, and what is read is valid.

use llm_parse::{Leniency, Reader, RuntimeShape};
use serde_json::Value;

use super::reader::refused;

/// Reads the bytes up to the first zero byte as a JSON Schema document, and those after it as a reply.
pub fn document(data: &[u8]) {
    let end = data
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(data.len());
    let (schema, text) = data.split_at(end);
    let Ok(schema) = serde_json::from_slice::<Value>(schema) else {
        return;
    };
    let shape = match RuntimeShape::from_json_schema(&schema) {
        Ok(shape) => shape,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    read(
        &shape,
        &String::from_utf8_lossy(text.get(1..).unwrap_or_default()),
    );
}

fn read(shape: &RuntimeShape, text: &str) {
    for leniency in super::ALL {
        match Reader::new().leniency(leniency).parse_value(shape, text) {
            Ok(parsed) => comes_back(shape, &parsed.value),
            Err(error) => refused(text, &error),
        }
    }
}

/// What was read is valid as it stands. An alternative that was chosen by what it keeps of a mended text may give way to
/// an earlier one that fits the value; what is read then stays.
fn comes_back(shape: &RuntimeShape, value: &Value) {
    let read = |value: &Value| {
        let reader = Reader::new().leniency(Leniency::Strict);
        let again = reader.parse_value(shape, &value.to_string());
        again.map(|parsed| parsed.value)
    };
    let again = read(value).expect("what was read is valid");
    assert_eq!(read(&again), Ok(again));
}
