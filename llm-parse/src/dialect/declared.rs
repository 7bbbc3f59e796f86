//! The dialects that a type says it can be sent in.

use super::lowered::NOT_STRICT;
use super::{Demand, Note, Rules, lower, named};
use crate::shape::View;
use crate::violation::{Code, Violation};

/// Why no model can be held to the shape in the dialect of these rules.
pub(crate) fn gaps(rules: &Rules, shape: View<'_>) -> Vec<Note> {
    match lower(rules, shape, Demand::default()) {
        Ok(lowered) if rules.enforced && !lowered.strict => lowered.notes,
        Ok(_) => Vec::new(),
        Err(error) => vec![error.note().clone()],
    }
}

/// The first of the shape's dialects that it cannot be sent in. What a constant can foresee of it has stopped the build.
pub(crate) fn undeliverable(shape: View<'_>) -> Option<Violation> {
    shape.shape.dialects.iter().find_map(|name| {
        let gap = gaps(named(name)?, shape).into_iter().next()?;
        let what = gap.what.trim_start_matches(NOT_STRICT);
        let message = format!("`{}` cannot be sent to `{name}`: {what}", shape.shape.name);
        let violation = Violation::new(gap.path, Code::TypeFault, "", "");
        Some(violation.with_message(message))
    })
}
