//! The crate `json-patch` and this one come to the same.

use llm_parse::patch::Patch;
use serde_json::{Value, json};

use crate::random::Random;
use crate::{document, places};

#[test]
fn another_implementation_comes_to_the_same() {
    let (mut applied, mut failed) = (0, 0);
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let before = document(&mut random, 3);
        let operations = operations(&mut random, &before);
        let patch = Value::Array(operations).to_string();

        let mut ours = before.clone();
        let result = patch
            .parse::<Patch>()
            .and_then(|patch| patch.apply(&mut ours));
        let mut theirs = before.clone();
        let judge = serde_json::from_str::<json_patch::Patch>(&patch)
            .map_err(|error| error.to_string())
            .and_then(|patch| {
                // Its `patch` panics where it cannot undo what it did.
                json_patch::patch_unsafe(&mut theirs, &patch).map_err(|error| error.to_string())
            });
        match (&result, &judge) {
            (Ok(()), Ok(())) => {
                assert_eq!(ours, theirs, "{before} {patch}");
                applied += 1;
            }
            (Err(_), Err(_)) => {
                assert_eq!(ours.to_string(), before.to_string(), "{patch}");
                failed += 1;
            }
            _ => panic!("{seed}: {before} {patch}: {result:?}, but {judge:?}"),
        }
    }
    assert!(applied > 5_000 && failed > 5_000, "{applied} {failed}");
}

fn operations(random: &mut Random, before: &Value) -> Vec<Value> {
    let there = places(before);
    let place = |random: &mut Random| {
        let mut place = there[random.below(there.len())].clone();
        match random.below(8) {
            0 => place.push_str("/-"),
            1 => place.push_str("/a"),
            2 => place.push_str("/0"),
            3 => place.push_str(random.pick(&["/01", "/1e0", "x", "/9", "/~2"])),
            _ => {}
        }
        place
    };
    let mut operations = Vec::new();
    for _ in 0..random.below(4) {
        let (path, from) = (place(random), place(random));
        let value = document(random, 1);
        operations.push(match random.below(6) {
            0 => json!({"op": "remove", "path": path}),
            1 => json!({"op": "replace", "path": path, "value": value}),
            // The other one refuses to move the whole to where it is.
            2 if !from.is_empty() => json!({"op": "move", "path": path, "from": from}),
            3 => json!({"op": "copy", "path": path, "from": from}),
            4 => {
                let there = before.pointer(&path).cloned().unwrap_or(value);
                json!({"op": "test", "path": path, "value": there})
            }
            _ => json!({"op": "add", "path": path, "value": value}),
        });
    }
    operations
}

/// Each copy of the whole into itself doubles it, and its depth.
#[test]
fn a_patch_cannot_grow_a_value_without_bound() {
    let grow = |path: &str| {
        let operation = json!({"op": "copy", "from": "", "path": path});
        Value::Array(vec![operation; 100])
            .to_string()
            .parse::<Patch>()
            .unwrap()
    };
    let mut value = json!({"list": [], "text": "x".repeat(1000)});
    let error = grow("/list/-").apply(&mut value).unwrap_err();
    assert!(
        error.reason().contains("too large") || error.reason().contains("too deep"),
        "{error}"
    );
    let mut value = json!([1, 2, 3]);
    assert!(grow("/0").apply(&mut value).is_err());

    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let add = format!(r#"[{{"op": "add", "path": "/a", "value": {}}}]"#, deep(120));
    let add: Patch = add.parse().unwrap();
    let mut value = json!({});
    add.apply(&mut value).unwrap();
    let path = format!("/a{}", "/0".repeat(120));
    let below = json!([{"op": "replace", "path": path, "value": [[[[[[[[[1]]]]]]]]]}]);
    let below: Patch = below.to_string().parse().unwrap();
    assert!(
        below
            .apply(&mut value)
            .unwrap_err()
            .reason()
            .contains("nested too deep")
    );
}
