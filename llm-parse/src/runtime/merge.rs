//! A schema as the forms that a value may have: references, `allOf` and unions multiplied out.

use serde_json::{Map, Value, json};

use super::document::Document;

pub(super) type Keywords = Map<String, Value>;

/// How many forms are told apart; where there are more, the value is any.
const MOST: usize = 64;

/// One form of a value.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// That of a definition, by its pointer.
    Ref(String),
    /// What these keywords say, none of which leads to another schema for the same value.
    Keys(Keywords),
}

/// The forms of a value under a schema; `None` where there are too many. Each takes at least what the schema takes, so
/// what cannot be merged is left out.
pub(super) fn forms(document: &Document, schema: &Value) -> Option<Vec<Form>> {
    let keywords = match schema {
        Value::Object(keywords) => keywords,
        Value::Bool(false) => return Some(Vec::new()),
        _ => return Some(vec![Form::Keys(Keywords::new())]),
    };
    let target = |reference: &str| vec![Form::Ref(document.target(reference).to_owned())];
    if let Some(reference) = document.lone_reference(keywords) {
        return Some(target(reference));
    }
    let mut own = keywords.clone();
    for applicator in ["$ref", "allOf", "anyOf", "oneOf", "$defs", "definitions"] {
        own.shift_remove(applicator);
    }
    let mut all = vec![Form::Keys(own)];
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("$ref", Value::String(reference)) => all = cross(document, &all, &target(reference))?,
            ("allOf", Value::Array(schemas)) => {
                for schema in schemas {
                    all = cross(document, &all, &forms(document, schema)?)?;
                }
            }
            ("anyOf" | "oneOf", Value::Array(schemas)) => {
                all = cross(document, &all, &union(document, schemas)?)?;
            }
            _ => {}
        }
    }
    if keywords.get("nullable") == Some(&Value::Bool(true)) {
        all.push(null());
    }
    Some(all)
}

fn null() -> Form {
    Form::Keys(Keywords::from_iter([("type".to_owned(), json!("null"))]))
}

fn union(document: &Document, schemas: &[Value]) -> Option<Vec<Form>> {
    let mut any = Vec::new();
    for schema in schemas {
        any.extend(forms(document, schema)?);
        if any.len() > MOST {
            return None;
        }
    }
    Some(any)
}

/// The keywords of a form, where it has no other form.
pub(super) fn keys(document: &Document, form: &Form) -> Option<Vec<Keywords>> {
    match form {
        Form::Keys(keys) => Some(vec![keys.clone()]),
        Form::Ref(pointer) => {
            let forms = forms(document, document.root.pointer(pointer)?)?;
            let mut all = Vec::new();
            for form in forms {
                all.extend(keys(document, &form)?);
                if all.len() > MOST {
                    return None;
                }
            }
            Some(all)
        }
    }
}

/// The forms of a value that has one of both.
fn cross(document: &Document, left: &[Form], right: &[Form]) -> Option<Vec<Form>> {
    let mut both = Vec::new();
    for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
        match (a, b) {
            (Form::Keys(a), Form::Ref(_)) if says_nothing(a) => both.push(b.clone()),
            (Form::Ref(_), Form::Keys(b)) if says_nothing(b) => both.push(a.clone()),
            _ => {
                let (a, b) = (keys(document, a)?, keys(document, b)?);
                let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
                both.extend(pairs.filter_map(|(a, b)| merge(a, b)).map(Form::Keys));
            }
        }
        if both.len() > MOST {
            return None;
        }
    }
    Some(both)
}

/// Whether the keywords only describe.
fn says_nothing(keywords: &Keywords) -> bool {
    const DESCRIBING: [&str; 12] = [
        "title",
        "description",
        "default",
        "examples",
        "example",
        "$comment",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$schema",
        "$id",
        "$anchor",
    ];
    let describes = |keyword: &String| {
        DESCRIBING.contains(&keyword.as_str())
            || (keyword.starts_with("x-") && keyword != "x-enum-aliases")
    };
    keywords.keys().all(describes)
}

/// What satisfies both; `None` where nothing does.
fn merge(a: &Keywords, b: &Keywords) -> Option<Keywords> {
    let mut both = a.clone();
    for (keyword, new) in b {
        let Some(old) = a.get(keyword) else {
            both.insert(keyword.clone(), new.clone());
            continue;
        };
        let merged = match keyword.as_str() {
            "type" => types(old, new)?,
            "properties" | "patternProperties" => named(old, new),
            "required" => joined(old, new),
            "items" | "additionalProperties" if old != new => json!({ "allOf": [old, new] }),
            "enum" => common(old, new)?,
            "const" if old != new => return None,
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
                tighter(old, new, |old, new| new > old)
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
                tighter(old, new, |old, new| new < old)
            }
            _ => continue,
        };
        both.insert(keyword.clone(), merged);
    }
    Some(both)
}

fn list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.clone(),
        one => vec![one.clone()],
    }
}

fn types(old: &Value, new: &Value) -> Option<Value> {
    let new = list(new);
    let takes =
        |name: &Value| new.contains(name) || (name == "integer" && new.contains(&json!("number")));
    let mut both: Vec<Value> = list(old).into_iter().filter(takes).collect();
    let whole = json!("integer");
    if list(old).contains(&json!("number")) && new.contains(&whole) && !both.contains(&whole) {
        both.push(whole);
    }
    (!both.is_empty()).then_some(Value::Array(both))
}

fn common(old: &Value, new: &Value) -> Option<Value> {
    let new = list(new);
    let both: Vec<Value> = list(old)
        .into_iter()
        .filter(|value| new.contains(value))
        .collect();
    (!both.is_empty()).then_some(Value::Array(both))
}

fn joined(old: &Value, new: &Value) -> Value {
    let mut both = list(old);
    both.extend(
        list(new)
            .into_iter()
            .filter(|name| !list(old).contains(name)),
    );
    Value::Array(both)
}

fn named(old: &Value, new: &Value) -> Value {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return old.clone();
    };
    let mut both = old.clone();
    for (name, schema) in new {
        let merged = match old.get(name) {
            Some(old) if old != schema => json!({ "allOf": [old, schema] }),
            _ => schema.clone(),
        };
        both.insert(name.clone(), merged);
    }
    Value::Object(both)
}

fn tighter(old: &Value, new: &Value, is: fn(f64, f64) -> bool) -> Value {
    match (old.as_f64(), new.as_f64()) {
        (Some(a), Some(b)) if is(a, b) => new.clone(),
        _ => old.clone(),
    }
}
