//! What aligning one candidate found.

use crate::fix::{Fix, FixKinds};
use crate::shape::{Kind, View};
use crate::violation::{Code, Violation};

/// What aligning one candidate found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) violations: Vec<Violation>,
    /// What soft rules found.
    pub(crate) warnings: Vec<Violation>,
    pub(crate) fixes: Vec<Fix>,
    /// Whether a default stands in for something absent, so that rules have to be held on the finished value too.
    pub(crate) defaults: bool,
    /// Whether the type has checks, which are run on the finished value.
    pub(crate) checks: bool,
    /// How many declared keys of the root were there: how much the candidate looks like the type.
    pub(crate) matched: usize,
}

impl Findings {
    /// Whether the value is one of the type, if a wrong one: a struct with keys of its own, or what else is no mismatch.
    pub(crate) fn is_of_type(&self, view: View<'_>) -> bool {
        let other = |violation: &Violation| {
            violation.path().is_root() && matches!(violation.code(), Code::Type | Code::OneOf)
        };
        let known = !matches!(view.shape.kind, Kind::Struct(_)) || self.matched > 0;
        known && !self.violations.iter().any(other)
    }

    /// Makes violations of the fixes that the user refuses; whether there is none.
    pub(crate) fn refuse(&mut self, kinds: FixKinds) -> bool {
        let refused = self.fixes.iter().filter(|fix| kinds.has(fix.kind()));
        let violations: Vec<Violation> = refused
            .map(|fix| {
                let message = format!("a fix that is not allowed: {}", fix.detail());
                Violation::new(
                    fix.path().clone(),
                    Code::FixRefused,
                    "a value that needs no such fix",
                    "",
                )
                .with_message(message)
                .with_span(Some(fix.span()))
            })
            .collect();
        self.violations.extend(violations);
        self.violations.is_empty()
    }
}
