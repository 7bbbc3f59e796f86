//! What a reply is worth: a value, or the reason why not.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::LlmExtract;
use crate::attempt::Outcome;
use crate::client::{Finish, Mode, Reply};
use crate::fix::Fix;
use crate::read::{ParseError, Parsed, Reader};
use crate::violation::Violation;

/// What a reply is worth.
pub(crate) struct Verdict<T> {
    pub(crate) outcome: Outcome,
    pub(crate) violations: Vec<Violation>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) value: Option<Parsed<T>>,
}

impl<T: LlmExtract> Verdict<T> {
    /// Judges a reply to a request of this mode and this name for the tool.
    pub(crate) fn of(reply: &Reply, reader: &Reader, mode: Mode, tool: &str) -> Self {
        if refusal(reply).is_some() {
            return Verdict::failed(Outcome::Refused);
        }
        let cut = is_cut(&reply.finish);
        let reader = reader.clone().cut_off(cut);
        let mut worst = None;
        for text in texts(reply, mode, tool) {
            match reader.parse::<T>(&text) {
                Ok(value) => return Verdict::valid(value),
                Err(error) => worst = worst.or(Some(error)),
            }
        }
        match worst {
            Some(error) if !is_empty(reply) => Verdict::invalid(&error, cut),
            _ => Verdict::failed(Outcome::Empty),
        }
    }

    fn valid(value: Parsed<T>) -> Self {
        Verdict {
            fixes: value.fixes.clone(),
            value: Some(value),
            ..Verdict::failed(Outcome::Valid)
        }
    }

    fn invalid(error: &ParseError, cut: bool) -> Self {
        let outcome = match Outcome::of(error.violations()) {
            Outcome::NoJson if cut => Outcome::CutOff,
            outcome => outcome,
        };
        Verdict {
            violations: error.violations().to_vec(),
            fixes: error.fixes().to_vec(),
            ..Verdict::failed(outcome)
        }
    }

    fn failed(outcome: Outcome) -> Self {
        Verdict {
            outcome,
            violations: Vec::new(),
            fixes: Vec::new(),
            value: None,
        }
    }
}

/// The refusal, in the model's words where there are any.
pub(crate) fn refusal(reply: &Reply) -> Option<&str> {
    match &reply.refusal {
        Some(text) if !text.trim().is_empty() => Some(text),
        _ if reply.finish == Finish::ContentFilter && is_empty(reply) => {
            Some("the provider's filter withheld the reply")
        }
        _ => None,
    }
}

/// Whether the provider stopped the model.
pub(crate) fn is_cut(finish: &Finish) -> bool {
    matches!(finish, Finish::Length | Finish::ContentFilter)
}

fn is_empty(reply: &Reply) -> bool {
    reply.tool_calls.is_empty() && reply.content.trim().is_empty()
}

/// The texts that may hold the value, the likeliest first.
///
/// A model that was told to call a tool may write the call, or the bare value, as its answer; a server may take the
/// answer for thought.
fn texts<'r>(reply: &'r Reply, mode: Mode, tool: &str) -> Vec<Cow<'r, str>> {
    let mut texts: Vec<_> = reply
        .tool_calls
        .iter()
        .map(|call| arguments(&call.arguments))
        .collect();
    let content = reply.content.trim();
    if !content.is_empty() {
        let written = written_call(content, tool);
        let at = if mode == Mode::Tool {
            texts.len()
        } else {
            texts.len() + 1
        };
        texts.push(Cow::Borrowed(content));
        if let Some(arguments) = written {
            texts.insert(at, Cow::Owned(arguments));
        }
    }
    if texts.is_empty() {
        texts.extend(reply.reasoning.as_deref().map(Cow::Borrowed));
    }
    texts
}

/// Arguments that are absent are an object without keys.
fn arguments(text: &str) -> Cow<'_, str> {
    match text.trim() {
        "" => Cow::Borrowed("{}"),
        _ => Cow::Borrowed(text),
    }
}

#[derive(Deserialize)]
struct WrittenCall<'t> {
    name: Cow<'t, str>,
    #[serde(borrow, alias = "parameters")]
    arguments: &'t RawValue,
}

/// The arguments of a call of the tool that was written out: `{"name": .., "arguments": ..}`, in a fence or not.
fn written_call(content: &str, tool: &str) -> Option<String> {
    let start = content.find('{')?;
    let mut values = serde_json::Deserializer::from_str(&content[start..]).into_iter();
    let call: WrittenCall<'_> = values.next()?.ok()?;
    let text = call.arguments.get();
    let inner = || serde_json::from_str::<String>(text).ok();
    call.name
        .eq_ignore_ascii_case(tool)
        .then(|| inner().unwrap_or_else(|| text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_call_that_was_written_out() {
        let text = "```json\n{\"name\": \"ticket\", \"arguments\": {\"n\": 1.10}}\n```";
        assert_eq!(
            written_call(text, "Ticket").as_deref(),
            Some("{\"n\": 1.10}")
        );
        let text = r#"<tool_call>{"name": "Ticket", "parameters": "{\"n\": 1}"}</tool_call>"#;
        assert_eq!(written_call(text, "Ticket").as_deref(), Some("{\"n\": 1}"));
    }

    #[test]
    fn leaves_what_is_no_call() {
        assert_eq!(
            written_call(r#"{"name": "Ada", "arguments": []}"#, "Ticket"),
            None
        );
        assert_eq!(written_call("no {braces} here", "Ticket"), None);
        assert_eq!(written_call("{", "Ticket"), None);
    }
}
