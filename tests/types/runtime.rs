//! The same types by their schemas alone: what a document says that is known only at run time.

use jsonschema::Validator;
use llm_parse::{Code, Leniency, ParseError, Reader, RuntimeShape};
use serde_json::Value;

use crate::mutants::Mutant;

/// Everything that is wrong with reading by the schema: a valid text is read as it stands, an invalid one is refused when
/// reading is strict, and what is coerced is valid.
pub(crate) fn faults(
    schema: &Value,
    validator: &Validator,
    texts: &[String],
    mutants: &[Mutant],
) -> Vec<String> {
    let shape = match RuntimeShape::from_json_schema(schema) {
        Ok(shape) => shape,
        Err(error) => return vec![format!("run-time shape: {error}")],
    };
    let mut faults = Vec::new();
    for text in texts {
        clean(&shape, text, &mut faults);
    }
    for mutant in mutants {
        altered(&shape, validator, mutant, &mut faults);
    }
    faults.truncate(3);
    faults
}

fn read(
    shape: &RuntimeShape,
    leniency: Leniency,
    text: &str,
) -> Result<(Value, usize), ParseError> {
    let parsed = Reader::new().leniency(leniency).parse_value(shape, text)?;
    Ok((parsed.value, parsed.fixes.len()))
}

/// What serde wrote is read as it was written.
fn clean(shape: &RuntimeShape, text: &str, faults: &mut Vec<String>) {
    let written: Value = serde_json::from_str(text).unwrap();
    for leniency in [Leniency::Strict, Leniency::Repair, Leniency::Coerce] {
        match read(shape, leniency, text) {
            Ok((value, 0)) if value == written => {}
            Ok((value, fixes)) => faults.push(format!("by schema {text}: {fixes} fixes, {value}")),
            Err(error) if is_large(&error) => {}
            Err(error) => faults.push(format!("by schema {text}: {error}")),
        }
    }
}

/// Whether a number is larger than `serde_json` can hold.
fn is_large(error: &ParseError) -> bool {
    error.violations().iter().all(|violation| {
        violation.code() == Code::Range && violation.expected().contains("18446744073709551615")
    })
}

fn altered(shape: &RuntimeShape, validator: &Validator, mutant: &Mutant, faults: &mut Vec<String>) {
    let (text, label) = (mutant.whole.to_string(), mutant.label);
    let is_valid = validator.is_valid(&mutant.whole);
    // To a validator `1e300` is an integer.
    if is_valid && label == "huge" {
        return;
    }
    let strict = read(shape, Leniency::Strict, &text);
    match (is_valid, strict) {
        (false, Ok((value, _))) => faults.push(format!("by schema {label} {text}: read {value}")),
        // A validator takes `1.0` for an integer.
        (true, Err(error)) if label != "1.0" && !is_large(&error) => {
            faults.push(format!("by schema {label} {text}: {error}"));
        }
        _ => {}
    }
    match (is_valid, read(shape, Leniency::Coerce, &text)) {
        (_, Ok((value, _))) if !validator.is_valid(&value) => {
            faults.push(format!(
                "by schema {label} {text}: read {value}, which is not valid"
            ));
        }
        (true, Ok((value, 0))) if value != mutant.whole => {
            faults.push(format!(
                "by schema {label} {text}: read {value} without a fix"
            ));
        }
        (true, Err(error)) if !is_large(&error) => {
            faults.push(format!("by schema {label} {text}: {error}"));
        }
        _ => {}
    }
}
