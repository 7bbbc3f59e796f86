//! How far an answer is what a text says.

use serde::Serialize;
use serde_json::{Map, Value};

/// The fields of a value that are not as expected: texts compared without case, numbers by value. The name of a field has
/// dots where it lies deeper (`address.city`).
pub(crate) fn differing(value: &impl Serialize, expected: &Map<String, Value>) -> Vec<String> {
    let value = serde_json::to_value(value).unwrap_or_default();
    let differs = |(field, wanted): &(&String, &Value)| {
        let pointer = format!("/{}", field.replace('.', "/"));
        !value.pointer(&pointer).is_some_and(|got| same(got, wanted))
    };
    let fields = expected.iter().filter(differs);
    fields.map(|(field, _)| field.clone()).collect()
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => a.to_lowercase() == b.to_lowercase(),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same_in_b = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| same(a, b));
            a.len() == b.len() && a.iter().all(same_in_b)
        }
        _ => a == b,
    }
}
