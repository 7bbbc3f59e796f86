//! Whether a value is valid under a JSON Schema (draft 2020-12), as far as the keywords that the library writes.

use serde_json::{Map, Value};

use crate::rules::{Number, Pattern};

/// How many references are followed into each other before the schema is taken for a circle.
const DEPTH: usize = 256;

/// Judges values by a schema that is well formed.
pub(super) struct Judge<'s> {
    root: &'s Value,
}

impl<'s> Judge<'s> {
    pub(super) fn new(root: &'s Value) -> Self {
        Judge { root }
    }

    /// What is wrong with the value.
    pub(super) fn faults(&self, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.hold(self.root, value, "", DEPTH, &mut faults);
        faults
    }

    fn hold(
        &self,
        schema: &Value,
        value: &Value,
        at: &str,
        depth: usize,
        faults: &mut Vec<String>,
    ) {
        let keywords = match schema {
            Value::Object(keywords) if depth > 0 => keywords,
            Value::Bool(true) => return,
            _ => return faults.push(format!("{at}: nothing is allowed here")),
        };
        for (keyword, wanted) in keywords {
            if !self.holds(keyword, wanted, value, depth) {
                faults.push(format!("{at}: {value} breaks `{keyword}`: {wanted}"));
            }
        }
        match value {
            Value::Object(entries) => self.entries(keywords, entries, at, depth, faults),
            Value::Array(items) => self.items(keywords, items, at, depth, faults),
            _ => {}
        }
    }

    /// Whether the value itself, without what is inside it, satisfies one keyword.
    fn holds(&self, keyword: &str, wanted: &Value, value: &Value, depth: usize) -> bool {
        let valid = |schema: &Value| {
            let mut faults = Vec::new();
            self.hold(schema, value, "", depth - 1, &mut faults);
            faults.is_empty()
        };
        let count = || {
            wanted
                .as_array()
                .into_iter()
                .flatten()
                .filter(|schema| valid(schema))
                .count()
        };
        match keyword {
            "type" => is_type(wanted, value),
            "enum" => wanted
                .as_array()
                .is_none_or(|values| values.iter().any(|v| is_equal(v, value))),
            "const" => is_equal(wanted, value),
            "anyOf" => count() > 0,
            "oneOf" => count() == 1,
            "allOf" => wanted
                .as_array()
                .is_some_and(|schemas| schemas.len() == count()),
            "not" => !valid(wanted),
            "$ref" => {
                let pointer = wanted.as_str().and_then(|text| text.strip_prefix('#'));
                pointer
                    .and_then(|pointer| self.root.pointer(pointer))
                    .is_some_and(valid)
            }
            _ => match value {
                Value::String(text) => text_holds(keyword, wanted, text),
                Value::Number(_) => number_holds(keyword, wanted, value),
                Value::Array(items) => list_holds(keyword, wanted, items),
                Value::Object(entries) => object_holds(keyword, wanted, entries),
                _ => true,
            },
        }
    }

    fn entries(
        &self,
        keywords: &Map<String, Value>,
        entries: &Map<String, Value>,
        at: &str,
        depth: usize,
        faults: &mut Vec<String>,
    ) {
        let declared = keywords.get("properties").and_then(Value::as_object);
        let patterns = keywords.get("patternProperties").and_then(Value::as_object);
        for (key, value) in entries {
            let at = format!("{at}/{key}");
            if let Some(names) = keywords.get("propertyNames") {
                self.hold(names, &Value::String(key.clone()), &at, depth - 1, faults);
            }
            let by_name = declared.and_then(|schemas| schemas.get(key));
            let by_pattern = patterns.into_iter().flatten();
            let by_pattern = by_pattern
                .filter(|(pattern, _)| matches(pattern, key))
                .map(|(_, schema)| schema);
            let mut schemas: Vec<_> = by_name.into_iter().chain(by_pattern).collect();
            if schemas.is_empty() {
                schemas.extend(keywords.get("additionalProperties"));
            }
            for schema in schemas {
                self.hold(schema, value, &at, depth - 1, faults);
            }
        }
    }

    fn items(
        &self,
        keywords: &Map<String, Value>,
        items: &[Value],
        at: &str,
        depth: usize,
        faults: &mut Vec<String>,
    ) {
        let first = keywords.get("prefixItems").and_then(Value::as_array);
        for (i, item) in items.iter().enumerate() {
            let schema = first
                .and_then(|schemas| schemas.get(i))
                .or_else(|| keywords.get("items"));
            if let Some(schema) = schema {
                self.hold(schema, item, &format!("{at}/{i}"), depth - 1, faults);
            }
        }
    }
}

fn is_type(wanted: &Value, value: &Value) -> bool {
    match wanted {
        Value::Array(names) => names.iter().any(|name| is_type(name, value)),
        _ => match wanted.as_str().unwrap_or_default() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "object" => value.is_object(),
            "array" => value.is_array(),
            "number" => value.is_number(),
            "integer" => number(value).is_some_and(is_whole),
            _ => value.is_string(),
        },
    }
}

