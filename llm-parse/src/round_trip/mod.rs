//! Whether a value is the same when it is written as JSON and read back, as it is where it is changed by a patch.
//!
//! # Design
//!
//! What serde reads replaces the value, so what does not come back is lost. Three things are looked at. The derive macro
//! knows the fields that serde's own derives do not write. The value is compared with the one that is read back by all that
//! `Serialize` tells of both, which is more than JSON holds: the kinds of `null`, and floats that are no numbers. And a
//! declared field that is always written must be there, which tells where `Serialize` is written by hand.
//!
//! What neither JSON nor `Serialize` tells of a value cannot be seen: digits that a `serialize_with` rounds away.

mod absent;
mod look;
mod seen;

use serde::Serialize;
use serde_json::Value;

use crate::LlmExtract;
use crate::attempt::Outcome;
use crate::decode::decode;
use crate::faults;
use crate::path::Path;
use crate::read::{Leniency, Reader};
use crate::root::Wanted;
use crate::shape::View;
use crate::tree::Cursor;
use crate::violation::Violation;
use look::look;

/// The value as JSON; an error says what would be lost on the way, unless that is allowed.
pub(crate) fn written<T: LlmExtract + Serialize>(
    value: &T,
    reader: &Reader,
    resets: bool,
) -> Result<String, String> {
    let text = serde_json::to_string(value)
        .map_err(|error| format!("the current value cannot be written as JSON: {error}"))?;
    let view = View::of(T::SHAPE);
    if let (Some(field), false) = (&faults::facts(view).lost, resets) {
        return Err(format!(
            "an update would reset {field}, which serde does not write: let serde write it, or keep it outside of the type; \
             `allow_resets` lets an update reset it"
        ));
    }
    let back: T = read_back(&text, reader)
        .map_err(|fault| format!("the current value cannot be read back from its JSON: {fault}"))?;
    match (!resets).then(|| loss(value, &back, view)).flatten() {
        Some(loss) => Err(format!(
            "{loss}: make serde read what it writes; `allow_resets` lets an update change it"
        )),
        None => Ok(text),
    }
}

/// A value that is known only at run time as JSON; an error says what is wrong with it, or would be left out of it.
pub(crate) fn written_value(
    value: &Value,
    wanted: Wanted<'_>,
    reader: &Reader,
    resets: bool,
) -> Result<String, String> {
    let text = value.to_string();
    let reader = reader.clone().leniency(Leniency::Strict).cut_off(false);
    let back = reader
        .parse_value_kept(wanted, &text)
        .map_err(|error| format!("the current value is not valid under its schema: {error}"))?;
    match back
        .fixes
        .first()
        .filter(|_| !resets && back.value != *value)
    {
        Some(fix) => Err(format!(
            "an update would change the current value: {fix}; `allow_resets` lets it"
        )),
        None => Ok(text),
    }
}

/// The value in a text that serde wrote; what rules and checks say of it is no matter here.
fn read_back<T: LlmExtract>(text: &str, reader: &Reader) -> Result<T, String> {
    let reader = reader.clone().leniency(Leniency::Strict).cut_off(false);
    let mut refused = None;
    let wanted = Wanted::Type(View::of(T::SHAPE));
    let read = reader.read_as(text, wanted, |tree, node, _| {
        let decoded = decode::<T>(Cursor { tree, node });
        decoded
            .map_err(|error| refused = Some(error.to_string()))
            .ok()
    });
    let error = match (read, refused) {
        (Ok(read), _) => return Ok(read.value),
        (Err(_), Some(refused)) => return Err(refused),
        (Err(error), None) => error,
    };
    let of_rules =
        |violation: &&Violation| Outcome::of(std::slice::from_ref(violation)) == Outcome::Rule;
    match error
        .violations
        .iter()
        .find(|violation| !of_rules(violation))
    {
        Some(violation) => Err(violation.to_string()),
        None => serde_json::from_str(text).map_err(|error| error.to_string()),
    }
}

/// What is lost between a value and the one that is read back.
fn loss<T: Serialize>(value: &T, back: &T, view: View<'_>) -> Option<String> {
    let (was, is) = (look(value)?, look(back)?);
    if let Some((path, was, is)) = seen::difference(&was, &is, view) {
        let place = place(&path);
        return Some(format!(
            "{place} is {was}, and {is} once it is written as JSON and read back"
        ));
    }
    let path = absent::absent(view, &was)?;
    Some(format!("{} is not written as JSON", place(&path)))
}

fn place(path: &Path) -> String {
    if path.is_root() {
        "the current value".to_owned()
    } else {
        format!("`{path}` of the current value")
    }
}
