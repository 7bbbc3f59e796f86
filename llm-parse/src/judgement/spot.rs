//! Where in a reply the value may stand.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Read, is_cut};
use crate::client::{Mode, Reply, ToolCall};
use crate::fix::Fix;
use crate::read::{ParseError, Parsed, Reader};
use crate::request::Form;
use crate::tools;

/// A part of the reply that may hold the value.
pub(super) struct Spot<'r> {
    pub(super) text: Cow<'r, str>,
    /// Where the part begins in the text that spans count from.
    pub(super) start: usize,
    /// What was mended round the text.
    pub(super) fixes: Vec<Fix>,
    /// Why the part holds no text.
    pub(super) fault: Option<ParseError>,
}

impl<'r> Spot<'r> {
    /// A part of a text, which it may be no slice of.
    fn of(whole: &str, text: Cow<'r, str>) -> Self {
        let start = text.as_ptr().addr().wrapping_sub(whole.as_ptr().addr());
        let is_slice = start <= whole.len() && matches!(text, Cow::Borrowed(_));
        Spot {
            text,
            start: if is_slice { start } else { 0 },
            fixes: Vec::new(),
            fault: None,
        }
    }

    /// The text that is asked for inside an object, or why there is none.
    fn inside(
        whole: &str,
        text: Cow<'r, str>,
        read: Result<Parsed<Cow<'r, str>>, ParseError>,
    ) -> Self {
        match read {
            Ok(read) => Spot {
                fixes: read.fixes,
                ..Spot::of(whole, read.value)
            },
            Err(error) => Spot {
                fault: Some(error),
                ..Spot::of(whole, text)
            },
        }
    }

    pub(super) fn read<T>(
        &self,
        reader: &Reader,
        read: Read<'_, T>,
    ) -> Result<Parsed<T>, ParseError> {
        let mut result = read(reader, &self.text);
        if self.start > 0 {
            let (fixes, violations) = match &mut result {
                Ok(parsed) => (&mut parsed.fixes, &mut parsed.warnings),
                Err(error) => (&mut error.fixes, &mut error.violations),
            };
            for fix in fixes {
                fix.shift(self.start);
            }
            for violation in violations {
                violation.shift(self.start);
            }
        }
        result
    }
}

/// The parts that may hold the value, the likeliest first.
///
/// A model that was told to call a tool may write the call, or the bare value, as its answer; a server may take the
/// answer for thought.
pub(super) fn sources<'r>(reply: &'r Reply, form: Form<'_>, reader: &Reader) -> Vec<Spot<'r>> {
    let push = |parts: &mut Vec<Spot<'r>>, whole: &str, text: Cow<'r, str>| {
        push(parts, (form, reader), whole, text);
    };
    let mut parts = Vec::with_capacity(2);
    let own =
        |call: &&ToolCall| call.name.is_empty() || call.name.eq_ignore_ascii_case(&form.facts.name);
    let call = |parts: &mut Vec<Spot<'r>>, call: &'r ToolCall| {
        push(parts, &call.arguments, arguments(&call.arguments));
    };
    reply
        .tool_calls
        .iter()
        .filter(own)
        .for_each(|own| call(&mut parts, own));
    // Where one tool was offered, a call by another name can only be meant for it.
    if parts.is_empty() && form.mode == Mode::Tool {
        reply
            .tool_calls
            .iter()
            .for_each(|other| call(&mut parts, other));
    }
    let content = reply.content.as_str();
    if !content.trim().is_empty() {
        let written = written_call(content, &form.facts.name);
        let (before, after) = match form.mode {
            Mode::Tool => (written, None),
            _ => (None, written),
        };
        for text in before
            .into_iter()
            .chain([Cow::Borrowed(content)])
            .chain(after)
        {
            push(&mut parts, content, text);
        }
    }
    if let (true, Some(thought)) = (parts.is_empty(), &reply.reasoning)
        && is_whole_json(thought)
        && !is_cut(&reply.finish)
    {
        push(&mut parts, thought, Cow::Borrowed(thought));
    }
    parts
}

/// Adds a text, and before it the value inside it where the model was asked for one that is wrapped.
fn push<'r>(
    parts: &mut Vec<Spot<'r>>,
    (form, reader): (Form<'_>, &Reader),
    whole: &str,
    text: Cow<'r, str>,
) {
    if form.sent.wrapped || form.mode == Mode::JsonSchema && tools::begins_wrapped(&text) {
        let view = form.facts.view();
        let read = match &text {
            Cow::Borrowed(text) => tools::text_inside(view, text, reader),
            Cow::Owned(text) => tools::text_inside(view, text, reader)
                .map(|read| read.map(|read| read.map(|text| Cow::Owned(text.into_owned())))),
        };
        if let Some(read) = read {
            parts.push(Spot::inside(whole, text, read));
            return;
        }
        let inner = match &text {
            _ if !form.sent.wrapped => None,
            Cow::Borrowed(text) => tools::unwrapped(text).map(Cow::Borrowed),
            Cow::Owned(text) => tools::unwrapped(text).map(|inner| Cow::Owned(inner.to_owned())),
        };
        parts.extend(inner.map(|inner| Spot::of(whole, inner)));
    }
    parts.push(Spot::of(whole, text));
}

/// Arguments that are absent are an object without keys.
fn arguments(text: &str) -> Cow<'_, str> {
    match text.trim() {
        "" => Cow::Borrowed("{}"),
        _ => Cow::Borrowed(text),
    }
}

/// The arguments of a call of the tool that was written out: `{"name": .., "arguments": ..}`, in a fence or not.
fn written_call<'t>(content: &'t str, tool: &str) -> Option<Cow<'t, str>> {
    #[derive(Deserialize)]
    struct Call<'t> {
        name: Cow<'t, str>,
        #[serde(borrow, alias = "parameters")]
        arguments: &'t RawValue,
    }

    if !content.contains("\"arguments\"") && !content.contains("\"parameters\"") {
        return None;
    }
    let start = content.find('{')?;
    let mut values = serde_json::Deserializer::from_str(&content[start..]).into_iter();
    let call: Call<'_> = values.next()?.ok()?;
    let text = call.arguments.get();
    let encoded = || serde_json::from_str::<String>(text).ok().map(Cow::Owned);
    call.name
        .eq_ignore_ascii_case(tool)
        .then(|| encoded().unwrap_or(Cow::Borrowed(text)))
}

/// Whether thought is nothing but a value: some servers take a bare answer for it, and anything else is a draft.
fn is_whole_json(thought: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(thought).is_ok()
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
