//! A model that knows the whole value, and answers a request for parts of it with what was asked for.

use llm_parse::Request;
use serde_json::{Map, Value};

/// The right answer to a request for parts; `None` where the request is no such one.
pub(crate) fn answer(request: &Request, whole: &Value) -> Option<Value> {
    let properties = request.schema.get("properties")?.as_object()?;
    if properties.is_empty() {
        return None;
    }
    let text = request.messages().last()?.text().to_owned();
    let mut answers = Map::new();
    for (key, schema) in properties {
        let note = described(schema)?;
        let answer = if let Some(path) = note.strip_prefix("the value at ") {
            whole.pointer(path).cloned()
        } else if let Some(place) = note.strip_prefix("the items of ") {
            at(whole, place).cloned()
        } else if let Some(rest) = note.strip_prefix("only the further items of ") {
            let (place, count) = rest.rsplit_once(", from item ")?;
            let from: usize = count.strip_suffix(" on")?.parse().ok()?;
            let items = at(whole, place)?.as_array()?;
            Some(items.get(from - 1..)?.to_vec().into())
        } else {
            let place = note.strip_prefix("only the further entries of ")?;
            let there = keys_there(&text, key);
            let mut entries = at(whole, place)?.as_object()?.clone();
            entries.retain(|key, _| !there.contains(key));
            Some(entries.into())
        };
        if let Some(answer) = answer {
            answers.insert(key.clone(), answer);
        }
    }
    Some(answers.into())
}

/// The line of the description that says what it is.
fn described(schema: &Value) -> Option<&str> {
    let mut lines = schema.get("description")?.as_str()?.lines();
    let heads = ["the value at ", "the items of ", "only the further "];
    lines.find(|line| heads.iter().any(|head| line.starts_with(head)))
}

fn at<'v>(whole: &'v Value, place: &str) -> Option<&'v Value> {
    match place {
        "the value" => Some(whole),
        path => whole.pointer(path),
    }
}

fn keys_there(text: &str, key: &str) -> Vec<String> {
    let head = format!("- `{key}`: ");
    let line = text.lines().find(|line| line.starts_with(&head));
    let list = line.and_then(|line| line.rsplit_once("these are there: "));
    let list = list.map_or(String::new(), |(_, list)| format!("[{list}]"));
    serde_json::from_str(&list).unwrap_or_default()
}
