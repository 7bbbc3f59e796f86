//! A value that was asked for as `{"value": ..}`.
//!
//! # Design
//!
//! Any reply is a text. So where one text is asked for, what looks like the object round it is read as that object or
//! refused: it is never the text itself.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::path::{Path, Segment};
use crate::read::{ParseError, Parsed, Reader};
use crate::root::Wanted;
use crate::runtime::RuntimeShape;
use crate::shape::{Kind, View};
use crate::violation::{Code, Violation};

/// The value of `{"value": ..}`.
pub(crate) fn unwrapped(text: &str) -> Option<&str> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapped<'t> {
        #[serde(borrow)]
        value: &'t RawValue,
    }

    // A list would be read as the values of the keys.
    let object = Some(text).filter(|text| text.trim_start().starts_with('{'))?;
    let wrapped: Wrapped<'_> = serde_json::from_str(object).ok()?;
    Some(wrapped.value.get())
}

/// Whether a text begins as an object with the key `value`.
pub(crate) fn begins_wrapped(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('{');
    inner.is_some_and(|inner| inner.trim_start().starts_with("\"value\""))
}

/// The text inside of what looks like JSON, as JSON; `None` where the reply is to be read as it stands.
pub(crate) fn text_inside<'t>(
    view: View<'_>,
    text: &'t str,
    reader: &Reader,
) -> Option<Result<Parsed<Cow<'t, str>>, ParseError>> {
    let nullable = nullable(view)?;
    let body = text.trim();
    if is_own(body, nullable) || !is_json(body) {
        return None;
    }
    if let Some(value) = unwrapped(body).filter(|value| is_own(value, nullable)) {
        return Some(Ok(Parsed::clean(Cow::Borrowed(value))));
    }
    Some(read(text, nullable, reader).map(|read| read.map(Cow::Owned)))
}

/// Reads the object that was asked for, with what can be mended in it, and takes the text out of it.
fn read(text: &str, nullable: bool, reader: &Reader) -> Result<Parsed<String>, ParseError> {
    let shape = if nullable {
        serde_json::json!(["string", "null"])
    } else {
        serde_json::json!("string")
    };
    let shape = serde_json::json!({
        "type": "object",
        "properties": { "value": { "type": shape } },
        "required": ["value"]
    });
    let refused = || {
        let wanted = "an object `{\"value\": ..}`";
        let violation = Violation::new(Path::default(), Code::Type, wanted, "other JSON");
        ParseError::new(vec![violation])
    };
    if !text.contains('{') {
        return Err(refused());
    }
    let object = RuntimeShape::from_json_schema(&shape).map_err(|_| refused())?;
    let read = reader.parse_text(Wanted::Document(&object), text);
    let read = read.map_err(inside)?;
    let value = unwrapped(&read.value).ok_or_else(refused)?.to_owned();
    let fixes = read.fixes.into_iter().map(|fix| {
        let path = inner(fix.path());
        fix.moved(path)
    });
    Ok(Parsed {
        fixes: fixes.collect(),
        ..Parsed::clean(value)
    })
}

/// Whether the type is one text, and whether it may be missing.
fn nullable(view: View<'_>) -> Option<bool> {
    match &view.shape.kind {
        Kind::String(form) => form.noun.is_empty().then_some(false),
        Kind::Newtype(newtype) => nullable(view.at(newtype.field.shape)),
        Kind::Option(inner) => nullable(view.at(*inner)).map(|_| true),
        _ => None,
    }
}

/// Whether it is the value itself, without an object round it.
fn is_own(body: &str, nullable: bool) -> bool {
    nullable && body == "null" || serde_json::from_str::<String>(body).is_ok()
}

/// Whether a text is JSON, begins as JSON, or holds the object that was asked for.
fn is_json(body: &str) -> bool {
    let wraps = |at: usize| body[at + 1..].trim_start().starts_with("\"value\"");
    let fenced = || {
        let inner = body.strip_prefix("```")?;
        let inner = inner.trim_start_matches(|c: char| c.is_alphanumeric());
        Some(inner.trim_start().starts_with('{'))
    };
    body.starts_with('{')
        || fenced().unwrap_or(false)
        || body.match_indices('{').any(|(at, _)| wraps(at))
        || body == "null"
        || body.starts_with('[') && serde_json::from_str::<IgnoredAny>(body).is_ok()
}

/// What is wrong with the object, as what is wrong with its text.
fn inside(error: ParseError) -> ParseError {
    let violations = error.violations.into_iter().map(|violation| {
        let path = inner(violation.path());
        violation.at(path)
    });
    ParseError {
        partial: None,
        cut: None,
        ..ParseError::new(violations.collect())
    }
}

/// The place in the value.
fn inner(path: &Path) -> Path {
    let value = Path::from(vec![Segment::Key("value".into())]);
    value.rest_of(path).unwrap_or_default()
}
