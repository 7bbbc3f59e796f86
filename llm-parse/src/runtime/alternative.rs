//! Forms by the types of their values, as the reader tells them apart.

use serde_json::Value;

use super::document::TYPES;
use super::merge::{Form, Keywords};

/// One of the forms of a value, told from the others as the reader tells them.
#[derive(Clone, Debug)]
pub(super) enum Alternative {
    /// A definition, by its pointer.
    Ref(String),
    /// A value of one type.
    Typed(&'static str, Keywords),
    /// One of these values, which are of one type.
    Values(&'static str, Vec<Value>, Keywords),
    Any,
}

/// A form by the types that a value of it may have.
pub(super) fn alternatives(form: Form, null: &mut bool) -> Vec<Alternative> {
    let keywords = match form {
        Form::Ref(pointer) => return vec![Alternative::Ref(pointer)],
        Form::Keys(keywords) => keywords,
    };
    let types = types(&keywords);
    let values = match (keywords.get("const"), keywords.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (_, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    };
    if let Some(values) = values {
        let allowed =
            |value: &&Value| types.is_empty() || types.iter().any(|name| is_of(name, value));
        let mut all = Vec::new();
        for value in values.iter().filter(allowed) {
            match type_of(value) {
                "null" => *null = true,
                name => add(
                    &mut all,
                    Alternative::Values(name, vec![value.clone()], keywords.clone()),
                ),
            }
        }
        return all;
    }
    *null |= types.contains(&"null");
    if types.is_empty() {
        return vec![Alternative::Any];
    }
    let other = types.into_iter().filter(|name| *name != "null");
    other
        .map(|name| Alternative::Typed(name, keywords.clone()))
        .collect()
}

/// Adds an alternative; values of one type are one alternative.
pub(super) fn add(all: &mut Vec<Alternative>, new: Alternative) {
    if let Alternative::Values(name, values, keywords) = &new {
        for old in all.iter_mut() {
            if let Alternative::Values(of, known, beside) = old
                && of == name
            {
                known.extend(
                    values
                        .iter()
                        .filter(|value| !known.contains(value))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
                further(beside, keywords);
                return;
            }
        }
    }
    all.push(new);
}

/// Takes over the further words for values.
fn further(keywords: &mut Keywords, new: &Keywords) {
    const KEYWORD: &str = "x-enum-aliases";
    if let Some(Value::Object(new)) = new.get(KEYWORD) {
        let known = keywords
            .entry(KEYWORD)
            .or_insert_with(|| Value::Object(Keywords::new()));
        if let Value::Object(known) = known {
            known.extend(new.clone());
        }
    }
}

/// The types that the keywords name, or the one that all of them are about; none where a value may have any.
pub(super) fn types(keywords: &Keywords) -> Vec<&'static str> {
    let known = |name: &Value| TYPES.into_iter().find(|known| name == known);
    match keywords.get("type") {
        Some(Value::Array(names)) => return names.iter().filter_map(known).collect(),
        Some(name) => return known(name).into_iter().collect(),
        None => {}
    }
    let mut about: Vec<&str> = keywords
        .keys()
        .filter_map(|keyword| concerns(keyword))
        .collect();
    about.dedup();
    // A text is no string only because it might be one.
    if about.len() == 1 && about != ["string"] {
        about
    } else {
        Vec::new()
    }
}

/// The type that a keyword says something of.
fn concerns(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => "object",
        "items" | "prefixItems" | "additionalItems" | "contains" | "minItems" | "maxItems"
        | "uniqueItems" => "array",
        "minLength" | "maxLength" | "pattern" | "format" => "string",
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => "number",
        _ => return None,
    })
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    type_of(value) == name || (name == "integer" && value.is_number())
}
