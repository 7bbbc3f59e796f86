//! The calls of a reply as the JSON text of one value.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::call::{one, read};
use super::kept::{Item, Place, split};
use super::list::Parts;
use super::{Choices, Kept};
use crate::client::{Mode, Reply, ToolCall};
use crate::judgement::is_cut;
use crate::path::Path;
use crate::plan::Merged;
use crate::read::{ParseError, Reader};
use crate::request::Form;
use crate::sent::Terms;

/// Puts the calls of a reply together, where they say the value in the form of tools, and counts them; `None` where they
/// are to be read as they stand.
pub(crate) fn merged(
    reply: &Reply,
    form: Form<'_>,
    reader: &Reader,
    kept: Option<&Kept>,
) -> Option<(usize, Result<Merged, ParseError>)> {
    if form.mode != Mode::Tool {
        return None;
    }
    let cut = is_cut(&reply.finish);
    let is_own = |call: &ToolCall| call.name.eq_ignore_ascii_case(&form.facts.name);
    let Some(choices) = form.choices else {
        let items = form.facts.items()?;
        let own = |call: &&ToolCall| call.name.is_empty() || is_own(call);
        let mut calls: Vec<_> = reply.tool_calls.iter().filter(own).collect();
        // Where one tool was offered, calls by another name can only be meant for it.
        if calls.is_empty() {
            calls.extend(&reply.tool_calls);
        }
        let read = |call: &&ToolCall| split(read(call, items, reader));
        let items = calls.iter().flat_map(read);
        let list = match kept {
            Some(kept) if !calls.is_empty() => {
                put_together(items.collect(), &[], (kept, None), cut)
            }
            _ if calls.len() > 1 => Parts::of(items, false).list(cut),
            _ => return None,
        };
        return Some((calls.len(), list));
    };
    let calls = match &reply.tool_calls[..] {
        [] => Cow::Owned(written(&reply.content, choices)),
        calls => Cow::Borrowed(calls),
    };
    let first = calls.first()?;
    // A client may offer the whole type as one tool.
    if choices.named(&first.name).is_none() && is_own(first) {
        return None;
    }
    Some(if choices.several {
        (
            calls.len(),
            items(choices, &calls, (reader, form.terms), kept, cut),
        )
    } else {
        let reader = reader.clone().cut_off(cut && calls.len() == 1);
        let value = one(choices, first, (&reader, form.terms), &Path::default());
        (1, value.map(Merged::from))
    })
}

/// The calls that a model wrote out as text, where the text holds nothing else that looks like JSON.
fn written(content: &str, choices: &Choices) -> Vec<ToolCall> {
    #[derive(Deserialize)]
    struct Call<'t> {
        name: Cow<'t, str>,
        #[serde(borrow, alias = "parameters")]
        arguments: &'t RawValue,
    }

    let mut calls = Vec::new();
    let mut rest = content;
    while let Some(start) = rest.find('{').filter(|_| choices.written) {
        let mut values = serde_json::Deserializer::from_str(&rest[start..]).into_iter::<Call<'_>>();
        match values.next() {
            Some(Ok(call)) if choices.named(&call.name).is_some() => {
                calls.push(ToolCall::new("", call.name, call.arguments.get()));
            }
            _ => return Vec::new(),
        }
        rest = &rest[start + values.byte_offset()..];
    }
    calls
}

/// The list of the values that the calls say, one for each.
fn items(
    choices: &Choices,
    calls: &[ToolCall],
    (reader, terms): (&Reader, Terms<'_>),
    kept: Option<&Kept>,
    cut: bool,
) -> Result<Merged, ParseError> {
    let read = |(index, call): (usize, &ToolCall)| {
        let reader = reader.clone().cut_off(cut && index + 1 == calls.len());
        one(choices, call, (&reader, terms), &Path::default())
    };
    let items: Vec<Item> = calls.iter().enumerate().map(read).collect();
    if let Some(kept) = kept {
        let tool = |call: &ToolCall| choices.named(&call.name).map(|choice| &*choice.name);
        let tools: Vec<_> = calls.iter().map(tool).collect();
        return put_together(items, &tools, (kept, Some(choices)), cut);
    }
    Parts::of(items, true).list(cut)
}

/// The list of the items of an answer and those that were right before.
fn put_together(
    items: Vec<Item>,
    tools: &[Option<&str>],
    (kept, choices): (&Kept, Option<&Choices>),
    cut: bool,
) -> Result<Merged, ParseError> {
    let mut parts = Parts::new(choices.is_some());
    let places = kept.places(&items, tools, choices)?;
    let mut items: Vec<_> = items.into_iter().map(Some).collect();
    for (index, place) in places.into_iter().enumerate() {
        match place {
            Place::Before(text) => parts.keep(text, index),
            Place::New(item) => {
                if let Some(item) = items.get_mut(item).and_then(Option::take) {
                    parts.add(item, index);
                }
            }
        }
    }
    parts.list(cut)
}
