//! From a text to the one candidate that is the value: which part of the reply is the answer.
//!
//! # Design
//!
//! Candidates are tried in rank order; the first that aligns with the shape, decodes and passes its checks is the
//! value. Where none does, the error tells of the one that came nearest.

use serde_json::Value;

use crate::align::{Aligner, Findings, expected, fold};
use crate::candidate::{self, Candidate, Found, Limits, RawFault};
use crate::faults;
use crate::fix::{Fix, FixKind};
use crate::inner::to_value;
use crate::path::{Path, Segment};
use crate::read::{Leniency, ParseError, Reader};
use crate::rules::quote;
use crate::shape::{Content, Kind, View};
use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};

/// Keys under which models put a value that was to stand alone.
const OUTER_KEYS: [&str; 11] = [
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

/// Looks for the value in a text.
pub(crate) fn search(
    reader: &Reader,
    text: &str,
    view: View<'_>,
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
    let facts = faults::facts(view);
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
        checks: facts.checks,
        nearest: None,
    };
    if is_text(view) && reader.leniency != Leniency::Strict {
        return search.whole_text(&mut found, finish);
    }
    if let Some(list) = several(&mut found, view, reader.leniency)
        && let Some(findings) = search.attempt(&mut found, list, finish)
    {
        return search.accept(findings, &found, list);
    }
    for index in 0..found.candidates.len() {
        if let Some(findings) = search.candidate(&mut found, index, finish) {
            let root = found.candidates[index].root;
            return search.accept(findings, &found, root);
        }
    }
    if reader.leniency == Leniency::Coerce
        && is_scalar(view)
        && let Some(findings) = search.bare(&mut found, finish)
    {
        return Ok(findings);
    }
    Err(search.error(&found))
}

/// Whether the whole text is the value, unless it is a JSON string.
fn is_text(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::String(form) => form.noun.is_empty(),
        Kind::Newtype(newtype) => is_text(view.at(newtype.field.shape)),
        _ => false,
    }
}

/// Whether a word or a number is a value of this shape.
fn is_scalar(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::Bool
        | Kind::Integer { .. }
        | Kind::Float { .. }
        | Kind::Decimal
        | Kind::Number
        | Kind::Char
        | Kind::String(_) => true,
        Kind::Option(inner) => is_scalar(view.at(*inner)),
        Kind::Newtype(newtype) => is_scalar(view.at(newtype.field.shape)),
        Kind::Enum(kind) => kind
            .variants
            .iter()
            .any(|variant| matches!(variant.content, Content::Unit)),
        _ => false,
    }
}

/// A list of all objects in the text, where a list is wanted and none stands there.
fn several(found: &mut Found<'_>, view: View<'_>, leniency: Leniency) -> Option<NodeId> {
    if leniency != Leniency::Coerce || !takes_several(view) {
        return None;
    }
    let place = found.candidates.first()?.place;
    let roots: Vec<&Candidate> = found
        .candidates
        .iter()
        .filter(|candidate| candidate.place == place)
        .collect();
    let objects = roots
        .iter()
        .all(|c| found.tree.kind(c.root) == NodeKind::Object && !c.open && c.faults.is_empty());
    if roots.len() < 2 || !objects {
        return None;
    }
    let mut roots: Vec<NodeId> = roots.iter().map(|candidate| candidate.root).collect();
    roots.sort_unstable_by_key(|root| found.tree.node(*root).start);
    for pair in roots.windows(2) {
        found.tree.node_mut(pair[0]).next = pair[1];
    }
    let (first, last) = (*roots.first()?, *roots.last()?);
    let node = Node {
        kind: NodeKind::List,
        side: false,
        open: false,
        start: found.tree.node(first).start,
        end: found.tree.node(last).end,
        a: first,
        b: u32::try_from(roots.len()).ok()?,
        next: NONE,
    };
    Some(found.tree.push(node))
}

/// Whether a value of this shape may be made of several values in the text.
fn takes_several(view: View<'_>) -> bool {
    match &view.shape.kind {
        Kind::List(_) => true,
        Kind::Newtype(newtype) => takes_several(view.at(newtype.field.shape)),
        _ => false,
    }
}

struct Search<'r, 's> {
    reader: &'r Reader,
    view: View<'s>,
    checks: bool,
    /// The findings about the candidate that came nearest, and what was read of it.
    nearest: Option<(Findings, Option<Value>)>,
}

