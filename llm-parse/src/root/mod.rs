//! From a text to the one candidate that is the value: which part of the reply is the answer.
//!
//! # Design
//!
//! Candidates are tried in rank order; the first that aligns with the shape, decodes and passes its checks is the
//! value, unless one at a likelier place is of the type but broken or wrong. Where none does, the error tells of the one that came nearest.

mod asked;
mod bare;
mod boxed;
mod broken;
mod classes;
mod cut;
mod doubt;
mod echo;
mod forms;
mod gaps;
mod join;
mod loose;
mod nearest;
mod outer;
mod own;
mod parts;
mod phrases;
mod remark;
mod rival;
mod sentence;
mod speech;

use std::ops::Range;

use crate::RuntimeShape;
use crate::align::{Aligner, Findings, expected};
use crate::candidate::{self, Candidate, Found, Limits, Place};
use crate::cue::Cue;
use crate::disclaimer::words;
use crate::faults;
use crate::fix::{Fix, FixKind};
use crate::foreign;
use crate::path::Path;
use crate::print::print;
use crate::read::{Leniency, ParseError, Reader};
use crate::rules::quote;
use crate::shape::{Kind, View};
use crate::tree::{NONE, NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};
pub(crate) use classes::said_of_answers;
use cut::cut;
pub(crate) use forms::is_text;
use forms::{in_order, left_out, says_enough, stands_first, takes_any};
use nearest::Nearest;
use own::Own;

/// Decodes an aligned tree and runs the checks; whether the value is the answer.
pub(crate) type Finish<'f> = dyn FnMut(&Tree<'_>, NodeId, &mut Findings) -> bool + 'f;

