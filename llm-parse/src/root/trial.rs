//! Candidates in turn: which of them is the value.

use std::ops::Range;

use super::Finish;
use super::Search;
use super::cut::cut;
use super::echo;
use super::forms::{left_out, says_enough, stands_first, takes_any};
use super::nearest::Nearest;
use super::own::Own;
use crate::align::{Aligner, Findings, expected};
use crate::candidate::{Candidate, Found, Place};
use crate::cue::Cue;
use crate::disclaimer::words;
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::print::print;
use crate::rules::quote;
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

/// What comes of looking at a candidate.
enum Next {
    /// It is the value.
    Taken(Findings),
    /// Another one may be.
    Other,
    /// None is.
    Nothing,
}

/// What all candidates say of each of them.
struct Company {
    /// A value that was cut off.
    open: Option<NodeId>,
    /// Whether none is more than what is hardly an answer, and no value was passed over.
    alone: bool,
}

impl Search<'_, '_> {
    /// Tries candidates in turn. A value that was cut off ends the search: what stands elsewhere is not the answer then.
    pub(super) fn candidates(
        &mut self,
        found: &mut Found<'_>,
        order: &[usize],
        finish: &mut Finish<'_>,
    ) -> Option<(Findings, NodeId)> {
        let is_cut = |candidate: &&Candidate| candidate.open && candidate.cue != Cue::Beyond;
        let company = Company {
            open: found.candidates.iter().find(is_cut).map(|open| open.root),
            alone: !found.passed && found.candidates.iter().all(|other| other.aside),
        };
        for &index in order {
            let candidate = found.candidates[index].clone();
            let next = self
                .excluded(found, &candidate, &company)
                .unwrap_or_else(|| self.tried(found, &candidate, finish));
            match next {
                Next::Taken(findings) => return Some((findings, candidate.root)),
                Next::Nothing => return None,
                Next::Other => {}
            }
        }
        None
    }

    /// What comes of a candidate that is not tried: for where it stands, what is said of it, or how it was read.
    fn excluded(
        &mut self,
        found: &Found<'_>,
        candidate: &Candidate,
        company: &Company,
    ) -> Option<Next> {
        // Where the answer is wrong, what stands at a less likely place is not the answer either.
        let standing = candidate.standing();
        if self.bar.is_some_and(|bar| standing > bar) {
            return Some(Next::Nothing);
        }
        // What stands before a value that was cut off may be an example; only the first thing said is the answer.
        if let Some(open) = company.open
            && !candidate.open
            && !stands_first(found, candidate)
        {
            self.came_near(vec![cut(&found.tree, open)], found, open);
            return Some(Next::Nothing);
        }
        // What is hardly an answer is one only where nothing else may be it.
        let code = candidate.place == Place::OtherFence;
        if candidate.aside && (code || !company.alone)
            || code && takes_any(self.view) && (found.passed || found.candidates.len() > 1)
        {
            return Some(Next::Nothing);
        }
        // What is said behind a question that the model put to itself answers no other.
        if candidate.cue == Cue::Beyond || self.is_disclaimed(found, candidate) {
            return Some(Next::Other);
        }
        let violations = self.unread(found, candidate);
        if !violations.is_empty() {
            self.came_near(violations, found, candidate.root);
        }
        if candidate.open || self.may_be_cut(found, candidate) {
            return Some(Next::Nothing);
        }
        if candidate.faults.is_empty() {
            return None;
        }
        if takes_any(self.view) && !candidate.aside {
            return Some(Next::Nothing);
        }
        self.bar = self.bar.or(Some(standing));
        Some(Next::Other)
    }

    /// What comes of trying a candidate as the value, or what it holds under a key of its own.
    fn tried(
        &mut self,
        found: &mut Found<'_>,
        candidate: &Candidate,
        finish: &mut Finish<'_>,
    ) -> Next {
        let root = candidate.root;
        if let Some(echo) = echo::violation(self.view, found, root) {
            self.came_near(vec![echo], found, root);
            return Next::Other;
        }
        let value = if echo::holds_values(self.view, found, root) {
            None
        } else {
            self.attempt(found, root, candidate.fixes.clone(), finish)
        };
        let value = value.or_else(|| self.outer_key(found, candidate, finish));
        if let Some(findings) = value
            && let Some(next) = self.judged(found, candidate, findings)
        {
            return next;
        }
        if std::mem::take(&mut self.alike) {
            if takes_any(self.view) && !candidate.aside {
                return Next::Nothing;
            }
            self.bar = self.bar.or(Some(candidate.standing()));
        }
        Next::Other
    }

