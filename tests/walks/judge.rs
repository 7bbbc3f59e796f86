//! The three judges of a type: the validator, serde, and our own reading.

use std::fmt::Debug;

use jsonschema::Validator;
use llm_parse::{LlmExtract, parse};
use serde_json::Value;

pub(crate) fn validator(schema: &Value) -> Validator {
    jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{error}: {schema:#}"));
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}: {schema:#}"))
}

/// The example is valid, reads as the type both ways, and satisfies every rule.
pub(crate) fn accept_example<T: LlmExtract>() {
    let schema = T::schema().to_value();
    let example = T::example();
    let name = std::any::type_name::<T>();
    if let Err(error) = validator(&schema).validate(&example) {
        panic!(
            "{name}: {error} at {}\n{example:#}\n{schema:#}",
            error.instance_path()
        );
    }
    let text = example.to_string();
    let value: T =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    if let Err(violations) = value.validate() {
        panic!("{name}: {violations}\n{text}");
    }
    let parsed = parse::<T>(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert!(
        parsed.fixes.is_empty(),
        "{name}: {:?}\n{text}",
        parsed.fixes
    );
    assert!(!T::outline().is_empty(), "{name}");
}

/// What serde writes for the value is valid and reads as the same value.
pub(crate) fn accept<T: LlmExtract + serde::Serialize + PartialEq + Debug>(value: &T) {
    let schema = T::schema().to_value();
    let text = serde_json::to_string(value).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    if let Err(error) = validator(&schema).validate(&written) {
        panic!("{error}\n{text}\n{schema:#}");
    }
    let parsed = parse::<T>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&parsed.value, value, "{text}");
}

/// Neither the validator nor serde takes the value.
pub(crate) fn refuse<T: LlmExtract>(value: &Value) {
    let schema = T::schema().to_value();
    assert!(
        !validator(&schema).is_valid(value),
        "valid: {value}\n{schema:#}"
    );
    assert!(parse::<T>(&value.to_string()).is_err(), "read: {value}");
}
