//! The calls of a reply as the JSON text of one value.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::kept::{Item, Place, split};
use super::{Choice, Choices, Kept, unwrapped};
use crate::client::{Mode, Reply, ToolCall};
use crate::cut::Cut;
use crate::fix::Fix;
use crate::judgement::is_cut;
use crate::path::{Path, Segment};
use crate::plan::Merged;
use crate::read::{ParseError, Parsed, Reader};
use crate::request::Form;
use crate::root::Wanted;
use crate::rules::{one_of, quote};
use crate::sent::Terms;
use crate::shape::{Shape, View};
use crate::violation::{Code, Violation};

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
    let is_own = |call: &ToolCall| call.name.eq_ignore_ascii_case(&form.facts.name);
    let Some(choices) = form.choices else {
        let items = form.facts.items()?;
        let own = |call: &&ToolCall| call.name.is_empty() || is_own(call);
        let mut calls: Vec<_> = reply.tool_calls.iter().filter(own).collect();
        // Where one tool was offered, calls by another name can only be meant for it.
        if calls.is_empty() {
            calls.extend(&reply.tool_calls);
        }
        let cut = is_cut(&reply.finish);
        return match kept {
            Some(kept) if !calls.is_empty() => {
                let items = calls
                    .iter()
                    .flat_map(|call| split(read(call, items, reader)));
                let list = put_together(items.collect(), &[], (kept, None), cut);
                Some((calls.len(), list))
            }
            _ => (calls.len() > 1).then(|| (calls.len(), joined(&calls, items, reader, cut))),
        };
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
    let cut = is_cut(&reply.finish);
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

/// The value that one call says.
fn one(
    choices: &Choices,
    call: &ToolCall,
    (reader, terms): (&Reader, Terms<'_>),
    base: &Path,
) -> Result<Parsed<String>, ParseError> {
    let Some(choice) = choices.named(&call.name) else {
        let names = choices.list.iter().map(|choice| quote(&choice.name));
        let wanted = format!("a call of {}", one_of(names));
        let found = match call.name.as_str() {
            "" => "a call without a name".to_owned(),
            name => format!("a call of {}", quote(name)),
        };
        let violation = Violation::new(base.clone(), Code::OneOf, wanted, found);
        return Err(ParseError::new(vec![violation]));
    };
    let base = base.join(&choice.path());
    match choice.read(&call.arguments, reader, terms) {
        Ok(mut read) => {
            read.fixes = under(read.fixes, &base);
            Ok(read)
        }
        Err(error) => Err(inside(error, choice, &base)),
    }
}

/// What is wrong with arguments, as what is wrong with the value.
fn inside(error: ParseError, choice: &Choice, base: &Path) -> ParseError {
    let violations = error.violations.into_iter().map(|mut violation| {
        violation.forget_span();
        violation.under(base)
    });
    ParseError {
        fixes: under(error.fixes, base),
        partial: error.partial.and_then(|partial| choice.framed(&partial)),
        ..ParseError::new(violations.collect())
    }
}

fn under(fixes: Vec<Fix>, base: &Path) -> Vec<Fix> {
    fixes.into_iter().map(|fix| fix.under(base)).collect()
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
    let mut parts = Parts {
        one_each: true,
        ..Parts::default()
    };
    for (index, item) in items.into_iter().enumerate() {
        parts.add(placed(item, index));
    }
    parts.list(cut)
}

/// The list of the items of an answer and those that were right before.
fn put_together(
    items: Vec<Item>,
    tools: &[Option<&str>],
    (kept, choices): (&Kept, Option<&Choices>),
    cut: bool,
) -> Result<Merged, ParseError> {
    let mut parts = Parts {
        one_each: choices.is_some(),
        ..Parts::default()
    };
    let places = kept.places(&items, tools, choices)?;
    let mut items: Vec<_> = items.into_iter().map(Some).collect();
    for (index, place) in places.into_iter().enumerate() {
        parts.add(match place {
            Place::Before(text) => Ok(Parsed {
                fixes: vec![Kept::fix(index)],
                ..Parsed::clean(text)
            }),
            Place::New(item) => match items.get_mut(item).and_then(Option::take) {
                Some(item) => placed(item, index),
                None => continue,
            },
        });
    }
    parts.list(cut)
}

/// An item with its place in the list.
fn placed(item: Item, index: usize) -> Item {
    let base = Path::from(vec![Segment::Index(index)]);
    match item {
        Ok(mut read) => {
            read.fixes = under(read.fixes, &base);
            Ok(read)
        }
        Err(mut error) => {
            error.fixes = under(error.fixes, &base);
            let violations = error.violations.into_iter();
            error.violations = violations.map(|violation| violation.under(&base)).collect();
            Err(error)
        }
    }
}

/// The items that one call says.
fn read(call: &ToolCall, list: &Shape, reader: &Reader) -> Item {
    let view = View {
        shape: list,
        defs: &[],
    };
    let text = call.arguments.as_str();
    reader.parse_text(Wanted::Type(view), unwrapped(text).unwrap_or(text))
}

/// The list of all items of several calls, each of which has a list of them or one.
fn joined(
    calls: &[&ToolCall],
    list: &Shape,
    reader: &Reader,
    cut: bool,
) -> Result<Merged, ParseError> {
    let mut parts = Parts::default();
    let items = calls
        .iter()
        .flat_map(|call| split(read(call, list, reader)));
    for (index, item) in items.enumerate() {
        parts.add(placed(item, index));
    }
    parts.list(cut)
}

/// The items of a list that is put together.
#[derive(Default)]
struct Parts {
    texts: Vec<Option<String>>,
    /// Whether each is one item.
    one_each: bool,
    fixes: Vec<Fix>,
    violations: Vec<Violation>,
}

impl Parts {
    fn add(&mut self, part: Result<Parsed<String>, ParseError>) {
        match part {
            Ok(read) => {
                self.texts.push(Some(read.value));
                self.fixes.extend(read.fixes);
            }
            Err(error) => {
                self.texts.push(error.partial);
                self.fixes.extend(error.fixes);
                self.violations.extend(error.violations);
            }
        }
    }

    /// The list; what was cut off may have gone on.
    fn list(mut self, cut: bool) -> Result<Merged, ParseError> {
        let complete = (cut && self.one_each).then(|| self.complete()).flatten();
        // What cannot be read has a place all the same.
        let text = |text: Option<String>| text.unwrap_or_else(|| "null".to_owned());
        let document =
            (!self.texts.is_empty()).then(|| list(self.texts.into_iter().map(text).collect()));
        if cut && self.violations.is_empty() {
            let violation = Violation::new(
                Path::default(),
                Code::CutOff,
                "all calls",
                "a reply that was cut off",
            );
            self.violations.push(violation);
        }
        match document {
            Some(document) if self.violations.is_empty() => Ok(Merged {
                document,
                fixes: self.fixes,
                open: Vec::new(),
            }),
            partial => Err(ParseError {
                fixes: self.fixes,
                // The item that was cut off is asked for anew.
                partial: match &complete {
                    Some(cut) => cut.complete.clone(),
                    None => partial,
                },
                cut: complete.map(Box::new),
                ..ParseError::new(self.violations)
            }),
        }
    }

    /// What is there of a list that was cut off, where all but its last item is right.
    fn complete(&self) -> Option<Cut> {
        let mut texts = self.texts.clone();
        let last = self.texts.len().checked_sub(1)?;
        let in_last = |violation: &Violation| {
            let at = violation.path().segments().first();
            violation.code() == Code::CutOff && at == Some(&Segment::Index(last))
        };
        if !self.violations.iter().all(in_last) {
            return None;
        }
        if !self.violations.is_empty() {
            texts.pop();
        }
        let texts: Vec<_> = texts.into_iter().collect::<Option<_>>()?;
        Some(Cut {
            begun: None,
            path: Path::default(),
            lists: vec![(Path::default(), texts.len())],
            complete: Some(list(texts)),
        })
    }
}

/// A list of these items, some of which may be several and some none.
fn list(mut texts: Vec<String>) -> String {
    texts.retain(|text| !text.is_empty());
    format!("[{}]", texts.join(","))
}

impl From<Parsed<String>> for Merged {
    fn from(read: Parsed<String>) -> Merged {
        Merged {
            document: read.value,
            fixes: read.fixes,
            open: Vec::new(),
        }
    }
}
