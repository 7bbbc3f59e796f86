//! Holds a tree to a shape: coerces what only means one thing, matches names, and lists everything that is wrong.
//!
//! # Design
//!
//! The tree is mended in place, so that what is left can be decoded as it stands; nothing is copied. A reading that is
//! only tried (a variant of an untagged enum) writes what it changes into a journal and is taken back by it. Each part
//! says whether it is sound, so that a user's checks run once on the whole, or once on each sound part of a broken
//! whole.

mod beside;
mod collection;
mod declared;
mod duplicate;
mod findings;
mod foreign;
mod grouped;
mod hollow;
mod journal;
mod keys;
mod map;
mod nameless;
mod near;
mod numeral;
mod object;
mod outer;
mod outer_list;
mod probe;
mod report;
mod rest;
mod scalar;
mod spelling;
mod tag;
mod tagging;
mod untagged;
mod variant;
mod words;

use std::collections::HashMap;
use std::ops::Range;

use crate::candidate::{Found, SURPLUS};
use crate::fix::{Fix, FixKind};
use crate::inner::parse_inner;
use crate::lenient::EMPTY_SLOT;
use crate::read::Leniency;
use crate::rules::Rule;
use crate::shape::{Key, Kind, View};
use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};
use crate::violation::Violation;

pub(crate) use findings::Findings;
use object::Entry;
pub(crate) use outer::{is_no_value, is_outer_key};
pub(crate) use outer_list::{counted_list, says_more};
pub(crate) use spelling::{fold, words_of};
pub(crate) use untagged::chosen;
pub(crate) use words::{expected, found, is_word_for_nothing};

/// One step of the path; no allocation for a declared name.
#[derive(Clone, Copy, Debug)]
enum Step<'s> {
    Name(&'s str),
    Index(usize),
    /// The key of a map's entry.
    Entry(NodeId),
    /// The key that names a variant.
    Variant(NodeId),
}

/// Aligns one candidate with a shape.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub(crate) struct Aligner<'f, 't, 's> {
    pub(crate) found: &'f mut Found<'t>,
    pub(crate) findings: Findings,
    coerce: bool,
    /// Whether rules are held; not while looking for the variant that serde would take.
    rules: bool,
    soft: bool,
    /// Whether what is ignored is also taken out of the value.
    pub(crate) prune: bool,
    /// The entries of objects that are ignored.
    ignored: Vec<(NodeId, Vec<Entry>)>,
    /// The violations that say what would be lost where a key is ignored, though a document may allow that.
    lost: Vec<Violation>,
    path: Vec<Step<'s>>,
    /// The nodes as they were before each change, so that a reading can be taken back.
    journal: Vec<(NodeId, Node)>,
    trials: u32,
    /// The variant of an untagged enum that was chosen for a node before.
    chosen: HashMap<(NodeId, Key, bool, bool), Option<usize>>,
    slots: Vec<NodeId>,
    /// Whether a closing bracket was too many, so that what follows another one may belong inside.
    surplus: bool,
    /// The lists in which something may be missing.
    gaps: HashMap<NodeId, Gap>,
    /// The value that a list was made of last; no list of lists is made of it.
    wrapped: NodeId,
    max_depth: usize,
}

/// What may be missing in a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// A value between two commas: `[1,,3]`.
    Slot,
    /// Items for which an ellipsis stands: `[1, ..., 9]`.
    LeftOut,
}

impl<'f, 't, 's> Aligner<'f, 't, 's> {
    pub(crate) fn new(found: &'f mut Found<'t>, leniency: Leniency, max_depth: usize) -> Self {
        Aligner {
            found,
            findings: Findings::default(),
            coerce: leniency == Leniency::Coerce,
            rules: true,
            soft: false,
            prune: false,
            ignored: Vec::new(),
            lost: Vec::new(),
            path: Vec::new(),
            journal: Vec::new(),
            trials: 0,
            chosen: HashMap::new(),
            slots: Vec::new(),
            surplus: false,
            gaps: HashMap::new(),
            wrapped: NONE,
            max_depth,
        }
    }

    /// Aligns a value with a shape under rules; whether it is sound.
    pub(crate) fn value(&mut self, node: NodeId, view: View<'s>, rules: &[Rule]) -> bool {
        match &view.shape.kind {
            Kind::Any => self.any(node),
            Kind::Opaque(_) => self.document(node, crate::foreign::shape(view)),
            Kind::Unit => self.unit(node, view),
            Kind::Bool => self.boolean(node, view, rules),
            Kind::Integer { min, max, nonzero } => {
                self.integer(node, view, rules, (*min, *max, *nonzero))
            }
            Kind::Float { .. } | Kind::Decimal | Kind::Number => self.number(node, view, rules),
            Kind::Char | Kind::String(_) => self.string(node, view, rules),
            Kind::Option(inner) => self.option(node, view.at(*inner), rules),
            Kind::List(list) => self.list(node, view, list, rules),
            Kind::Map(map) => self.map(node, view, map, rules),
            Kind::Newtype(newtype) => {
                let soft = self.soften(&newtype.field);
                let inner = view.at(newtype.field.shape);
                let sound = match (newtype.field.rules.is_empty(), rules.is_empty()) {
                    (true, _) => self.value(node, inner, rules),
                    (_, true) => self.value(node, inner, &newtype.field.rules),
                    _ => self.value(node, inner, &[&newtype.field.rules, rules].concat()),
                };
                self.soft = soft;
                sound
            }
            Kind::Tuple(fields) => self.tuple(node, view, fields),
            Kind::Struct(kind) => self.structure(node, view, kind),
            Kind::Enum(kind) => self.variant(node, view, kind, rules),
        }
    }

