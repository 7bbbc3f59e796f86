//! Shows the model its answer and what is wrong with it.

use serde::de::IgnoredAny;

use super::{Situation, repetition};
use crate::client::{Reply, ToolCall};
use crate::feedback::{clamp, feedback};
use crate::prompt::Message;

/// How many characters of an answer are shown to the model that gave it.
const ANSWER_CHARS: usize = 16_000;

pub(super) fn messages(situation: &Situation<'_>) -> Vec<Message> {
    let mut messages = situation.first();
    let text = format!(
        "{}\n{}{}",
        feedback(situation.last),
        repetition(situation.repeats),
        situation.form.again()
    );
    let reply = situation.last.answer().unwrap_or_default();
    if reply.tool_calls.is_empty() {
        messages.push(Message::assistant(shown(&reply)));
        messages.push(Message::user(text));
    } else {
        answer_calls(&mut messages, &reply, &text);
    }
    messages
}

/// No provider takes a turn without text.
fn shown(reply: &Reply) -> String {
    match reply.content.trim() {
        "" => "(empty)".to_owned(),
        content => clamp(content, ANSWER_CHARS),
    }
}

/// Replays the calls and answers each: a transcript in which one is left open is refused.
fn answer_calls(messages: &mut Vec<Message>, reply: &Reply, text: &str) {
    let calls: Vec<_> = reply
        .tool_calls
        .iter()
        .enumerate()
        .map(|(i, call)| replayed(call, i))
        .collect();
    let ids: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
    messages.push(Message::assistant(clamp(&reply.content, ANSWER_CHARS)).with_tool_calls(calls));
    for (i, id) in ids.into_iter().enumerate() {
        messages.push(match i {
            0 => Message::tool(id, text),
            _ => Message::tool(
                id,
                "Not accepted, as the first call was not. One call is enough.",
            ),
        });
    }
}

fn replayed(call: &ToolCall, index: usize) -> ToolCall {
    let id = match call.id.as_str() {
        "" => format!("call_{index}"),
        id => id.to_owned(),
    };
    ToolCall::new(id, &call.name, arguments(&call.arguments))
}

/// The arguments as a JSON object, since no provider takes back anything else.
fn arguments(text: &str) -> String {
    let is_object = |text: &str| {
        text.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(text).is_ok()
    };
    if is_object(text) && text.len() <= 4 * ANSWER_CHARS {
        return text.to_owned();
    }
    match serde_json::from_str::<String>(text) {
        Ok(inner) if is_object(&inner) && inner.len() <= 4 * ANSWER_CHARS => inner,
        _ => "{}".to_owned(),
    }
}
