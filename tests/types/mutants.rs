//! Values that are altered in one place.

use serde_json::{Value, json};

/// A value that is altered in one place.
pub(crate) struct Mutant {
    /// What was done.
    pub(crate) label: &'static str,
    pub(crate) whole: Value,
}

/// How many places of one value are altered.
const PLACES: usize = 24;

/// The value as it is, and altered in every place.
pub(crate) fn of(value: &Value) -> Vec<Mutant> {
    let mut places = Vec::new();
    collect(value, &mut String::new(), &mut places);
    places.truncate(PLACES);
    let mut mutants = vec![Mutant {
        label: "nothing",
        whole: value.clone(),
    }];
    for place in places {
        let Some(old) = value.pointer(&place) else {
            continue;
        };
        for (label, put) in instead(old) {
            let mut whole = value.clone();
            if let Some(slot) = whole.pointer_mut(&place) {
                *slot = put;
            }
            mutants.push(Mutant { label, whole });
        }
    }
    mutants
}

fn collect(value: &Value, path: &mut String, places: &mut Vec<String>) {
    places.push(path.clone());
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (index.to_string(), item))
            .collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        _ => return,
    };
    for (step, child) in children {
        let len = path.len();
        path.push('/');
        path.push_str(&step);
        collect(child, path, places);
        path.truncate(len);
    }
}

/// What is put in the place of a value.
fn instead(old: &Value) -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("null", Value::Null),
        ("bool", json!(true)),
        ("number", json!(1)),
        ("text", json!("1")),
        ("list", json!([])),
        ("object", json!({})),
    ];
    match old {
        Value::Null | Value::Bool(_) => {}
        Value::Number(_) => {
            all.extend([
                ("negative", json!(-1)),
                ("zero", json!(0)),
                ("2^8", json!(1_u64 << 8)),
                ("2^16", json!(1_u64 << 16)),
                ("2^31", json!(1_u64 << 31)),
                ("2^32", json!(1_u64 << 32)),
                ("2^53+2", json!((1_u64 << 53) + 2)),
                ("2^63", json!(1_u64 << 63)),
                ("-2^63", json!(i64::MIN)),
                ("2^64-1", json!(u64::MAX)),
                ("huge", json!(1e300)),
                ("fraction", json!(0.5)),
                ("1.0", json!(1.0)),
            ]);
        }
        Value::String(_) => all.extend([
            ("empty text", json!("")),
            ("word", json!("zzz")),
            ("long text", json!("x".repeat(300))),
        ]),
        Value::Array(items) => {
            let mut longer = items.clone();
            longer.push(items.last().cloned().unwrap_or(Value::Null));
            all.push(("longer", Value::Array(longer)));
            if let Some((_, rest)) = items.split_first() {
                all.push(("shorter", rest.into()));
                all.push(("one", items[..1].into()));
            }
        }
        Value::Object(entries) => {
            for key in entries.keys() {
                let mut rest = entries.clone();
                rest.shift_remove(key);
                all.push(("drop", Value::Object(rest)));
            }
            let mut more = entries.clone();
            more.insert("zzz".to_owned(), json!(1));
            all.push(("add", Value::Object(more)));
        }
    }
    all.retain(|(_, value)| value != old);
    all
}