    /// What comes of a value of the type; `None` where the user refuses its fixes.
    fn judged(
        &mut self,
        found: &mut Found<'_>,
        candidate: &Candidate,
        mut findings: Findings,
    ) -> Option<Next> {
        let root = candidate.root;
        let scalar = |fix: &Fix| fix.kind() == FixKind::TextFromScalar;
        if candidate.aside && findings.fixes.iter().any(scalar) {
            return Some(Next::Nothing);
        }
        if !says_enough(self.view, &findings, candidate) && found.candidates.len() > 1 {
            let wanted = expected(self.view, &[]);
            let seen = "one of several values, without any of its keys";
            let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, seen);
            let span = candidate.span.start as usize..candidate.span.end as usize;
            self.came_near(vec![violation.with_span(Some(span))], found, root);
            return Some(Next::Other);
        }
        let doubt = self.doubt(found, candidate);
        if let Some(doubt) = doubt.or_else(|| self.remark(found, &findings, candidate)) {
            self.came_near(vec![doubt], found, root);
            return Some(Next::Nothing);
        }
        findings.fixes.splice(0..0, left_out(found, candidate));
        if findings.refuse(self.reader.refused) {
            return Some(Next::Taken(findings));
        }
        self.came_near(findings.violations, found, root);
        None
    }

    /// Whether the text says that a value is not the answer.
    fn is_disclaimed(&mut self, found: &Found<'_>, candidate: &Candidate) -> bool {
        let value = candidate.span.start as usize..candidate.span.end as usize;
        let own = Own::new(self.view, &found.tree.source[value.clone()]);
        let Some(words) = found.disclaimer(candidate, &own) else {
            return false;
        };
        let empty = found.tree.kind(candidate.root) == NodeKind::List
            && found.tree.len(candidate.root) == 0;
        if empty && says_none(words) && !found.is_denied(candidate) {
            return false;
        }
        if let Some(echo) = echo::violation(self.view, found, candidate.root) {
            self.came_near(vec![echo], found, candidate.root);
            return true;
        }
        let wanted = expected(self.view, &[]);
        let message = format!(
            "{} beside the value says that it is not the answer; give the answer alone: {wanted}",
            quote(words)
        );
        let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, quote(words));
        let violation = violation.with_message(message).with_span(Some(value));
        self.came_near(vec![violation], found, candidate.root);
        true
    }

    /// Tries one value of the text as the answer.
    pub(super) fn attempt(
        &mut self,
        found: &mut Found<'_>,
        root: NodeId,
        fixes: Range<usize>,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let mut aligner = Aligner::new(found, self.reader.leniency, self.reader.max_depth);
        aligner.findings.checks = self.checks;
        aligner.adopt(root, fixes);
        aligner.prune = self.prune;
        let (view, document) = (self.view, self.document);
        let sound = match document {
            Some(document) => aligner.document(root, document),
            None => aligner.value(root, view, &[]),
        };
        let sound = sound && aligner.findings.violations.is_empty();
        let sound = sound && aligner.findings.refuse(self.reader.refused);
        if sound && finish(&aligner.found.tree, root, &mut aligner.findings) {
            return Some(aligner.findings);
        }
        self.alike |= aligner.findings.is_of_type(view);
        let partial = self
            .is_nearer(&aligner.findings)
            .then(|| print(&aligner.found.tree, root));
        let findings = aligner.undo();
        if partial.is_some() {
            self.nearest = Some(Nearest {
                partial,
                ..Nearest::of(findings)
            });
        }
        None
    }
}

/// Whether a sentence says of what is listed that there is none: `There were no visits`.
fn says_none(sentence: &str) -> bool {
    const FEW: usize = 3;
    let said = words(sentence);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    matches!(&said[..], ["there", "is" | "are" | "was" | "were", "no", what @ ..] if (1..=FEW).contains(&what.len()))
}