impl Search<'_, '_> {
    fn candidate(
        &mut self,
        found: &mut Found<'_>,
        index: usize,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let Candidate { root, open, .. } = found.candidates[index];
        let faults = &found.faults[found.candidates[index].faults.clone()];
        if !faults.is_empty() {
            let violations = faults
                .iter()
                .map(|fault| violation(fault, found, root))
                .collect();
            self.came_near(violations, found, root);
            return None;
        }
        if open {
            let violations = vec![cut(&found.tree, root)];
            self.came_near(violations, found, root);
            return None;
        }
        if let Some(echo) = self.schema_echo(found, root) {
            self.came_near(vec![echo], found, root);
            return None;
        }
        self.attempt(found, root, finish)
            .or_else(|| self.outer_key(found, root, finish))
    }

    /// Tries one value of the text as the answer.
    fn attempt(
        &mut self,
        found: &mut Found<'_>,
        root: NodeId,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        let fixes = (found.candidates.iter())
            .find(|candidate| candidate.root == root)
            .map_or(0..0, |candidate| candidate.fixes.clone());
        let mut aligner = Aligner::new(found, self.reader.leniency, self.reader.max_depth);
        aligner.findings.checks = self.checks;
        aligner.adopt(root, fixes);
        let view = self.view;
        let sound = aligner.value(root, view, &[]) && aligner.findings.violations.is_empty();
        if sound && finish(&aligner.found.tree, root, &mut aligner.findings) {
            return Some(aligner.findings);
        }
        let partial = self
            .is_nearer(&aligner.findings)
            .then(|| to_value(&aligner.found.tree, root, true));
        let findings = aligner.undo();
        if let Some(partial) = partial {
            self.nearest = Some((findings, partial));
        }
        None
    }

    /// Tries the value that stands under a key of its own: the type's name, or a usual one.
    fn outer_key(
        &mut self,
        found: &mut Found<'_>,
        root: NodeId,
        finish: &mut Finish<'_>,
    ) -> Option<Findings> {
        if self.reader.leniency != Leniency::Coerce || found.tree.kind(root) != NodeKind::Object {
            return None;
        }
        let name = fold(&self.view.shape.name);
        let single = found.tree.len(root) == 1;
        let (key, value) = found.tree.entries(root).find(|(key, _)| {
            let key = found.tree.text(*key);
            key == "properties" || (single && (OUTER_KEYS.contains(&key) || fold(key) == name))
        })?;
        let (key, span) = (found.tree.text(key).to_owned(), found.tree.span(key));
        let mut findings = self.attempt(found, value, finish)?;
        let detail = format!("took the value out of the key {}", quote(&key));
        findings.fixes.insert(
            0,
            Fix::new(Path::default(), FixKind::OuterKey, span, detail),
        );
        Some(findings)
    }

