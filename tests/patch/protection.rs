//! Whatever is spoiled in a value, a patch that names it mends it, in any order, and no patch changes anything else.

use llm_parse::testing::Script;
use llm_parse::{Code, Extractor, LlmExtract, Outcome, Policy, Strategy, blocking};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::random::Random;

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Order {
    customer: Customer,
    #[llm(len(min = 1))]
    lines: Vec<Line>,
    notes: Vec<String>,
    paid: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Customer {
    name: String,
    #[llm(range(min = 0, max = 150))]
    age: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Line {
    article: String,
    #[llm(range(min = 1, max = 99))]
    count: i64,
    tags: Vec<String>,
}

fn order(random: &mut Random) -> Order {
    let word = |random: &mut Random| random.pick(&["pen", "ink", "red", "a/b", "~"]).to_owned();
    let words = |random: &mut Random| -> Vec<String> {
        (0..random.below(4)).map(|_| word(random)).collect()
    };
    let count = |random: &mut Random| i64::try_from(1 + random.below(99)).unwrap();
    let line = |random: &mut Random| Line {
        article: word(random),
        count: count(random),
        tags: words(random),
    };
    Order {
        customer: Customer {
            name: word(random),
            age: count(random),
        },
        lines: (0..=random.below(4)).map(|_| line(random)).collect(),
        notes: words(random),
        paid: random.chance(50),
    }
}

/// The places of all scalars, as they are shown and as pointers.
fn leaves(value: &Value, shown: &str, place: &str, out: &mut Vec<(String, String)>) {
    match value {
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                leaves(
                    item,
                    &format!("{shown}/#{index}"),
                    &format!("{place}/{index}"),
                    out,
                );
            }
        }
        Value::Object(object) => {
            for (key, item) in object {
                leaves(
                    item,
                    &format!("{shown}/{key}"),
                    &format!("{place}/{key}"),
                    out,
                );
            }
        }
        _ => out.push((shown.to_owned(), place.to_owned())),
    }
}

/// A value that no reading makes fit.
fn misfit(random: &mut Random) -> Value {
    [json!({"x": 1, "y": 2}), json!([[1], [2]]), json!(null)][random.below(3)].clone()
}

/// Spoils some leaves; says how each is mended, in any order.
fn spoiled(random: &mut Random, right: &Value) -> (Value, Vec<Value>, Vec<(String, String)>) {
    let mut rest = Vec::new();
    leaves(right, "", "", &mut rest);
    let (mut wrong, mut mends) = (right.clone(), Vec::new());
    for _ in 0..=random.below(4) {
        if rest.is_empty() {
            break;
        }
        let (shown, place) = rest.swap_remove(random.below(rest.len()));
        *wrong.pointer_mut(&place).unwrap() = misfit(random);
        let op = random.pick(&["replace", "add"]);
        let value = right.pointer(&place).unwrap();
        let mend = json!({"op": op, "path": shown, "value": value});
        mends.insert(random.below(mends.len() + 1), mend);
    }
    (wrong, mends, rest)
}

fn policy() -> Policy {
    Policy::new().strategies([Strategy::Patch])
}

#[test]
fn a_patch_mends_whatever_is_spoiled() {
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let right = order(&mut random);
        let value = serde_json::to_value(&right).unwrap();
        let (wrong, mends, _) = spoiled(&mut random, &value);
        let patch = json!({"operations": mends}).to_string();
        let script = Script::new([wrong.to_string(), patch.clone()]);
        let extractor = Extractor::new(&script).policy(policy());
        let extraction = blocking::run::<Order>(&extractor, "an order")
            .unwrap_or_else(|error| panic!("{seed}: {error}: {wrong} {patch}"));
        assert_eq!(extraction.value, right, "{wrong} {patch}");
        assert_eq!(extraction.attempts().len(), 2);
    }
}

#[test]
fn no_patch_changes_what_was_right() {
    let mut refused = 0;
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let right = order(&mut random);
        let value = serde_json::to_value(&right).unwrap();
        let (wrong, mends, rest) = spoiled(&mut random, &value);
        if rest.is_empty() {
            continue;
        }
        let (shown, place) = &rest[random.below(rest.len())];
        let there = value.pointer(place).unwrap();
        let bad = match random.below(4) {
            0 => json!({"op": "remove", "path": shown}),
            1 => json!({"op": "move", "from": shown, "path": "/notes/-"}),
            2 => json!({"op": "add", "path": "/notes/-", "value": "more"}),
            _ => json!({"op": "replace", "path": shown, "value": other(there)}),
        };
        let mut operations = mends.clone();
        operations.insert(random.below(operations.len() + 1), bad);
        let script = Script::new([
            wrong.to_string(),
            json!({"operations": operations}).to_string(),
            json!({"operations": mends}).to_string(),
        ]);
        let extractor = Extractor::new(&script).policy(policy());
        let extraction = blocking::run::<Order>(&extractor, "an order")
            .unwrap_or_else(|error| panic!("{seed}: {error}: {wrong} {operations:?}"));
        assert_eq!(extraction.value, right, "{wrong} {operations:?}");
        let attempt = &extraction.attempts()[1];
        assert_eq!(attempt.outcome(), Outcome::Shape);
        assert_eq!(
            attempt.violations()[0].code(),
            Code::Patch,
            "{operations:?}"
        );
        assert_eq!(attempt.partial(), extraction.attempts()[0].partial());
        refused += 1;
    }
    assert!(refused > 900, "{refused}");
}

/// Another value of the same kind, which is right as well.
fn other(value: &Value) -> Value {
    match value {
        Value::Bool(yes) => json!(!yes),
        Value::Number(number) => json!(if number.as_i64() == Some(7) { 8 } else { 7 }),
        _ => json!("another"),
    }
}
