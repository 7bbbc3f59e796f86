//! What a reply is worth: a value, or the reason why not.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::LlmExtract;
use crate::attempt::Outcome;
use crate::client::{Finish, Mode, Reply, ToolCall};
use crate::cut::Cut;
use crate::error::Source;
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::plan::{Merged, Part};
use crate::read::{ParseError, Parsed, Reader};
use crate::request::Form;
use crate::tools::{self, Kept};
use crate::violation::Violation;

/// What a reply is worth.
pub(crate) struct Judgement<T> {
    pub(crate) outcome: Outcome,
    pub(crate) violations: Vec<Violation>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) value: Option<Parsed<T>>,
    /// What could be read, or the whole value that the reply was put into.
    pub(crate) document: Option<String>,
    pub(crate) cut: Option<Cut>,
    /// Why the answer cannot be judged, for the ledger.
    pub(crate) error: Option<String>,
    /// The same, as it came.
    pub(crate) abort: Option<Source>,
}

impl<T: LlmExtract> Judgement<T> {
    /// Judges a reply to a request of this form.
    pub(crate) fn of(
        reply: &Reply,
        reader: &Reader,
        form: Form<'_>,
        goal: Option<&dyn Part>,
        kept: Option<&Kept>,
    ) -> Self {
        if refusal(reply).is_some() {
            return Judgement::failed(Outcome::Refused);
        }
        let cut = is_cut(&reply.finish);
        if let (None, Some((used, merged))) = (goal, tools::merged(reply, form, reader, kept)) {
            return Judgement::of_calls(merged, (reply, used), reader, cut);
        }
        let reader = reader.clone().cut_off(cut);
        let mut worst = None;
        for source in sources(reply, form, &reader) {
            let result = match (&source.fault, goal) {
                (Some(fault), _) => Err(fault.clone()),
                (None, None) => source
                    .read::<T>(&reader)
                    .and_then(|value| held(value, kept))
                    .map(|value| (value, None)),
                (None, Some(part)) => put_in(part, &source, &reader),
            };
            match result {
                Ok((mut value, document)) => {
                    let part = source.start..source.start + source.text.len();
                    value.fixes.splice(0..0, source.fixes);
                    value.fixes.extend(left_out(reply, 1, part));
                    return Judgement {
                        document,
                        ..Judgement::valid(value)
                    };
                }
                Err(error) => worst = worst.or(Some(error)),
            }
        }
        match worst {
            Some(error) if !is_empty(reply) => Judgement::invalid(error, cut),
            _ => Judgement::failed(Outcome::Empty),
        }
    }

    /// Judges what the calls of a reply say together.
    fn of_calls(
        merged: Result<Merged, ParseError>,
        (reply, used): (&Reply, usize),
        reader: &Reader,
        cut: bool,
    ) -> Self {
        let read = merged.and_then(|merged| whole(merged, reader));
        match read {
            Ok((mut value, document)) => {
                value.fixes.extend(left_out(reply, used, 0..document.len()));
                Judgement {
                    document: Some(document),
                    ..Judgement::valid(value)
                }
            }
            Err(error) => Judgement::invalid(error, cut),
        }
    }
}

impl<T> Judgement<T> {
    pub(crate) fn map<U>(self, into: impl FnOnce(T) -> U) -> Judgement<U> {
        Judgement {
            outcome: self.outcome,
            violations: self.violations,
            fixes: self.fixes,
            value: self.value.map(|value| value.map(into)),
            document: self.document,
            cut: self.cut,
            error: self.error,
            abort: self.abort,
        }
    }

    pub(crate) fn valid(value: Parsed<T>) -> Self {
        Judgement {
            fixes: value.fixes.clone(),
            value: Some(value),
            ..Judgement::failed(Outcome::Valid)
        }
    }

    fn invalid(error: ParseError, cut: bool) -> Self {
        let outcome = match Outcome::of(&error.violations) {
            Outcome::NoJson if cut => Outcome::CutOff,
            outcome => outcome,
        };
        Judgement {
            violations: error.violations,
            fixes: error.fixes,
            document: error.partial,
            cut: error.cut.map(|cut| *cut),
            ..Judgement::failed(outcome)
        }
    }

    pub(crate) fn failed(outcome: Outcome) -> Self {
        Judgement {
            outcome,
            violations: Vec::new(),
            fixes: Vec::new(),
            value: None,
            document: None,
            cut: None,
            error: None,
            abort: None,
        }
    }
}

/// The value, where it lacks nothing that was right before.
fn held<T>(value: Parsed<T>, kept: Option<&Kept>) -> Result<Parsed<T>, ParseError> {
    match (kept, &value.text) {
        (Some(kept), Some(text)) => kept.hold(text).map(|()| value),
        _ => Ok(value),
    }
}

/// Reads the whole value that a reply is a part of, and its JSON text.
fn put_in<T: LlmExtract>(
    part: &dyn Part,
    source: &Spot<'_>,
    reader: &Reader,
) -> Result<(Parsed<T>, Option<String>), ParseError> {
    let merged = part.merge(&source.text, reader)?;
    match whole(merged, reader) {
        Ok((value, document)) => Ok((value, Some(document))),
        Err(error) => Err(part.settle(error)),
    }
}

/// Reads a value that was put together, and its JSON text.
fn whole<T: LlmExtract>(
    merged: Merged,
    reader: &Reader,
) -> Result<(Parsed<T>, String), ParseError> {
    let Merged {
        document,
        mut fixes,
        open,
    } = merged;
    match reader.clone().cut_off(false).parse_kept::<T>(&document) {
        Ok(mut value) if open.is_empty() => {
            fixes.append(&mut value.fixes);
            value.fixes = fixes;
            value.warnings.iter_mut().for_each(Violation::forget_span);
            Ok((value, document))
        }
        read => {
            let mut error = Merged::refused(open, &document, read.err());
            error.fixes.splice(0..0, fixes);
            Err(error)
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

/// Whether thought is nothing but a value: some servers take a bare answer for it, and anything else is a draft.
fn is_whole_json(thought: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(thought).is_ok()
}

/// What of the reply is not in the value, of which so many calls are a part: other calls, or the text beside a call.
fn left_out(reply: &Reply, used: usize, part: Range<usize>) -> Option<Fix> {
    let beside = !reply.tool_calls.is_empty() && !reply.content.trim().is_empty();
    let (kind, detail) = match reply.tool_calls.len() {
        0 if reply.content.trim().is_empty() => (
            FixKind::Extracted,
            "took the value out of the model's reasoning",
        ),
        calls if beside || calls > used => (
            FixKind::OtherValue,
            "left out what stands in another part of the reply",
        ),
        _ => return None,
    };
    Some(Fix::new(Path::default(), kind, part, detail))
}

/// A part of the reply that may hold the value.
struct Spot<'r> {
    text: Cow<'r, str>,
    /// Where the part begins in the text that spans count from.
    start: usize,
    /// What was mended round the text.
    fixes: Vec<Fix>,
    /// Why the part holds no text.
    fault: Option<ParseError>,
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

    fn read<T: LlmExtract>(&self, reader: &Reader) -> Result<Parsed<T>, ParseError> {
        let mut result = reader.parse_kept::<T>(&self.text);
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
fn sources<'r>(reply: &'r Reply, form: Form<'_>, reader: &Reader) -> Vec<Spot<'r>> {
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