    /// Whether the model returned the schema of the type instead of a value.
    fn schema_echo(&self, found: &Found<'_>, root: NodeId) -> Option<Violation> {
        let tree = &found.tree;
        if !matches!(self.view.shape.kind, Kind::Struct(_) | Kind::Enum(_))
            || declares(self.view, "properties")
        {
            return None;
        }
        let properties = entry(tree, root, "properties")
            .filter(|value| tree.kind(*value) == NodeKind::Object)?;
        let keyword = |schema: NodeId| {
            [
                "type",
                "$ref",
                "anyOf",
                "oneOf",
                "allOf",
                "enum",
                "const",
                "description",
                "properties",
            ]
            .iter()
            .any(|keyword| entry(tree, schema, keyword).is_some())
        };
        let schemas = tree
            .entries(properties)
            .all(|(_, value)| tree.kind(value) == NodeKind::Object && keyword(value));
        schemas.then(|| {
            let wanted = expected(self.view, &[]);
            let message = format!(
                "this is the schema, not a value; answer with {wanted}, filled from the text"
            );
            Violation::new(Path::default(), Code::SchemaEchoed, wanted, "the schema")
                .with_message(message)
                .with_span(Some(tree.span(root)))
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
        let root = match whole {
            Some(candidate) => candidate.root,
            None => push_text(found, 0, found.tree.source.len()),
        };
        if self.reader.cut_off {
            let mut error = ParseError::new(vec![cut(&found.tree, root)]);
            error.partial = Some(Value::String(found.tree.text(root).to_owned()));
            return Err(error);
        }
        self.attempt(found, root, finish)
            .ok_or_else(|| self.error(found))
    }

    /// The whole text as a word or number without quotes.
    fn bare(&mut self, found: &mut Found<'_>, finish: &mut Finish<'_>) -> Option<Findings> {
        const LONGEST: usize = 200;
        let source = found.tree.source;
        let text = source
            .trim()
            .trim_matches(['`', '*', '"', '\'', '.', '!'])
            .trim();
        if text.is_empty() || text.len() > LONGEST || self.reader.cut_off {
            return None;
        }
        let start = source.find(text)?;
        let root = push_text(found, start, start + text.len());
        // What is wrong with a value that stands in the text says more than that the text is no word.
        let nearest = self.nearest.take();
        let tried = self.attempt(found, root, finish);
        self.nearest = nearest.or(self.nearest.take());
        let mut findings = tried?;
        let detail = "read the text as the value".to_owned();
        findings.fixes.insert(
            0,
            Fix::new(
                Path::default(),
                FixKind::Extracted,
                start..start + text.len(),
                detail,
            ),
        );
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
            let mut error = ParseError::new(vec![cut(&found.tree, root)]);
            error.partial = to_value(&found.tree, root, true);
            return Err(error);
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
            self.nearest = Some((findings, to_value(&found.tree, root, true)));
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
            .is_none_or(|(nearest, _)| rank(findings) > rank(nearest))
    }

    fn error(&mut self, found: &Found<'_>) -> ParseError {
        if let Some((findings, partial)) = self.nearest.take() {
            return ParseError {
                violations: findings.violations,
                fixes: findings.fixes,
                partial,
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

fn entry(tree: &Tree<'_>, object: NodeId, name: &str) -> Option<NodeId> {
    if tree.kind(object) != NodeKind::Object {
        return None;
    }
    tree.entries(object)
        .find(|(key, _)| tree.text(*key) == name)
        .map(|(_, value)| value)
}

/// Whether a struct, or a variant of an enum, declares a key.
fn declares(view: View<'_>, name: &str) -> bool {
    let field = |fields: &[crate::shape::Field]| {
        fields
            .iter()
            .any(|field| field.flatten || field.name == name)
    };
    match &view.shape.kind {
        Kind::Struct(kind) => field(&kind.fields),
        Kind::Enum(kind) => kind.variants.iter().any(|variant| match &variant.content {
            Content::Struct(kind) => field(&kind.fields),
            Content::Newtype(_) => true,
            _ => variant.name == name,
        }),
        _ => true,
    }
}

fn ends_as_list(tree: &Tree<'_>, root: NodeId) -> bool {
    let node = tree.node(root);
    node.kind == NodeKind::List && tree.source[..node.end as usize].ends_with(']')
}

/// Whether the value may have gone on: a number or word has no end of its own.
fn is_bare_scalar(tree: &Tree<'_>, root: NodeId) -> bool {
    match tree.kind(root) {
        NodeKind::List | NodeKind::Object => false,
        _ => !tree.source[tree.span(root)].ends_with(['"', '\'']),
    }
}

/// The violation that says where the text was cut off.
fn cut(tree: &Tree<'_>, root: NodeId) -> Violation {
    let mut segments = Vec::new();
    let mut node = root;
    loop {
        let last = match tree.kind(node) {
            NodeKind::List => tree
                .items(node)
                .enumerate()
                .last()
                .map(|(index, item)| (Segment::Index(index), item)),
            NodeKind::Object => (tree.entries(node).last())
                .map(|(key, value)| (Segment::Key(tree.text(key).to_owned()), value)),
            _ => None,
        };
        match last {
            Some((segment, inner)) if tree.node(inner).open => {
                segments.push(segment);
                node = inner;
            }
            _ => break,
        }
    }
    let end = tree.source.len();
    Violation::new(
        Path::from(segments),
        Code::CutOff,
        "a complete value",
        "the end of the text",
    )
    .with_message("the text ends before the value is complete")
    .with_span(Some(tree.span(node).start.min(end)..end))
}

fn violation(fault: &RawFault, found: &Found<'_>, root: NodeId) -> Violation {
    let path = found.tree.path_of(fault.node, &found.tree.parents(root));
    Violation::new(path, fault.code, &*fault.expected, &*fault.found)
        .with_span(Some(fault.start as usize..fault.end as usize))
}
