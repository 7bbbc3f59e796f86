//! The operations on `serde_json`'s value, with the indices of RFC 6902.

use serde_json::{Map, Number, Value};

use super::edit::{Node, SEEN, Why};

const OUTSIDE: Why = Why::Other("is outside of the list");
const NO_INDEX: Why = Why::Other("is no index of a list");

impl Node for Value {
    fn child(&mut self, token: &str) -> Result<&mut Value, Why> {
        match self {
            Value::Object(object) => {
                // A reference that is returned would be held in the other arm too.
                if object.contains_key(token) {
                    Ok(&mut object[token])
                } else {
                    Err(absent(object))
                }
            }
            Value::Array(list) => {
                let index = index(token)?;
                list.get_mut(index).ok_or(OUTSIDE)
            }
            _ => Err(Why::Scalar),
        }
    }

    fn put(&mut self, token: &str, value: Value) -> Result<(), Why> {
        match self {
            Value::Object(object) => {
                object.insert(token.to_owned(), value);
            }
            Value::Array(list) if token == "-" => list.push(value),
            Value::Array(list) => match index(token)? {
                index if index <= list.len() => list.insert(index, value),
                _ => return Err(OUTSIDE),
            },
            _ => return Err(Why::Scalar),
        }
        Ok(())
    }

    fn take(&mut self, token: &str) -> Result<Value, Why> {
        match self {
            // `remove` would move the last key into the gap.
            Value::Object(object) => match object.shift_remove(token) {
                Some(value) => Ok(value),
                None => Err(absent(object)),
            },
            Value::Array(list) => match index(token)? {
                index if index < list.len() => Ok(list.remove(index)),
                _ => Err(OUTSIDE),
            },
            _ => Err(Why::Scalar),
        }
    }

    fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => same_number(a, b),
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Value::Object(a), Value::Object(b)) => {
                let mut entries = a.iter();
                let same = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| a.same(b));
                a.len() == b.len() && entries.all(same)
            }
            (a, b) => a == b,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Value::Array(list) => 1 + list.iter().map(Node::depth).max().unwrap_or(0),
            Value::Object(object) => 1 + object.values().map(Node::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn weight(&self) -> usize {
        const NODE: usize = size_of::<Value>();
        NODE + match self {
            Value::String(text) => text.len(),
            Value::Array(list) => list.iter().map(Node::weight).sum(),
            Value::Object(object) => {
                let entries = object.iter();
                entries.map(|(key, value)| key.len() + value.weight()).sum()
            }
            _ => 0,
        }
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// An index without leading zeros.
fn index(token: &str) -> Result<usize, Why> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || token.is_empty() || token.len() > 1 && token.starts_with('0') {
        return Err(NO_INDEX);
    }
    token.parse().map_err(|_| OUTSIDE)
}

fn absent(object: &Map<String, Value>) -> Why {
    Why::Absent(object.keys().take(SEEN).cloned().collect())
}

/// Whether the numbers are equal, as RFC 6902 wants it, also where one is written with a fraction.
fn same_number(a: &Number, b: &Number) -> bool {
    let is_whole = |number: &Number, float: &Number| match (number.as_i128(), float.as_f64()) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole float of 64 bits fits"
        )]
        (Some(whole), Some(float)) => {
            float.fract() == 0.0 && float.abs() < 1e20 && float as i128 == whole
        }
        _ => false,
    };
    match (a.is_f64(), b.is_f64()) {
        (true, false) => is_whole(b, a),
        (false, true) => is_whole(a, b),
        _ => a == b,
    }
}
