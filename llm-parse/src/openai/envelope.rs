//! The envelope of a reply, read leniently: a good answer never fails for a field that nobody needs.

use serde_json::Value;

use super::events::gather;
use super::failure::Fault;
use super::finish::finish;
use super::mend::mended;
use super::message::Place;
use super::usage::usage;
use crate::client::{Finish, Reply};

/// Why a body is no reply.
#[derive(Debug)]
pub(super) enum NoReply {
    /// In these words.
    Unreadable(&'static str),
    Fault(Fault),
}

impl NoReply {
    pub(super) const BROKEN: NoReply = NoReply::Unreadable("the reply broke off");
}

/// Reads a reply. One without choices is an empty reply, since its usage counts.
pub(super) fn read(text: &str) -> Result<Reply, NoReply> {
    let text = text.trim_start();
    if let Some(whole) = gather(text) {
        return read(&whole?);
    }
    match serde_json::from_str(text) {
        Ok(root) => reply(text, &root),
        Err(_) if text.is_empty() => Err(NoReply::Unreadable("the reply is empty")),
        Err(error) if error.is_eof() => Err(NoReply::BROKEN),
        Err(_) => {
            let text = mended(text).ok_or(NoReply::Unreadable("the reply is no JSON"))?;
            let root = serde_json::from_str(&text);
            let root = root.map_err(|_| NoReply::Unreadable("the reply is no JSON"))?;
            reply(&text, &root)
        }
    }
}

fn reply(text: &str, root: &Value) -> Result<Reply, NoReply> {
    let Some((choice, pointer)) = choice(root) else {
        return match Fault::find(root) {
            Some(fault) => Err(NoReply::Fault(fault)),
            None if !root.is_object() => Err(NoReply::Unreadable("the reply is no object")),
            None => Ok(Reply {
                usage: root.get("usage").and_then(usage),
                ..Reply::default()
            }),
        };
    };
    let mut reply = Reply {
        finish: finish(choice, root),
        usage: root.get("usage").and_then(usage),
        ..Reply::default()
    };
    if let Some(fault) = choice.get("error").and_then(Fault::read) {
        return Err(NoReply::Fault(fault));
    }
    Place::new(text, pointer).read(choice, &mut reply);
    if matches!(&reply.finish, Finish::Other(reason) if reason == "error") {
        let fault = Fault::find(root);
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

pub(super) fn has_answer(choice: &Value) -> bool {
    let message = choice.get("message").unwrap_or(choice);
    ["content", "tool_calls", "function_call", "refusal", "text"]
        .iter()
        .any(|key| match message.get(key) {
            Some(Value::String(text)) => !text.is_empty(),
            Some(Value::Array(items)) => !items.is_empty(),
            other => other.is_some_and(Value::is_object),
        })
}
