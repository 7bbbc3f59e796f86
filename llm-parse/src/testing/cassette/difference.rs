//! In what two requests differ.

use serde_json::Value;

use crate::path::{Path, Segment};

/// How many differences are named, and how many characters of each side are shown.
const MOST: usize = 3;
const SHOWN: usize = 60;

/// The first places in which a request differs from what was recorded.
pub(super) fn difference(recorded: &Value, now: &Value) -> String {
    let mut places = Vec::new();
    let mut pending = vec![(Vec::new(), Some(recorded), Some(now))];
    while let Some((path, recorded, now)) = pending.pop() {
        if recorded == now {
            continue;
        }
        if places.len() == MOST {
            places.push("and more".to_owned());
            break;
        }
        match (recorded, now) {
            (Some(Value::Object(recorded)), Some(Value::Object(now))) => {
                let own = recorded.keys();
                let added = now.keys().filter(|key| !recorded.contains_key(*key));
                let keys: Vec<_> = own.chain(added).collect();
                pending.extend(keys.into_iter().rev().map(|key| {
                    let segment = Segment::Key(key.as_str().into());
                    (step(&path, segment), recorded.get(key), now.get(key))
                }));
            }
            (Some(Value::Array(recorded)), Some(Value::Array(now))) => {
                let items = 0..recorded.len().max(now.len());
                pending.extend(items.rev().map(|at| {
                    let segment = Segment::Index(at);
                    (step(&path, segment), recorded.get(at), now.get(at))
                }));
            }
            _ => places.push(place(&Path::from(path), recorded, now)),
        }
    }
    if places.is_empty() {
        // The same values in another order: a model sees the order too.
        return "its keys stand in another order".to_owned();
    }
    places.join("; ")
}

fn step(path: &[Segment], segment: Segment) -> Vec<Segment> {
    [path, &[segment]].concat()
}

fn place(path: &Path, recorded: Option<&Value>, now: Option<&Value>) -> String {
    let (recorded, now) = (shown(recorded), shown(now));
    let same = recorded
        .chars()
        .zip(now.chars())
        .take_while(|(a, b)| a == b);
    // A little of what is the same, so that the place is found again.
    let skipped = same.count().saturating_sub(20);
    let (recorded, now) = (window(&recorded, skipped), window(&now, skipped));
    format!("{path}: recorded {recorded}, now {now}")
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), Value::to_string)
}

fn window(text: &str, skipped: usize) -> String {
    let rest = text.chars().count() - skipped;
    let part: String = text.chars().skip(skipped).take(SHOWN).collect();
    let before = if skipped > 0 { "…" } else { "" };
    let behind = if rest > SHOWN { "…" } else { "" };
    format!("{before}{part}{behind}")
}
