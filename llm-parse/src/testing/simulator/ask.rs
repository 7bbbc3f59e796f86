//! What a request asks for, read as a model reads it: from the schema, and from what its keys are said to mean.

use serde_json::{Map, Value, json};

use super::fault::{Fault, named};
use crate::client::Request;

/// What a request asks for.
pub(super) enum Ask {
    Whole {
        wrapped: bool,
    },
    /// Operations that change a document; whether the items of its lists have names.
    Patch {
        named: bool,
    },
    /// Values by keys of their own.
    Parts(Vec<(String, Part)>),
}

/// What stands under a key: the value at a path, or what of it is not there yet.
pub(super) struct Part {
    at: String,
    from: usize,
}

impl Ask {
    pub(super) fn of(request: &Request, whole: &Value) -> Ask {
        let properties = request.schema.get("properties").and_then(Value::as_object);
        let Some(properties) = properties.filter(|_| *request.schema != *whole) else {
            return Ask::Whole {
                wrapped: is_wrapped(whole),
            };
        };
        if properties.contains_key("operations") {
            let messages = request.messages().iter();
            let named = messages
                .map(crate::prompt::Message::text)
                .any(|text| text.contains("#0"));
            return Ask::Patch { named };
        }
        let parts = properties
            .iter()
            .filter_map(|(key, schema)| Some((key.clone(), Part::of(schema)?)));
        Ask::Parts(parts.collect())
    }

    /// The answer to it, with the faults that are not repaired.
    pub(super) fn answer(self, right: &Value, faults: &[Fault], told: &[bool]) -> Value {
        let mut document = right.clone();
        // A missing key is taken away last, so that the paths of the others hold.
        let open = || faults.iter().filter(|fault| !fault.repaired);
        open().for_each(|fault| fault.spoil(&mut document));
        match self {
            Ask::Whole { wrapped: false } => document,
            Ask::Whole { wrapped: true } => json!({ "value": document }),
            Ask::Patch { named } => {
                let told = faults.iter().zip(told).filter(|(_, told)| **told);
                let operations: Vec<_> = told
                    .filter_map(|(fault, _)| operation(fault, right, named))
                    .collect();
                json!({ "operations": operations })
            }
            Ask::Parts(parts) => {
                let value = |part: &Part| part.value(&document, right);
                let values = parts
                    .iter()
                    .filter_map(|(key, part)| Some((key.clone(), value(part)?)));
                Value::Object(values.collect::<Map<_, _>>())
            }
        }
    }
}

/// Whether the value stands under the key `value` of an object, since it is none itself.
fn is_wrapped(schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.is_some_and(|keys| keys.len() == 1 && keys.contains_key("value"))
}

/// The operation by which the model means to mend a fault.
fn operation(fault: &Fault, right: &Value, with_names: bool) -> Option<Value> {
    let path = if with_names {
        named(&fault.at)
    } else {
        fault.at.clone()
    };
    let value = match (fault.repaired, &fault.wrong) {
        (true, _) => right.pointer(&fault.at)?,
        (false, Some(wrong)) => wrong,
        (false, None) => return None,
    };
    let op = if fault.wrong.is_some() {
        "replace"
    } else {
        "add"
    };
    Some(json!({ "op": op, "path": path, "value": value }))
}

impl Part {
    /// Reads the last line of a description.
    fn of(schema: &Value) -> Option<Part> {
        let line = schema.get("description")?.as_str()?.lines().next_back()?;
        let place = |text: &str| {
            if text == "the value" {
                String::new()
            } else {
                text.to_owned()
            }
        };
        if let Some(path) = line.strip_prefix("the value at ") {
            return Some(Part {
                at: place(path),
                from: 0,
            });
        }
        if let Some(path) = line.strip_prefix("the items of ") {
            return Some(Part {
                at: place(path),
                from: 0,
            });
        }
        let rest = line.strip_prefix("only the further items of ")?;
        let (path, from) = rest.rsplit_once(", from item ")?;
        let from: usize = from.strip_suffix(" on")?.parse().ok()?;
        Some(Part {
            at: place(path),
            from: from.saturating_sub(1),
        })
    }

    fn value(&self, document: &Value, right: &Value) -> Option<Value> {
        if self.from == 0 {
            return document.pointer(&self.at).cloned();
        }
        // The request shows that there are items, whatever the model believed.
        let rest = |document: &Value| {
            let items = document.pointer(&self.at)?.as_array()?;
            items.get(self.from..).map(<[Value]>::to_vec)
        };
        rest(document).or_else(|| rest(right)).map(Value::Array)
    }
}
