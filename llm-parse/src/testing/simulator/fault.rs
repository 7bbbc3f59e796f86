//! Faults of meaning: what no reading can mend.

use serde_json::{Map, Value, json};

use super::super::malform::Random;
use crate::LlmExtract;
use crate::read::parse;

/// How many draws of a fault may fail in a row before there is no room for more of them.
const DRAWS: usize = 200;

/// One fault of an answer.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// Where the answer differs from the right one, as a JSON Pointer.
    pub(super) at: String,
    /// What stands there; nothing where the key is missing.
    pub(super) wrong: Option<Value>,
    /// The path that the violation names.
    path: String,
    pub(super) repaired: bool,
}

impl Fault {
    /// Whether a text names it: by its path, or by one in which the items of lists have names.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        [self.path.clone(), named(&self.path)].iter().any(|path| {
            text.match_indices(path.as_str()).any(|(start, _)| {
                let before = text[..start].chars().next_back();
                let after = text[start + path.len()..].chars().next();
                !before.is_some_and(is_of_path) && !after.is_some_and(is_of_path)
            })
        })
    }

    /// The document with the fault.
    pub(super) fn spoil(&self, document: &mut Value) {
        if let Some(wrong) = &self.wrong {
            if let Some(place) = document.pointer_mut(&self.at) {
                *place = wrong.clone();
            }
            return;
        }
        let Some((outer, key)) = self.at.rsplit_once('/') else {
            return;
        };
        if let Some(Value::Object(entries)) = document.pointer_mut(outer) {
            entries.shift_remove(&unescaped(key));
        }
    }
}

fn is_of_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '~' | '#')
}

/// The path with `#` before each number.
pub(super) fn named(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 4);
    for token in path.split('/').skip(1) {
        out.push('/');
        if !token.is_empty() && token.bytes().all(|b| b.is_ascii_digit()) {
            out.push('#');
        }
        out.push_str(token);
    }
    out
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// Says what of a document a type refuses.
#[derive(Clone, Copy)]
pub(super) struct Judge(fn(&str) -> Vec<String>);

impl Judge {
    pub(super) fn of<T: LlmExtract>() -> Judge {
        Judge(|text| match parse::<T>(text) {
            Ok(_) => Vec::new(),
            Err(error) => {
                let violations = error.violations().iter();
                violations
                    .map(|violation| violation.path().to_string())
                    .collect()
            }
        })
    }

    /// The faults of an answer: where it differs from the right one.
    pub(super) fn differences(self, right: &Value, answer: &Value) -> Vec<Fault> {
        let mut places = Vec::new();
        differ(right, answer, String::new(), &mut places);
        let faults = places
            .into_iter()
            .filter_map(|(at, wrong)| self.fault(right, at, wrong));
        faults.collect()
    }

    /// So many faults, or as many as there is room for.
    pub(super) fn draw(self, right: &Value, count: usize, random: &mut Random) -> Vec<Fault> {
        let mut places = Vec::new();
        list(right, &mut String::new(), &mut places);
        let mut faults: Vec<Fault> = Vec::new();
        let mut draws = 0;
        while faults.len() < count && draws < DRAWS && !places.is_empty() {
            draws += 1;
            let (at, value) = &places[random.below(places.len())];
            let wrong = match wrong(value, random) {
                Some(Wrong::Value(value)) => Some(value),
                Some(Wrong::Nothing) => None,
                None => continue,
            };
            let apart = |fault: &Fault| !is_inside(&fault.at, at) && !is_inside(at, &fault.at);
            if !faults.iter().all(apart) {
                continue;
            }
            if let Some(fault) = self.fault(right, at.clone(), wrong) {
                faults.push(fault);
                draws = 0;
            }
        }
        faults
    }

    /// The fault, if it is one: exactly one violation comes of it.
    fn fault(self, right: &Value, at: String, wrong: Option<Value>) -> Option<Fault> {
        let mut fault = Fault {
            at,
            wrong,
            path: String::new(),
            repaired: false,
        };
        let mut document = right.clone();
        fault.spoil(&mut document);
        match &(self.0)(&document.to_string())[..] {
            [path] if !path.is_empty() => fault.path.clone_from(path),
            _ => return None,
        }
        Some(fault)
    }
}

fn is_inside(path: &str, other: &str) -> bool {
    let rest = path.strip_prefix(other);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn differ(right: &Value, answer: &Value, at: String, out: &mut Vec<(String, Option<Value>)>) {
    match (right, answer) {
        (Value::Object(right), Value::Object(answer)) => {
            for (key, value) in right {
                let at = format!("{at}/{}", escaped(key));
                match answer.get(key) {
                    Some(answer) => differ(value, answer, at, out),
                    None => out.push((at, None)),
                }
            }
        }
        (Value::Array(right), Value::Array(answer)) if right.len() == answer.len() => {
            for (index, (right, answer)) in right.iter().zip(answer).enumerate() {
                differ(right, answer, format!("{at}/{index}"), out);
            }
        }
        _ if right == answer => {}
        _ => out.push((at, Some(answer.clone()))),
    }
}

/// All places in a value but its root.
fn list<'v>(value: &'v Value, at: &mut String, out: &mut Vec<(String, &'v Value)>) {
    let length = at.len();
    let mut below = |token: &str, child: &'v Value| {
        at.push('/');
        at.push_str(token);
        out.push((at.clone(), child));
        list(child, at, out);
        at.truncate(length);
    };
    match value {
        Value::Object(entries) => entries
            .iter()
            .for_each(|(key, child)| below(&escaped(key), child)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                below(&index.to_string(), item);
            }
        }
        _ => {}
    }
}

/// What a model may write in the place of a value.
enum Wrong {
    Nothing,
    Value(Value),
}

/// Nothing, the wrong type, another unit, another word; `None` for what cannot be got wrong.
fn wrong(value: &Value, random: &mut Random) -> Option<Wrong> {
    let value = match (value, random.below(4)) {
        (_, 0) => return Some(Wrong::Nothing),
        (Value::String(_) | Value::Bool(_), 1) => Value::Null,
        (Value::String(text), 2) => json!({ "text": text }),
        (Value::String(text), _) => json!(format!("{text} (estimated)")),
        (Value::Number(number), 1) => json!(format!("about {number}")),
        (Value::Number(_), 2) => json!(-1_000_000),
        (Value::Number(_), _) => json!("not known"),
        (Value::Bool(_), _) => json!("partly"),
        (Value::Object(entries), 1..3) => flat(entries)?,
        (Value::Object(_), _) => Value::Null,
        (Value::Array(_), 1) => json!([]),
        (Value::Array(_), _) => json!({ "count": 0 }),
        (Value::Null, _) => return None,
    };
    Some(Wrong::Value(value))
}

/// The text of an object that a model writes without its other parts.
fn flat(entries: &Map<String, Value>) -> Option<Value> {
    let texts = entries.values().filter(|value| value.is_string());
    texts
        .max_by_key(|text| text.as_str().map_or(0, str::len))
        .cloned()
}
