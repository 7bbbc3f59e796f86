//! What is asked for, and the request's schema.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::facts::Facts;
use crate::path::Path;

/// One value that is asked for.
#[derive(Debug)]
pub(crate) struct Ask {
    /// Where it belongs in the whole value.
    pub(crate) path: Path,
    pub(crate) how: How,
    /// Under which key the model gives it.
    pub(crate) key: String,
    pub(crate) required: bool,
    /// What the model is told of it.
    pub(crate) note: String,
    pub(super) schema: Value,
}

/// How an answer is put into the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// In the place of what is there, if anything.
    Set,
    /// As further items of a list.
    Append,
    /// As further entries of an object.
    Extend,
}

/// The facts of an object with one key for each ask.
pub(super) fn facts(whole: &Facts, asks: &[Ask], defs: Map<String, Value>) -> Option<Arc<Facts>> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for ask in asks {
        properties.insert(ask.key.clone(), described(ask));
        if ask.required {
            required.push(json!(ask.key));
        }
    }
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if let Some(text) = &whole.description {
        schema["description"] = json!(text);
    }
    if !defs.is_empty() {
        schema["$defs"] = Value::Object(defs);
    }
    Facts::of_document(&whole.name, &schema).ok().map(Arc::new)
}

/// The schema of an answer, which says what it is for.
fn described(ask: &Ask) -> Value {
    let Value::Object(schema) = &ask.schema else {
        return json!({ "description": ask.note });
    };
    let mut schema = schema.clone();
    let note = match schema.remove("description") {
        Some(Value::String(own)) => format!("{own}\n{}", ask.note),
        _ => ask.note.clone(),
    };
    schema.shift_insert(0, "description".to_owned(), Value::String(note));
    Value::Object(schema)
}
