//! An example for a type of which only the JSON Schema is known.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A value that the schema's own words suggest; `None` where they suggest none.
pub(super) fn example(schema: fn(&mut SchemaGenerator) -> Schema) -> Option<Value> {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let schema = schema(&mut generator).to_value();
    let defs = generator.take_definitions(true);
    value(&schema, &defs, 0)
}

fn value(schema: &Value, defs: &Map<String, Value>, depth: usize) -> Option<Value> {
    const DEEPEST: usize = 16;
    if depth > DEEPEST {
        return None;
    }
    let given = [
        &schema["const"],
        &schema["examples"][0],
        &schema["enum"][0],
        &schema["default"],
    ];
    if let Some(given) = given.into_iter().find(|value| !value.is_null()) {
        return Some(given.clone());
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next()?;
        return value(defs.get(name)?, defs, depth + 1);
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Value::Array(forms) = &schema[key] {
            return forms.iter().find_map(|form| value(form, defs, depth + 1));
        }
    }
    let first = schema["type"]
        .as_str()
        .or_else(|| schema["type"][0].as_str());
    match first {
        Some("object") => object(schema, defs, depth),
        Some("array") => {
            let len = schema["minItems"].as_u64().unwrap_or(0).min(64);
            let items = (0..len).map(|_| value(&schema["items"], defs, depth + 1));
            items.collect::<Option<Vec<_>>>().map(Value::Array)
        }
        Some("integer" | "number") => {
            let least = &schema["minimum"];
            Some(if least.is_null() {
                json!(1)
            } else {
                least.clone()
            })
        }
        Some("boolean") => Some(json!(true)),
        Some("null") => Some(Value::Null),
        Some("string") | None => Some(json!("text")),
        Some(_) => None,
    }
}

fn object(schema: &Value, defs: &Map<String, Value>, depth: usize) -> Option<Value> {
    let mut entries = Map::new();
    for key in schema["required"].as_array().into_iter().flatten() {
        let key = key.as_str()?;
        let value = value(&schema["properties"][key], defs, depth + 1)?;
        entries.insert(key.to_owned(), value);
    }
    Some(Value::Object(entries))
}
