//! The error: what is said of the candidate that came nearest to the value.

use super::Search;
use super::cut::{cut, facts};
use crate::align::{Findings, expected};
use crate::candidate::Found;
use crate::cut::Cut;
use crate::path::Path;
use crate::print::print;
use crate::read::ParseError;
use crate::rules::quote;
use crate::tree::{NodeId, Tree};
use crate::violation::{Code, Violation};

/// What was found of a candidate that is not the answer.
pub(super) struct Nearest {
    pub(super) findings: Findings,
    /// What was read of it.
    pub(super) partial: Option<String>,
    pub(super) cut: Option<Box<Cut>>,
}

impl Nearest {
    pub(super) fn of(findings: Findings) -> Nearest {
        Nearest {
            findings,
            partial: None,
            cut: None,
        }
    }
}

impl Search<'_, '_> {
    /// Keeps the findings about a value that cannot be the answer, where it came nearer than those before.
    pub(super) fn came_near(
        &mut self,
        violations: Vec<Violation>,
        found: &Found<'_>,
        root: NodeId,
    ) {
        let findings = Findings {
            violations,
            ..Findings::default()
        };
        if self.is_nearer(&findings) {
            let cut_off = |violation: &Violation| violation.code() == Code::CutOff;
            let cut = findings.violations.iter().any(cut_off);
            self.nearest = Some(Nearest {
                cut: cut.then(|| Box::new(facts(&found.tree, root))),
                partial: Some(print(&found.tree, root)),
                findings,
            });
        }
    }

    pub(super) fn is_nearer(&self, findings: &Findings) -> bool {
        let rank = |findings: &Findings| {
            let other_type = findings
                .violations
                .iter()
                .any(|v| v.path().is_root() && v.code() == Code::Type);
            let cut = findings
                .violations
                .iter()
                .any(|violation| violation.code() == Code::CutOff);
            (
                findings.matched,
                !other_type,
                cut,
                std::cmp::Reverse(findings.violations.len()),
            )
        };
        self.nearest
            .as_ref()
            .is_none_or(|nearest| rank(findings) > rank(&nearest.findings))
    }

    pub(super) fn error(&mut self, found: &Found<'_>) -> ParseError {
        if let Some(nearest) = self.nearest.take() {
            return ParseError {
                violations: nearest.findings.violations,
                fixes: nearest.findings.fixes,
                partial: nearest.partial,
                cut: nearest.cut,
            };
        }
        if let Some(fault) = found.faults.first() {
            let span = fault.start as usize..fault.end as usize;
            let violation =
                Violation::new(Path::default(), fault.code, &*fault.expected, &*fault.found);
            return ParseError::new(vec![violation.with_span(Some(span))]);
        }
        let source = found.tree.source;
        let span = Some(0..source.len());
        let wanted = expected(self.view, &[]);
        if self.reader.cut_off && !source.trim().is_empty() {
            let violation = Violation::new(
                Path::default(),
                Code::CutOff,
                wanted,
                "a reply that was cut off before it",
            );
            return ParseError::new(vec![violation.with_span(span)]);
        }
        let seen = if source.trim().is_empty() {
            "an empty reply".to_owned()
        } else {
            quote(source.trim())
        };
        let message = format!("expected JSON: {wanted}; found {seen}");
        let violation =
            Violation::new(Path::default(), Code::NoJson, wanted, seen).with_message(message);
        ParseError::new(vec![violation.with_span(span)])
    }
}

/// What is said of a value that the reply may have gone on with.
pub(super) fn cut_off(tree: &Tree<'_>, root: NodeId) -> ParseError {
    let mut error = ParseError::new(vec![cut(tree, root)]);
    error.partial = Some(print(tree, root));
    error.cut = Some(Box::new(facts(tree, root)));
    error
}
