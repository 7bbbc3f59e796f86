//! From a text to the one candidate that is the value: which part of the reply is the answer.
//!
//! # Design
//!
//! Candidates are tried in rank order; the first that aligns with the shape, decodes and passes its checks is the
//! value, unless one at a likelier place is of the type but broken or wrong. Where none does, the error tells of the one that came nearest.

mod cut;
mod echo;
mod forms;
mod sentence;

use std::ops::Range;

use crate::RuntimeShape;
use crate::align::{Aligner, Findings, expected, fold, is_word_for_nothing};
use crate::candidate::{self, Candidate, Found, Limits, Place, RawFault};
use crate::cue::Cue;
use crate::cut::Cut;
use crate::faults;
use crate::fix::{Fix, FixKind};
use crate::foreign;
use crate::path::Path;
use crate::print::print;
use crate::read::{Leniency, ParseError, Reader};
use crate::rules::quote;
use crate::shape::{Kind, View};
use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};
use cut::{cut, ends_as_list, facts, is_bare_scalar, is_swallowed, unended};
use forms::{
    in_order, is_scalar, is_text, left_out, rival, several, stands_first, takes_entries,
    takes_nothing, takes_several,
};
use sentence::{Named, named};

/// Keys under which models put a value that was to stand alone.
const OUTER_KEYS: [&str; 14] = [
    "results",
    "arguments",
    "parameters",
    "result",
    "answer",
    "data",
    "value",
    "output",
    "response",
    "json",
    "items",
    "object",
    "final",
    "properties",
];

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
    if let Some(fault) = facts.fault {
        return Err(ParseError::new(vec![fault]));
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
        Leniency::Coerce if several(&mut found, view) => vec![0],
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

/// What was found of a candidate that is not the answer.
struct Nearest {
    findings: Findings,
    /// What was read of it.
    partial: Option<String>,
    cut: Option<Box<Cut>>,
}

impl Nearest {
    fn of(findings: Findings) -> Nearest {
        Nearest {
            findings,
            partial: None,
            cut: None,
        }
    }
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
            .find(|candidate| candidate.open)
            .map(|open| open.root);
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
            let violations = self.unread(found, &candidate);
            if !violations.is_empty() {
                self.came_near(violations, found, root);
            }
            if candidate.open || self.may_be_cut(found, &candidate) {
                return None;
            }
            if !candidate.faults.is_empty() {
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
            if let Some(mut findings) = tried {
                if let Some(other) = rival(found, &candidate, self.view) {
                    let span = other.start as usize..other.end as usize;
                    let wanted = format!("{} and no second one", expected(self.view, &[]));
                    let violation =
                        Violation::new(Path::default(), Code::Ambiguous, wanted, "another list");
                    self.came_near(vec![violation.with_span(Some(span))], found, root);
                    return None;
                }
                findings.fixes.splice(0..0, left_out(found, &candidate));
                if findings.refuse(self.reader.refused) {
                    return Some((findings, root));
                }
                self.came_near(findings.violations, found, root);
            }
            if std::mem::take(&mut self.alike) {
                self.bar = self.bar.or(Some(standing));
            }
        }
        None
    }

    /// What of a candidate could not be read.
    fn unread(&self, found: &Found<'_>, candidate: &Candidate) -> Vec<Violation> {
        let (tree, root) = (&found.tree, candidate.root);
        let broken = candidate.open && !self.reader.cut_off && is_swallowed(found, candidate);
        let cut_off = (candidate.open && !broken) || self.may_be_cut(found, candidate);
        let faults = &found.faults[candidate.faults.clone()];
        let parents = (!faults.is_empty()).then(|| tree.parents(root));
        // What is broken near a cut is broken by it; only the depth is a fault of its own.
        let faults = faults
            .iter()
            .filter(|fault| !cut_off || fault.code == Code::Depth);
        let mut violations: Vec<Violation> = faults
            .zip(parents.iter().cycle())
            .map(|(fault, parents)| violation(fault, tree.path_of(fault.node, parents)))
            .collect();
        violations.extend(cut_off.then(|| cut(tree, root)));
        violations.extend((broken && violations.is_empty()).then(|| unended(tree, root)));
        violations
    }

    /// Whether a broken value may be broken because the reply was cut off.
    fn may_be_cut(&self, found: &Found<'_>, candidate: &Candidate) -> bool {
        let to_the_end = || found.tree.source.trim_end().len() <= candidate.span.end as usize;
        self.reader.cut_off && !candidate.faults.is_empty() && to_the_end()
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

    /// Tries the value that stands under a key of its own: the type's name, or a usual one.
    fn outer_key(
        &mut self,
        found: &mut Found<'_>,
        candidate: &Candidate,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let root = candidate.root;
        if self.reader.leniency != Leniency::Coerce || found.tree.kind(root) != NodeKind::Object {
            return None;
        }
        let (key, value) = self.outer_entry(&found.tree, root)?;
        let beside: Vec<Fix> = found
            .tree
            .entries(root)
            .filter(|(other, _)| *other != key)
            .map(|(other, value)| {
                let span = found.tree.span(other).start..found.tree.span(value).end;
                let detail = format!(
                    "ignored the key {} beside it",
                    quote(found.tree.text(other))
                );
                Fix::new(Path::default(), FixKind::UnknownKey, span, detail)
            })
            .collect();
        if is_scalar(self.view) && self.fits_beside(found, root, key) {
            return None;
        }
        let (key, span) = (found.tree.text(key).to_owned(), found.tree.span(key));
        let mut findings = self.attempt(found, value, candidate.fixes.clone(), finish)?;
        findings.fixes.splice(0..0, beside);
        let detail = format!("took the value out of the key {}", quote(&key));
        findings.fixes.insert(
            0,
            Fix::new(Path::default(), FixKind::OuterKey, span, detail),
        );
        Some(findings)
    }

    /// The entry of an object that may hold the value: the only one, or the only one of a telling name among others that
    /// the type does not declare.
    fn outer_entry(&self, tree: &Tree<'_>, root: NodeId) -> Option<(NodeId, NodeId)> {
        let name = fold(&self.view.shape.name);
        let telling = |key: &str| OUTER_KEYS.contains(&key) || fold(key) == name;
        if let Some(values) = tree
            .entries(root)
            .find(|(key, _)| tree.text(*key) == "properties")
        {
            return Some(values);
        }
        if tree.len(root) == 1 {
            return tree.entries(root).find(|(key, value)| {
                let list = takes_several(self.view) && tree.kind(*value) == NodeKind::List;
                let object = matches!(self.view.shape.kind, Kind::Struct(_))
                    && tree.kind(*value) == NodeKind::Object;
                list || object || telling(tree.text(*key))
            });
        }
        let declared = |key: NodeId| echo::declares(self.view, tree.text(key));
        if takes_entries(self.view) && tree.entries(root).any(|(key, _)| declared(key)) {
            return None;
        }
        let mut named = tree
            .entries(root)
            .filter(|(key, _)| telling(tree.text(*key)));
        named.next().filter(|_| named.next().is_none())
    }

    /// Whether another entry of an object would be a value too.
    fn fits_beside(&self, found: &mut Found<'_>, root: NodeId, key: NodeId) -> bool {
        let entries: Vec<_> = found.tree.entries(root).collect();
        entries.into_iter().any(|(other, value)| {
            let mut aligner = Aligner::new(found, self.reader.leniency, self.reader.max_depth);
            let fits = other != key && aligner.value(value, self.view, &[]);
            aligner.undo().violations.is_empty() && fits
        })
    }

    /// The whole text as a string, or the string that it is in JSON.
    fn whole_text(
        &mut self,
        found: &mut Found<'_>,
        finish: &mut Finish<'_>,
    ) -> Result<Findings, ParseError> {
        let whole = found.candidates.first().filter(|candidate| {
            candidate.fixes.is_empty()
                && !candidate.open
                && found.tree.kind(candidate.root) == NodeKind::String
                && found.tree.source.trim().len() == found.tree.span(candidate.root).len()
        });
        let whole = whole.map(|candidate| candidate.root);
        let source = found.tree.source;
        let draft = Some(0..found.answer.start)
            .filter(|draft| whole.is_none() && !source[draft.clone()].trim().is_empty());
        let text = match draft {
            Some(_) => found.answer.clone(),
            None => 0..source.len(),
        };
        let root = whole.unwrap_or_else(|| push_text(found, text.start, text.end));
        if self.reader.cut_off {
            return Err(cut_off(&found.tree, root));
        }
        let Some(mut findings) = self.attempt(found, root, 0..0, finish) else {
            return Err(self.error(found));
        };
        let left_out = draft.map(|span| {
            Fix::new(
                Path::default(),
                FixKind::Extracted,
                span,
                "left out a draft",
            )
        });
        findings.fixes.extend(left_out);
        Ok(findings)
    }

    /// A text without JSON: a word, a number, a sentence that names one, or a word for nothing.
    fn bare(&mut self, found: &mut Found<'_>, finish: &mut Finish<'_>) -> Option<Findings> {
        const LONGEST: usize = 200;
        let answer = found.answer.clone();
        let source = found.tree.source;
        let whole = source[answer].trim();
        let text = whole
            .trim_start_matches(['`', '*', '"', '\''])
            .trim_end_matches(['`', '*', '"', '\'', '.', '!'])
            .trim();
        if text.is_empty() || self.reader.cut_off {
            return None;
        }
        let place = |text: &str| {
            let start = text.as_ptr() as usize - source.as_ptr() as usize;
            start..start + text.len()
        };
        let span = place(text);
        if takes_nothing(self.view) && is_word_for_nothing(text) {
            return self.said(found, NodeKind::Null, span, finish);
        }
        if !is_scalar(self.view) {
            return None;
        }
        // What is wrong with a value that stands in the text says more than that the text is no word.
        let nearest = self.nearest.take();
        let mut words = vec![whole, text];
        words.dedup();
        words.retain(|word| word.len() <= LONGEST);
        let word = words
            .into_iter()
            .find_map(|word| self.said(found, NodeKind::String, place(word), finish));
        let tried = match word {
            None if found.candidates.is_empty() => self.sentence(found, span, finish),
            tried => tried,
        };
        self.nearest = nearest.or(self.nearest.take());
        tried
    }

    /// The one value that a sentence names.
    fn sentence(
        &mut self,
        found: &mut Found<'_>,
        sentence: Range<usize>,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let named = named(self.view, &found.tree.source[sentence.clone()]);
        let place =
            |named: &Named| sentence.start + named.span.start..sentence.start + named.span.end;
        match &named[..] {
            [] => None,
            [one] if !one.denied => self.said(found, NodeKind::String, place(one), finish),
            _ => {
                let all: Vec<String> = named.iter().map(|one| quote(&one.name)).collect();
                let wanted = format!("{} and nothing else", expected(self.view, &[]));
                let verb = match &named[..] {
                    [_] => "denies or doubts",
                    _ => "names",
                };
                let seen = format!("a sentence that {verb} {}", all.join(", "));
                let violation = Violation::new(Path::default(), Code::Ambiguous, wanted, seen);
                let violations = vec![violation.with_span(Some(sentence))];
                self.nearest = Some(Nearest::of(Findings {
                    violations,
                    ..Findings::default()
                }));
                None
            }
        }
    }

    /// Tries a part of the text that is no JSON as the value.
    fn said(
        &mut self,
        found: &mut Found<'_>,
        kind: NodeKind,
        span: Range<usize>,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let root = push_text(found, span.start, span.end);
        found.tree.node_mut(root).kind = kind;
        let mut findings = self.attempt(found, root, 0..0, finish)?;
        let (kind, detail) = match kind {
            NodeKind::Null => (FixKind::NullFromText, "read a word for nothing as null"),
            _ => (FixKind::Extracted, "read the text as the value"),
        };
        let fix = Fix::new(Path::default(), kind, span, detail.to_owned());
        findings.fixes.insert(0, fix);
        if !findings.refuse(self.reader.refused) {
            self.nearest.get_or_insert_with(|| Nearest::of(findings));
            return None;
        }
        Some(findings)
    }

    /// Accepts a value, unless the reply was cut off and may have gone on with it.
    fn accept(
        &self,
        mut findings: Findings,
        found: &Found<'_>,
        root: NodeId,
    ) -> Result<Findings, ParseError> {
        if !self.reader.cut_off {
            return Ok(findings);
        }
        if takes_several(self.view) && !ends_as_list(&found.tree, root)
            || is_bare_scalar(&found.tree, root)
        {
            return Err(cut_off(&found.tree, root));
        }
        let end = found.tree.span(root).end;
        let rest = &found.tree.source[end..];
        if !rest.trim().is_empty() {
            let span = end..found.tree.source.len();
            let detail = "the reply was cut off after the value was complete";
            findings
                .fixes
                .push(Fix::new(Path::default(), FixKind::RanOn, span, detail));
        }
        Ok(findings)
    }

    /// Keeps the findings about a value that cannot be the answer, where it came nearer than those before.
    fn came_near(&mut self, violations: Vec<Violation>, found: &Found<'_>, root: NodeId) {
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

    fn is_nearer(&self, findings: &Findings) -> bool {
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

    fn error(&mut self, found: &Found<'_>) -> ParseError {
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
fn cut_off(tree: &Tree<'_>, root: NodeId) -> ParseError {
    let mut error = ParseError::new(vec![cut(tree, root)]);
    error.partial = Some(print(tree, root));
    error.cut = Some(Box::new(facts(tree, root)));
    error
}

/// A string node of a part of the source.
fn push_text(found: &mut Found<'_>, start: usize, end: usize) -> NodeId {
    let (start, end) = (
        u32::try_from(start).unwrap_or(NONE),
        u32::try_from(end).unwrap_or(NONE),
    );
    let node = Node {
        kind: NodeKind::String,
        side: false,
        open: false,
        start,
        end,
        a: start,
        b: end,
        next: NONE,
    };
    found.tree.push(node)
}

fn violation(fault: &RawFault, path: Path) -> Violation {
    Violation::new(path, fault.code, &*fault.expected, &*fault.found)
        .with_span(Some(fault.start as usize..fault.end as usize))
}