/// What is read.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'s> {
    Type(View<'s>),
    Document(&'s RuntimeShape),
}

impl<'s> Wanted<'s> {
    /// The shape that tells the forms of a reply apart, and the document where there is one.
    fn form(self) -> (View<'s>, Option<&'s RuntimeShape>) {
        let document = match self {
            Wanted::Document(document) => document,
            Wanted::Type(view) if matches!(view.shape.kind, Kind::Opaque(_)) => {
                foreign::shape(view)
            }
            Wanted::Type(view) => return (view, None),
        };
        (document.view(), Some(document))
    }
}

/// Looks for the value in a text.
pub(crate) fn search(
    reader: &Reader,
    text: &str,
    wanted: Wanted<'_>,
    finish: &mut Finish<'_>,
) -> Result<Findings, ParseError> {
    if text.len() > reader.max_bytes.min(NONE as usize - 1) {
        let wanted = format!("a text of at most {} bytes", reader.max_bytes);
        let violation = Violation::new(
            Path::default(),
            Code::Size,
            wanted,
            format!("{} bytes", text.len()),
        );
        return Err(ParseError::new(vec![violation]));
    }
    let (view, document) = wanted.form();
    let facts = faults::facts(match wanted {
        Wanted::Type(view) => view,
        Wanted::Document(_) => view,
    });
    if let Some(fault) = &facts.fault {
        return Err(ParseError::new(vec![fault.clone()]));
    }
    let limits = Limits {
        leniency: reader.leniency,
        max_depth: reader.max_depth,
    };
    let mut found = candidate::find(text, &limits);
    let mut search = Search {
        reader,
        view,
        document,
        prune: matches!(wanted, Wanted::Document(_)),
        checks: facts.checks,
        nearest: None,
        bar: None,
        alike: false,
    };
    if is_text(view) && reader.leniency != Leniency::Strict {
        return search.whole_text(&mut found, finish);
    }
    let order = match reader.leniency {
        Leniency::Coerce if search.join(&mut found).is_some() => vec![0],
        _ => in_order(&found, view),
    };
    if let Some((findings, root)) = search.candidates(&mut found, &order, finish) {
        return search.accept(findings, &found, root);
    }
    if reader.leniency == Leniency::Coerce
        && let Some(findings) = search.bare(&mut found, finish)
    {
        return Ok(findings);
    }
    Err(search.error(&found))
}

struct Search<'r, 's> {
    reader: &'r Reader,
    view: View<'s>,
    /// What the value is held to besides.
    document: Option<&'s RuntimeShape>,
    prune: bool,
    checks: bool,
    /// What was found of the candidate that came nearest.
    nearest: Option<Nearest>,
    /// Where a value of the type stands that is broken or wrong.
    bar: Option<(bool, Place, Cue)>,
    /// Whether what was tried last is a value of the type, but for what is wrong in it.
    alike: bool,
}

impl Search<'_, '_> {
    /// Tries candidates in turn. A value that was cut off ends the search: what stands elsewhere is not the answer then.
    fn candidates(
        &mut self,
        found: &mut Found<'_>,
        order: &[usize],
        finish: &mut Finish<'_>,
    ) -> Option<(Findings, NodeId)> {
        let open = found
            .candidates
            .iter()
            .find(|candidate| candidate.open && candidate.cue != Cue::Beyond)
            .map(|open| open.root);
        let alone = !found.passed && found.candidates.iter().all(|other| other.aside);
        for &index in order {
            let candidate = found.candidates[index].clone();
            let root = candidate.root;
            // Where the answer is wrong, what stands at a less likely place is not the answer either.
            let standing = candidate.standing();
            if self.bar.is_some_and(|bar| standing > bar) {
                return None;
            }
            // What stands before a value that was cut off may be an example; only the first thing said is the answer.
            if let Some(open) = open
                && !candidate.open
                && !stands_first(found, &candidate)
            {
                self.came_near(vec![cut(&found.tree, open)], found, open);
                return None;
            }
            // What is hardly an answer is one only where nothing else may be it.
            let code = candidate.place == Place::OtherFence;
            if candidate.aside && (code || !alone)
                || code && takes_any(self.view) && (found.passed || found.candidates.len() > 1)
            {
                return None;
            }
            // What is said behind a question that the model put to itself answers no other.
            if candidate.cue == Cue::Beyond {
                continue;
            }
            if self.is_disclaimed(found, &candidate) {
                continue;
            }
            let violations = self.unread(found, &candidate);
            if !violations.is_empty() {
                self.came_near(violations, found, root);
            }
            if candidate.open || self.may_be_cut(found, &candidate) {
                return None;
            }
            if !candidate.faults.is_empty() {
                if takes_any(self.view) && !candidate.aside {
                    return None;
                }
                self.bar = self.bar.or(Some(standing));
                continue;
            }
            if let Some(echo) = echo::violation(self.view, found, root) {
                self.came_near(vec![echo], found, root);
                continue;
            }
            let tried = if echo::holds_values(self.view, found, root) {
                self.outer_key(found, &candidate, finish)
            } else {
                self.attempt(found, root, candidate.fixes.clone(), finish)
                    .or_else(|| self.outer_key(found, &candidate, finish))
            };
            let scalar = |fix: &Fix| fix.kind() == FixKind::TextFromScalar;
            if candidate.aside && tried.as_ref().is_some_and(|f| f.fixes.iter().any(scalar)) {
                return None;
            }
            if let Some(findings) = &tried
                && !says_enough(self.view, findings, &candidate)
                && found.candidates.len() > 1
            {
                let wanted = expected(self.view, &[]);
                let seen = "one of several values, without any of its keys";
                let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, seen);
                let span = candidate.span.start as usize..candidate.span.end as usize;
                self.came_near(vec![violation.with_span(Some(span))], found, root);
                continue;
            }
            if let Some(mut findings) = tried {
                let doubt = self.doubt(found, &candidate);
                if let Some(doubt) = doubt.or_else(|| self.remark(found, &findings, &candidate)) {
                    self.came_near(vec![doubt], found, root);
                    return None;
                }
                findings.fixes.splice(0..0, left_out(found, &candidate));
                if findings.refuse(self.reader.refused) {
                    return Some((findings, root));
                }
                self.came_near(findings.violations, found, root);
            }
            let alike = std::mem::take(&mut self.alike);
            if alike && takes_any(self.view) && !candidate.aside {
                return None;
            }
            if alike {
                self.bar = self.bar.or(Some(standing));
            }
        }
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
    fn attempt(
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