    fn option(&mut self, node: NodeId, inner: View<'s>, rules: &[Rule]) -> bool {
        if self.tree().kind(node) == NodeKind::Null {
            return true;
        }
        if self.coerce && self.says_nothing(node) {
            // A word for nothing is a value all the same where the type inside takes it.
            if self.attempt(|aligner| aligner.value(node, inner, rules)) {
                return true;
            }
            self.fix(
                FixKind::NullFromText,
                node,
                "read a word for nothing as null",
            );
            self.rewrite(node, NodeKind::Null, "");
            return true;
        }
        let before = self.findings.violations.len();
        let sound = self.value(node, inner, rules);
        self.offer_null(before);
        sound
    }

    /// Says of a value of the wrong type, reported since then, that it may be null too.
    fn offer_null(&mut self, before: usize) {
        if self.findings.violations.len() <= before {
            return;
        }
        let here = self.here();
        for violation in &mut self.findings.violations[before..] {
            if violation.code() == crate::violation::Code::Type && *violation.path() == here {
                violation.offer_null();
            }
        }
    }

    /// Any value: only keys that stand twice are looked for, and numbers marked to be kept to the last digit.
    fn any(&mut self, node: NodeId) -> bool {
        let exact = crate::decode::arbitrary_precision();
        match self.tree().kind(node) {
            NodeKind::Number if exact => {
                let changed = Node {
                    kind: NodeKind::Exact,
                    ..*self.tree().node(node)
                };
                self.replace(node, changed);
                true
            }
            NodeKind::List => {
                let mut sound = true;
                let mut item = self.tree().first(node);
                let mut index = 0;
                while item != NONE {
                    sound &= self.inside(Step::Index(index), |aligner| aligner.any(item));
                    (item, index) = (self.tree().next(item), index + 1);
                }
                sound
            }
            NodeKind::Object => {
                let mut sound = self.merge_duplicates(node);
                let mut key = self.tree().first(node);
                while key != NONE {
                    let value = self.tree().next(key);
                    sound &= self.inside(Step::Entry(key), |aligner| aligner.any(value));
                    key = self.tree().next(value);
                }
                sound
            }
            _ => true,
        }
    }

    fn has_gap(&self, node: NodeId) -> bool {
        !self.gaps.is_empty() && self.gaps.contains_key(&node)
    }

    fn tree(&self) -> &Tree<'t> {
        &self.found.tree
    }

    fn inside<R>(&mut self, step: Step<'s>, walk: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(step);
        let result = walk(self);
        self.path.pop();
        result
    }

    /// Takes the only item of a list in its place, where coercion is allowed.
    fn unwrap_single(&mut self, node: NodeId) -> bool {
        if !self.coerce || self.tree().kind(node) != NodeKind::List || self.tree().len(node) != 1 {
            return false;
        }
        let inner = *self.tree().node(self.tree().first(node));
        if inner.kind == NodeKind::List || self.gaps.contains_key(&node) {
            return false;
        }
        self.fix(
            FixKind::Unwrapped,
            node,
            "took the value out of a list of one",
        );
        let item = self.tree().first(node);
        self.replace(node, inner);
        self.keep_gap(item, node);
        true
    }

    /// Reads the JSON that stands in a string, where coercion is allowed and it is of the wanted kind.
    fn parse_text(&mut self, node: NodeId, wanted: NodeKind) -> bool {
        if !self.coerce || self.tree().kind(node) != NodeKind::String {
            return false;
        }
        let opener = if wanted == NodeKind::List { '[' } else { '{' };
        if !self.tree().text(node).trim_start().starts_with(opener) {
            return false;
        }
        let depth = self.max_depth.saturating_sub(self.path.len());
        let fixes = self.found.fixes.len();
        let Some(inner) = parse_inner(self.found, node, depth) else {
            return false;
        };
        if self.tree().kind(inner) != wanted {
            return false;
        }
        self.fix(FixKind::ParsedText, node, "read the JSON inside a string");
        self.adopt(inner, fixes..self.found.fixes.len());
        let inner = Node {
            open: false,
            ..*self.tree().node(inner)
        };
        self.replace(node, inner);
        true
    }

    /// Takes over the repairs that the parser made in the value at the current path.
    pub(crate) fn adopt(&mut self, root: NodeId, fixes: Range<usize>) {
        if fixes.is_empty() {
            return;
        }
        let (base, parents) = (self.here(), self.tree().parents(root));
        for fix in &self.found.fixes[fixes] {
            let path = base.join(&self.found.tree.path_of(fix.node, &parents));
            let span = fix.start as usize..fix.end as usize;
            self.findings
                .fixes
                .push(Fix::new(path, fix.kind, span, fix.detail));
            self.surplus |= fix.detail == SURPLUS;
            match fix.kind {
                FixKind::Skipped => self.gaps.insert(fix.node, Gap::LeftOut),
                FixKind::ExtraComma if fix.detail == EMPTY_SLOT => {
                    self.gaps.insert(fix.node, Gap::Slot)
                }
                _ => None,
            };
        }
    }
}
