//! The envelope of a reply, read leniently: a good answer never fails for a field that nobody needs.

use serde_json::{Map, Value};

use super::failure::Fault;
use super::raw::raw_at;
use crate::client::{Finish, Reply, ToolCall, Usage};

/// Why a body is no reply.
#[derive(Debug)]
pub(super) enum NoReply {
    NotJson(serde_json::Error),
    Fault(Fault),
}

/// Reads a reply. One without choices is an empty reply, since its usage counts.
pub(super) fn read(text: &str) -> Result<Reply, NoReply> {
    let root: Value = serde_json::from_str(text).map_err(NoReply::NotJson)?;
    let Some((choice, pointer)) = choice(&root) else {
        return match Fault::find(&root) {
            Some(fault) => Err(NoReply::Fault(fault)),
            None => Ok(Reply {
                usage: root.get("usage").and_then(usage),
                ..Reply::default()
            }),
        };
    };
    let mut reply = Reply {
        finish: finish(choice, &root),
        usage: root.get("usage").and_then(usage),
        ..Reply::default()
    };
    if let Some(fault) = choice.get("error").and_then(|_| Fault::find(choice)) {
        return Err(NoReply::Fault(fault));
    }
    Message { text, pointer }.read(choice, &mut reply);
    if matches!(&reply.finish, Finish::Other(reason) if reason == "error") {
        let fault = Fault::find(&root);
        let unsaid = || Fault::new("the provider gave up on the reply", 502);
        return Err(NoReply::Fault(fault.unwrap_or_else(unsaid)));
    }
    Ok(reply)
}

/// The first choice that holds an answer, else the first; a body that is a message itself is its own choice.
fn choice(root: &Value) -> Option<(&Value, String)> {
    let choices = root.get("choices").and_then(Value::as_array);
    let Some(choices) = choices.filter(|choices| !choices.is_empty()) else {
        let is_message = root.get("message").is_some_and(Value::is_object)
            || root
                .get("content")
                .is_some_and(|content| !content.is_null());
        return is_message.then(|| (root, String::new()));
    };
    let index = choices.iter().position(has_answer).unwrap_or(0);
    Some((&choices[index], format!("/choices/{index}")))
}

fn has_answer(choice: &Value) -> bool {
    let message = choice.get("message").unwrap_or(choice);
    ["content", "tool_calls", "function_call", "refusal", "text"]
        .iter()
        .any(|key| match message.get(key) {
            Some(Value::String(text)) => !text.is_empty(),
            Some(Value::Array(items)) => !items.is_empty(),
            other => other.is_some_and(Value::is_object),
        })
}

/// The place of a choice in the text, from which the exact words of an argument are taken.
struct Message<'t> {
    text: &'t str,
    pointer: String,
}

impl Message<'_> {
    fn read(mut self, choice: &Value, reply: &mut Reply) {
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
        if let Some(refusal) = message.get("refusal").and_then(Value::as_str) {
            refuse(reply, refusal);
        }
        self.tool_calls(message, reply);
    }

    fn content(&self, content: &Value, at: &str, reply: &mut Reply) {
        match content {
            Value::String(text) => reply.content.push_str(text),
            Value::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.part(part, &format!("{at}/{index}"), reply);
                }
            }
            Value::Object(_) => reply.content.push_str(&self.exact(at, content)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn part(&self, part: &Value, at: &str, reply: &mut Reply) {
        match part.get("type").and_then(Value::as_str) {
            Some("refusal") => refuse(reply, &plain_text(&part["refusal"])),
            Some("thinking" | "reasoning") => {
                let thoughts = reply.reasoning.get_or_insert_default();
                thoughts.push_str(&plain_text(part));
            }
            Some("tool_use" | "tool_call") => self.tool_call(part, at, reply),
            _ => reply.content.push_str(&plain_text(part)),
        }
    }

    fn tool_calls(&self, message: &Value, reply: &mut Reply) {
        match message.get("tool_calls") {
            Some(Value::Array(calls)) => {
                for (index, call) in calls.iter().enumerate() {
                    self.tool_call(call, &format!("/tool_calls/{index}"), reply);
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

fn finish(choice: &Value, root: &Value) -> Finish {
    let keys = [
        "finish_reason",
        "finishReason",
        "native_finish_reason",
        "done_reason",
        "stop_reason",
    ];
    let word = |value: &Value| {
        let words = keys.iter().filter_map(|key| value.get(*key)?.as_str());
        words
            .map(str::trim)
            .find(|word| !word.is_empty())
            .map(str::to_lowercase)
    };
    let Some(word) = word(choice).or_else(|| word(root)) else {
        return Finish::Unknown;
    };
    match word.as_str() {
        "stop" | "end_turn" | "eos" | "eos_token" | "stop_sequence" | "end" | "complete"
        | "completed" => Finish::Stop,
        "length"
        | "max_tokens"
        | "max_output_tokens"
        | "max_length"
        | "incomplete"
        | "model_length"
        | "token_limit"
        | "model_context_window_exceeded" => Finish::Length,
        "tool_calls" | "tool_call" | "tool_use" | "function_call" => Finish::ToolCalls,
        "content_filter" | "content_filtered" | "safety" | "recitation" | "prohibited_content"
        | "blocklist" | "spii" | "refusal" | "sensitive" => Finish::ContentFilter,
        _ => Finish::Other(word),
    }
}

fn usage(usage: &Value) -> Option<Usage> {
    let count = |pointers: &[&str]| {
        pointers
            .iter()
            .find_map(|pointer| number(usage.pointer(pointer)?))
    };
    let prompt = count(&["/prompt_tokens", "/input_tokens", "/prompt_eval_count"]);
    let completion = count(&["/completion_tokens", "/output_tokens", "/eval_count"]);
    let total = count(&["/total_tokens"]);
    let rest = |known: u64| total.unwrap_or(known).saturating_sub(known);
    let (prompt_tokens, completion_tokens) = match (prompt, completion) {
        (Some(prompt), Some(completion)) => (prompt, completion),
        (Some(prompt), None) => (prompt, rest(prompt)),
        (None, Some(completion)) => (rest(completion), completion),
        (None, None) => (total?, 0),
    };
    Some(Usage {
        prompt_tokens,
        completion_tokens,
        cached_tokens: count(&[
            "/prompt_tokens_details/cached_tokens",
            "/input_tokens_details/cached_tokens",
            "/prompt_cache_hit_tokens",
            "/cached_tokens",
        ])
        .unwrap_or(0),
        reasoning_tokens: count(&[
            "/completion_tokens_details/reasoning_tokens",
            "/output_tokens_details/reasoning_tokens",
            "/reasoning_tokens",
        ])
        .unwrap_or(0),
    })
}

/// A count as a number of any form, or in digits.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(digits) => digits.parse().ok(),
        value => value.as_u64().or_else(|| {
            let float = value.as_f64().filter(|float| *float >= 0.0)?;
            format!("{float:.0}").parse().ok()
        }),
    }
}
