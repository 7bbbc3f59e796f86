//! Where in a reply the answer may stand: the values that were found, ranked.

mod beside;
mod mark;
mod rank;

use std::borrow::Cow;
use std::ops::Range;

use crate::build::position;
use crate::cue::Cue;
use crate::fix::FixKind;
use crate::prose;
use crate::read::Leniency;
use crate::strict::{self, Cause, Failure};
use crate::tree::{NONE, NodeId, Tree};
use crate::violation::Code;

pub(crate) use beside::prose_before;

/// How a text may be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) leniency: Leniency,
    pub(crate) max_depth: usize,
}

/// Where a candidate stands, the likeliest place of an answer first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The text is the value, but for white space and stray punctuation round it.
    Whole,
    /// In a fence that says `json`.
    JsonFence,
    /// In a fence that names no language.
    Fence,
    /// In the text itself.
    Prose,
    /// In a fence of another language.
    OtherFence,
}

/// A range of the text that may be the answer.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) root: NodeId,
    pub(crate) span: Range<u32>,
    pub(crate) place: Place,
    /// The text before it that is about it, behind the value before; of values in a row, that before the first.
    pub(crate) lead: Range<u32>,
    /// Its repairs; none where it is JSON as it stands.
    pub(crate) fixes: Range<usize>,
    /// What in it could not be read.
    pub(crate) faults: Range<usize>,
    /// Whether the text ended inside it.
    pub(crate) open: bool,
    /// What the words before it say that it is.
    pub(crate) cue: Cue,
    /// Whether it is hardly an answer, as the `[1]` of a reference.
    pub(crate) aside: bool,
}

impl Candidate {
    /// How likely the answer stands there, the likeliest first.
    pub(crate) fn standing(&self) -> (bool, Place, Cue) {
        (self.aside, self.place, self.cue)
    }

    fn is_clean(&self) -> bool {
        self.fixes.is_empty() && self.faults.is_empty()
    }
}

/// A repair of the syntax.
#[derive(Clone, Debug)]
pub(crate) struct RawFix {
    pub(crate) kind: FixKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The value that it belongs to: the container's, where it is none of a single value.
    pub(crate) node: NodeId,
    pub(crate) detail: &'static str,
}

impl RawFix {
    pub(crate) fn new(
        kind: FixKind,
        span: Range<usize>,
        node: NodeId,
        detail: &'static str,
    ) -> RawFix {
        RawFix {
            kind,
            start: position(span.start),
            end: position(span.end),
            node,
            detail,
        }
    }
}

/// What the repair is called that drops a closing bracket: the one that it closes, or a later one, may be meant.
pub(crate) const SURPLUS: &str = "dropped a closing bracket too many";

/// Something that could not be read.
#[derive(Clone, Debug)]
pub(crate) struct RawFault {
    pub(crate) code: Code,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The innermost value round it, or `NONE`.
    pub(crate) node: NodeId,
    pub(crate) expected: Cow<'static, str>,
    pub(crate) found: Cow<'static, str>,
}

/// All that was found in a text.
#[derive(Debug)]
pub(crate) struct Found<'t> {
    pub(crate) tree: Tree<'t>,
    /// In rank order: by place, then what is said to be the answer first and what is said to be an example last, then as
    /// in the text; what is hardly an answer last.
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) fixes: Vec<RawFix>,
    pub(crate) faults: Vec<RawFault>,
    /// The text of the answer: what is left after drafts, without the white space round it.
    pub(crate) answer: Range<usize>,
    /// Whether a bracket was passed over that opens no value.
    pub(crate) passed: bool,
    pub(crate) max_depth: usize,
}

/// Finds the values in a text. Without any candidate, the faults say why; none of them: there is no JSON in it.
pub(crate) fn find<'t>(text: &'t str, limits: &Limits) -> Found<'t> {
    let mut found = Found::new(text, limits.max_depth);
    if u32::try_from(text.len()).is_err() {
        found.refuse(Code::Size, 0..0, "a text of less than 4 GiB");
        return found;
    }
    match strict::parse(&mut found.tree, limits.max_depth) {
        Ok(root) => found.add_whole(root),
        Err(failure) if limits.leniency == Leniency::Strict => found.add_failure(failure, limits),
        Err(failure) => {
            prose::scan(&mut found, failure);
            found.rank();
        }
    }
    found
}

impl<'t> Found<'t> {
    pub(crate) fn new(text: &'t str, max_depth: usize) -> Found<'t> {
        Found {
            tree: Tree::new(text),
            candidates: Vec::new(),
            fixes: Vec::new(),
            faults: Vec::new(),
            answer: 0..text.len(),
            passed: false,
            max_depth,
        }
    }

    /// Whether neither a value nor a fault was found, and no bracket passed over.
    pub(crate) fn is_empty(&self) -> bool {
        self.candidates.is_empty() && self.faults.is_empty() && !self.passed
    }

    fn add_whole(&mut self, root: NodeId) {
        let node = self.tree.node(root);
        let span = node.start..node.end;
        self.candidates.push(Candidate {
            root,
            span,
            place: Place::Whole,
            lead: 0..0,
            fixes: 0..0,
            faults: 0..0,
            open: false,
            cue: Cue::default(),
            aside: false,
        });
    }

    fn add_failure(&mut self, failure: Failure, limits: &Limits) {
        let span = failure.at..failure.at;
        match failure.cause {
            Cause::Syntax(expected) => self.refuse(Code::Syntax, span, expected),
            Cause::CutOff => self.refuse(Code::CutOff, span, "the rest of the value"),
            Cause::Depth => self.refuse(Code::Depth, span, depth_limit(limits.max_depth)),
        }
    }

    pub(crate) fn refuse(
        &mut self,
        code: Code,
        span: Range<usize>,
        expected: impl Into<Cow<'static, str>>,
    ) {
        let found = excerpt(self.tree.source, span.start);
        self.faults.push(RawFault {
            code,
            start: position(span.start),
            end: position(span.end),
            node: NONE,
            expected: expected.into(),
            found: found.into(),
        });
    }

    pub(crate) fn fix(
        &mut self,
        kind: FixKind,
        span: Range<usize>,
        node: NodeId,
        detail: &'static str,
    ) {
        self.fixes.push(RawFix::new(kind, span, node, detail));
    }
}

/// What a fault of depth expects.
pub(crate) fn depth_limit(max_depth: usize) -> String {
    format!("at most {max_depth} levels of lists and objects")
}

/// The first place from this one on that is between two characters, or the end of the text.
pub(crate) fn ceil(text: &str, at: usize) -> usize {
    let mut places = at..text.len();
    places
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

/// The last place up to this one that is between two characters, or the end of the text.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut places = 0..=at.min(text.len());
    places.rfind(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The text from `at` on, shortened, as what was found there.
pub(crate) fn excerpt(text: &str, at: usize) -> String {
    let rest = text.get(at..).unwrap_or_default();
    match rest.char_indices().nth(20) {
        _ if rest.trim().is_empty() => "the end of the text".to_owned(),
        Some((end, _)) => format!("`{}…`", &rest[..end]),
        None => format!("`{rest}`"),
    }
}