fn text_holds(keyword: &str, wanted: &Value, text: &str) -> bool {
    match keyword {
        "minLength" => at_least(wanted, text.chars().count()),
        "maxLength" => at_most(wanted, text.chars().count()),
        "pattern" => matches(wanted.as_str().unwrap_or_default(), text),
        _ => true,
    }
}

fn number_holds(keyword: &str, wanted: &Value, value: &Value) -> bool {
    use std::cmp::Ordering::{Greater, Less};

    let (Some(value), Some(bound)) = (number(value), number(wanted)) else {
        return true;
    };
    let order = value.compare(bound);
    match keyword {
        "minimum" => order != Some(Less),
        "maximum" => order != Some(Greater),
        "exclusiveMinimum" => order == Some(Greater),
        "exclusiveMaximum" => order == Some(Less),
        "multipleOf" => {
            let quotient = value.as_f64() / bound.as_f64();
            (quotient - quotient.round()).abs() < 1e-9 * quotient.abs().max(1.0)
        }
        _ => true,
    }
}

fn list_holds(keyword: &str, wanted: &Value, items: &[Value]) -> bool {
    match keyword {
        "minItems" => at_least(wanted, items.len()),
        "maxItems" => at_most(wanted, items.len()),
        "uniqueItems" => {
            let repeats =
                |(i, item): (usize, &Value)| items[..i].iter().any(|other| is_equal(other, item));
            *wanted != Value::Bool(true) || !items.iter().enumerate().any(repeats)
        }
        _ => true,
    }
}

fn object_holds(keyword: &str, wanted: &Value, entries: &Map<String, Value>) -> bool {
    match keyword {
        "required" => {
            let mut keys = wanted
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str);
            keys.all(|key| entries.contains_key(key))
        }
        "minProperties" => at_least(wanted, entries.len()),
        "maxProperties" => at_most(wanted, entries.len()),
        _ => true,
    }
}

fn at_least(wanted: &Value, count: usize) -> bool {
    wanted.as_u64().is_none_or(|least| count as u64 >= least)
}

fn at_most(wanted: &Value, count: usize) -> bool {
    wanted.as_u64().is_none_or(|most| count as u64 <= most)
}

fn matches(pattern: &str, text: &str) -> bool {
    Pattern::compile(pattern).is_some_and(|regex| regex.is_match(text))
}

/// Numbers are equal by value: `1` is `1.0`.
fn is_equal(a: &Value, b: &Value) -> bool {
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a.compare(b) == Some(std::cmp::Ordering::Equal),
        _ => a == b,
    }
}

fn number(value: &Value) -> Option<Number> {
    value
        .as_number()
        .and_then(|number| Number::parse(&number.to_string()))
}

fn is_whole(number: Number) -> bool {
    !matches!(number, Number::Float(float) if float.fract() != 0.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn agrees_with_the_specification() {
        for (schema, valid, invalid) in [
            (json!({"type": "integer"}), json!(1.0), json!(1.5)),
            (json!({"type": ["string", "null"]}), json!(null), json!(0)),
            (json!({"enum": [1, "a"]}), json!(1.0), json!("b")),
            (
                json!({"minimum": 1, "exclusiveMaximum": 3}),
                json!(2.9),
                json!(3),
            ),
            (json!({"multipleOf": 0.1}), json!(0.3), json!(0.35)),
            (
                json!({"minLength": 2, "maxLength": 2}),
                json!("éé"),
                json!("é"),
            ),
            (json!({"pattern": "^a"}), json!("ab"), json!("ba")),
            (
                json!({"items": {"type": "null"}, "maxItems": 1}),
                json!([null]),
                json!([1]),
            ),
            (
                json!({"prefixItems": [{"const": 1}], "items": false}),
                json!([1]),
                json!([1, 2]),
            ),
            (json!({"uniqueItems": true}), json!([1, 2]), json!([1, 1.0])),
            (json!({"required": ["a"]}), json!({"a": 1}), json!({"b": 1})),
            (
                json!({"properties": {"a": true}, "additionalProperties": false}),
                json!({"a": 1}),
                json!({"b": 1}),
            ),
            (
                json!({"propertyNames": {"maxLength": 1}}),
                json!({"a": 1}),
                json!({"ab": 1}),
            ),
            (
                json!({"oneOf": [{"minimum": 1}, {"maximum": 3}]}),
                json!(0),
                json!(2),
            ),
            (
                json!({"anyOf": [{"const": 1}, {"const": 2}]}),
                json!(2),
                json!(3),
            ),
            (json!({"not": {"type": "string"}}), json!(1), json!("a")),
            (
                json!({"$ref": "#/$defs/a", "$defs": {"a": {"const": 1}}}),
                json!(1),
                json!(2),
            ),
            (json!({"$ref": "#"}), json!(null), json!(null)),
        ] {
            let judge = Judge::new(&schema);
            let circular = schema["$ref"] == "#";
            assert_eq!(
                judge.faults(&valid).is_empty(),
                !circular,
                "{schema} {valid}"
            );
            assert!(!judge.faults(&invalid).is_empty(), "{schema} {invalid}");
        }
    }
}
