//! The message of a reply: text, thoughts, refusal and tool calls in all their forms.

use serde_json::{Map, Value};

use super::raw::{items_at, raw_at};
use crate::client::{Reply, ToolCall};

/// The place of a choice in the text, from which the exact words of a value are taken.
pub(super) struct Place<'t> {
    text: &'t str,
    pointer: String,
}

impl<'t> Place<'t> {
    pub(super) fn new(text: &'t str, pointer: String) -> Self {
        Place { text, pointer }
    }

    /// Reads the choice's message into the reply.
    pub(super) fn read(mut self, choice: &Value, reply: &mut Reply) {
        let keys = ["message", "delta"];
        let inner = keys
            .iter()
            .find(|key| choice.get(**key).is_some_and(Value::is_object));
        let message = inner.map_or(choice, |key| &choice[*key]);
        if let Some(key) = inner {
            self.pointer = format!("{}/{key}", self.pointer);
        }
        for key in ["content", "text"] {
            if let Some(content) = message.get(key) {
                self.content(content, &format!("/{key}"), reply);
            }
        }
        for key in [
            "reasoning_content",
            "reasoning",
            "thinking",
            "reasoning_details",
        ] {
            if let Some(text) = message
                .get(key)
                .map(plain_text)
                .filter(|text| !text.is_empty())
            {
                // Some servers send the same thoughts under two keys.
                reply.reasoning.get_or_insert(text);
            }
        }
        if let Some(refusal) = message.get("refusal") {
            refuse(reply, &plain_text(refusal));
        }
        self.tool_calls(message, reply);
    }

    fn content(&self, content: &Value, at: &str, reply: &mut Reply) {
        match content {
            Value::String(text) => reply.content.push_str(text),
            Value::Array(parts) => {
                for (part, place) in parts.iter().zip(self.items(at)) {
                    place.part(part, reply);
                }
            }
            Value::Object(_) => reply.content.push_str(&self.exact(at, content)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn part(&self, part: &Value, reply: &mut Reply) {
        match part.get("type").and_then(Value::as_str) {
            Some("refusal") => refuse(reply, &plain_text(&part["refusal"])),
            Some("thinking" | "reasoning") => {
                let thoughts = reply.reasoning.get_or_insert_default();
                thoughts.push_str(&plain_text(part));
            }
            Some("tool_use" | "tool_call") => self.tool_call(part, "", reply),
            _ => reply.content.push_str(&plain_text(part)),
        }
    }

    fn tool_calls(&self, message: &Value, reply: &mut Reply) {
        match message.get("tool_calls") {
            Some(Value::Array(calls)) => {
                for (call, place) in calls.iter().zip(self.items("/tool_calls")) {
                    place.tool_call(call, "", reply);
                }
            }
            Some(call @ Value::Object(_)) => self.tool_call(call, "/tool_calls", reply),
            _ => {}
        }
        if let (Some(call @ Value::Object(_)), []) =
            (message.get("function_call"), &reply.tool_calls[..])
        {
            self.tool_call(call, "/function_call", reply);
        }
    }

    fn tool_call(&self, call: &Value, at: &str, reply: &mut Reply) {
        let (function, at) = match call.get("function") {
            Some(function @ Value::Object(_)) => (function, format!("{at}/function")),
            _ => (call, at.to_owned()),
        };
        let text = |value: &Value, key: &str| match value.get(key) {
            Some(Value::String(text)) if !text.is_empty() => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let keys = ["arguments", "input", "parameters"];
        let arguments = keys.iter().find_map(|key| {
            let value = function.get(*key).filter(|value| !value.is_null())?;
            Some(self.arguments(value, &format!("{at}/{key}")))
        });
        let unnamed = || format!("call_{}", reply.tool_calls.len());
        reply.tool_calls.push(ToolCall {
            id: text(call, "id").unwrap_or_else(unnamed),
            name: text(function, "name").unwrap_or_default(),
            arguments: arguments.unwrap_or_default(),
        });
    }

    /// Arguments are JSON in a string; some servers send them as they are, and some encode them twice.
    fn arguments(&self, value: &Value, at: &str) -> String {
        let Value::String(text) = value else {
            return self.exact(at, value);
        };
        match serde_json::from_str::<String>(text) {
            Ok(inner) if inner.trim_start().starts_with('{') => inner,
            _ => text.clone(),
        }
    }

    /// The items of a list, each with its own text, so that many cost no more than their length.
    fn items(&self, at: &str) -> impl Iterator<Item = Place<'t>> {
        let texts = items_at(self.text, &format!("{}{at}", self.pointer));
        texts
            .into_iter()
            .map(|text| Place::new(text, String::new()))
    }

    /// A value in the server's own words, so that no digit of a number is lost.
    fn exact(&self, at: &str, value: &Value) -> String {
        let pointer = format!("{}{at}", self.pointer);
        raw_at(self.text, &pointer).map_or_else(|| value.to_string(), str::to_owned)
    }
}

fn refuse(reply: &mut Reply, refusal: &str) {
    if !refusal.is_empty() {
        reply.refusal.get_or_insert_default().push_str(refusal);
    }
}

/// The text of a value that may be a text, a part that holds one, or a list of these.
fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain_text).collect(),
        Value::Object(part) => part_text(part),
        _ => String::new(),
    }
}

fn part_text(part: &Map<String, Value>) -> String {
    let keys = [
        "text",
        "thinking",
        "reasoning",
        "content",
        "summary",
        "value",
    ];
    let held = keys.iter().find_map(|key| part.get(*key));
    held.map(plain_text).unwrap_or_default()
}
