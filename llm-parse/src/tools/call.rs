//! The value that one call says.

use super::kept::Item;
use super::{Choice, Choices, unwrapped};
use crate::client::ToolCall;
use crate::fix::Fix;
use crate::path::Path;
use crate::read::{ParseError, Reader};
use crate::root::Wanted;
use crate::rules::{one_of, quote};
use crate::sent::Terms;
use crate::shape::{Shape, View};
use crate::violation::{Code, Violation};

pub(super) fn one(
    choices: &Choices,
    call: &ToolCall,
    (reader, terms): (&Reader, Terms<'_>),
    base: &Path,
) -> Item {
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

pub(super) fn under(fixes: Vec<Fix>, base: &Path) -> Vec<Fix> {
    fixes.into_iter().map(|fix| fix.under(base)).collect()
}

/// The items that one call says.
pub(super) fn read(call: &ToolCall, list: &Shape, reader: &Reader) -> Item {
    let view = View {
        shape: list,
        defs: &[],
    };
    let text = call.arguments.as_str();
    reader.parse_text(Wanted::Type(view), unwrapped(text).unwrap_or(text))
}
