//! What a reply is worth: a value, or the reason why not.

mod spot;
mod words;

use std::ops::Range;

use crate::attempt::Outcome;
use crate::client::{Finish, Reply};
use crate::cut::Cut;
use crate::error::Source;
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::plan::{Merged, Part};
use crate::read::{ParseError, Parsed, Reader};
use crate::request::Form;
use crate::tools::{self, Kept};
use crate::violation::Violation;
use spot::{Spot, sources};

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

/// Reads a text into a value that is kept as JSON text too.
pub(crate) type Read<'r, T> = &'r dyn Fn(&Reader, &str) -> Result<Parsed<T>, ParseError>;

impl<T> Judgement<T> {
    /// Judges a reply to a request of this form.
    pub(crate) fn of(
        reply: &Reply,
        reader: &Reader,
        read: Read<'_, T>,
        form: Form<'_>,
        goal: Option<&dyn Part>,
        kept: Option<&Kept>,
    ) -> Self {
        let judgement = Judgement::of_reply(reply, reader, read, form, goal, kept);
        match &judgement.value {
            // The filter would stop the rest as well.
            None if reply.finish == Finish::ContentFilter => Judgement {
                outcome: Outcome::Refused,
                ..judgement
            },
            _ => judgement,
        }
    }

    fn of_reply(
        reply: &Reply,
        reader: &Reader,
        read: Read<'_, T>,
        form: Form<'_>,
        goal: Option<&dyn Part>,
        kept: Option<&Kept>,
    ) -> Self {
        if refusal(reply).is_some() {
            return Judgement::failed(Outcome::Refused);
        }
        let cut = is_cut(&reply.finish);
        if let (None, Some((used, merged))) = (goal, tools::merged(reply, form, reader, kept)) {
            return Judgement::of_calls(merged, (reply, used), reader, read, cut);
        }
        let reader = reader.clone().cut_off(cut);
        let mut worst = None;
        for source in sources(reply, form, &reader) {
            let result = match (&source.fault, goal) {
                (Some(fault), _) => Err(fault.clone()),
                (None, None) => source
                    .read(&reader, read)
                    .and_then(|value| held(value, kept))
                    .map(|value| (value, None)),
                (None, Some(part)) => put_in(part, &source, &reader, read),
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
        read: Read<'_, T>,
        cut: bool,
    ) -> Self {
        match merged.and_then(|merged| whole(merged, reader, read)) {
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

    /// Takes the value back for this.
    pub(crate) fn refused(self, violation: Violation) -> Self {
        let error = ParseError {
            fixes: self.fixes,
            partial: self.value.and_then(|value| value.text),
            ..ParseError::new(vec![violation])
        };
        Judgement::invalid(error, false)
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
fn put_in<T>(
    part: &dyn Part,
    source: &Spot<'_>,
    reader: &Reader,
    read: Read<'_, T>,
) -> Result<(Parsed<T>, Option<String>), ParseError> {
    let merged = part.merge(&source.text, reader)?;
    match whole(merged, reader, read) {
        Ok((value, document)) => Ok((value, Some(document))),
        Err(error) => Err(part.settle(error)),
    }
}

/// Reads a value that was put together, and its JSON text.
fn whole<T>(
    merged: Merged,
    reader: &Reader,
    read: Read<'_, T>,
) -> Result<(Parsed<T>, String), ParseError> {
    let Merged {
        document,
        mut fixes,
        open,
    } = merged;
    match read(&reader.clone().cut_off(false), &document) {
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

/// Why a reply counts as refused, whatever it says.
pub(crate) fn why_refused(reply: &Reply) -> &str {
    match refusal(reply) {
        None if reply.finish == Finish::ContentFilter => "the provider's filter stopped the reply",
        text => text.unwrap_or_default(),
    }
}

/// The refusal that a reply without any value is, in the words of its text.
pub(crate) fn declined(reply: &Reply) -> Option<&str> {
    let text = reply.content.trim();
    (reply.tool_calls.is_empty() && words::declines(text)).then_some(text)
}

/// Whether the provider stopped the model.
pub(crate) fn is_cut(finish: &Finish) -> bool {
    matches!(finish, Finish::Length | Finish::ContentFilter)
}

fn is_empty(reply: &Reply) -> bool {
    reply.tool_calls.is_empty() && reply.content.trim().is_empty()
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
