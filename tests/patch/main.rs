//! Patches, held to what another implementation does and to laws, on random documents.

mod differential;
mod protection;
#[path = "../faults/random.rs"]
mod random;

use random::Random;
use serde_json::{Map, Value, json};

/// A random document of objects and lists.
fn document(random: &mut Random, depth: usize) -> Value {
    let kinds = if depth == 0 { 4 } else { 8 };
    match random.below(kinds) {
        0 => Value::Null,
        1 => json!(random.below(5)),
        2 => json!(random.chance(50)),
        3 => json!(random.pick(&["", "a", "b/c", "~1"])),
        4 | 5 => {
            let items = (0..random.below(4)).map(|_| document(random, depth - 1));
            items.collect()
        }
        _ => {
            let keys = ["", "a", "b", "a/b", "m~n", "0", "-", "é"];
            let mut object = Map::new();
            for _ in 0..random.below(4) {
                let value = document(random, depth - 1);
                object.insert(random.pick(&keys).to_owned(), value);
            }
            Value::Object(object)
        }
    }
}

/// The pointers of all values.
fn places(value: &Value) -> Vec<String> {
    let mut all = vec![String::new()];
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(list) => {
            let items = list.iter().enumerate();
            items
                .map(|(index, item)| (index.to_string(), item))
                .collect()
        }
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (escaped(key), value))
            .collect(),
        _ => Vec::new(),
    };
    for (token, value) in inner {
        all.extend(
            places(value)
                .into_iter()
                .map(|rest| format!("/{token}{rest}")),
        );
    }
    all
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
