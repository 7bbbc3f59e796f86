//! Enums that do not say their variant: which one is meant.
//!
//! # Design
//!
//! serde takes the first declared variant that accepts the value. Where one accepts it as it stands, that one is taken.
//! Only where none does are the variants tried with coercion; the one that costs least is taken, provided that serde
//! will then choose it too. What was chosen for a node is remembered, so that nested enums do not multiply.

use super::object::Entry;
use super::{Aligner, words};
use crate::candidate::Found;
use crate::read::Leniency;
use crate::shape::{Content, Enum, Kind, Tagging, Variant, View};
use crate::strict;
use crate::tree::NodeId;
use crate::violation::{Code, Violation};

/// What of an enum a value is tried on.
#[derive(Clone, Copy)]
struct Case<'s, 'r> {
    node: NodeId,
    view: View<'s>,
    variants: &'s [Variant],
    /// The entries of the object that the variant stands among; `None` where it is the whole value.
    beside: Option<&'r [Entry]>,
}

/// Which of the variants without a tag takes a text that is clean JSON.
pub(crate) fn chosen(view: View<'_>, text: &str, leniency: Leniency) -> Option<usize> {
    const DEEPEST: usize = 128;
    let Kind::Enum(kind) = &view.shape.kind else {
        return None;
    };
    let mut found = Found::new(text, DEEPEST);
    let node = strict::parse(&mut found.tree, DEEPEST).ok()?;
    let mut aligner = Aligner::new(&mut found, leniency, DEEPEST);
    let case = Case {
        node,
        view,
        variants: &kind.variants[kind.first_untagged()?..],
        beside: None,
    };
    aligner
        .first_that_accepts(case)
        .or_else(|| aligner.least_mended(case))
}

impl<'s> Aligner<'_, '_, 's> {
    pub(super) fn untagged(
        &mut self,
        node: NodeId,
        view: View<'s>,
        variants: &'s [Variant],
    ) -> bool {
        self.choose(
            Case {
                node,
                view,
                variants,
                beside: None,
            },
            &mut Vec::new(),
        )
    }

    pub(super) fn untagged_beside(
        &mut self,
        object: NodeId,
        rest: &mut Vec<Entry>,
        view: View<'s>,
        kind: &'s Enum,
    ) -> bool {
        let entries = std::mem::take(rest);
        self.choose(
            Case {
                node: object,
                view,
                variants: &kind.variants,
                beside: Some(&entries),
            },
            rest,
        )
    }

    fn choose(&mut self, case: Case<'s, '_>, rest: &mut Vec<Entry>) -> bool {
        let memo = case
            .view
            .key()
            .filter(|_| case.beside.is_none())
            .map(|key| (case.node, key, self.coerce, self.rules));
        let remembered = memo.and_then(|memo| self.chosen.get(&memo).copied());
        let chosen = remembered.unwrap_or_else(|| {
            let chosen = self
                .first_that_accepts(case)
                .or_else(|| self.least_mended(case));
            if let Some(memo) = memo {
                self.chosen.insert(memo, chosen);
            }
            chosen
        });
        match chosen {
            Some(index) => self.take(case, index, rest),
            None => self.none_fits(case),
        }
    }

    /// Aligns the value with one variant.
    fn take(&mut self, case: Case<'s, '_>, index: usize, rest: &mut Vec<Entry>) -> bool {
        let content = &case.variants[index].content;
        let Some(entries) = case.beside else {
            return self.content(case.node, case.view, content);
        };
        rest.clear();
        rest.extend_from_slice(entries);
        match content {
            Content::Unit | Content::Tuple(_) => false,
            Content::Newtype(field) => self.beside(case.node, rest, case.view.at(field.shape)),
            Content::Struct(kind) => {
                rest.clear();
                self.fields(case.node, Some(entries), rest, kind, case.view)
            }
        }
    }

    /// The first variant that takes the value as it stands, whatever its rules say, as serde does. The forms of a
    /// document may differ in their rules alone.
    fn first_that_accepts(&mut self, case: Case<'s, '_>) -> Option<usize> {
        let (coerce, rules) = (self.coerce, self.rules);
        self.coerce = false;
        self.rules &= case.view.is_runtime();
        let chosen = (0..case.variants.len()).find(|&index| {
            let mut accepted = false;
            self.attempt(|aligner| {
                accepted = aligner.take(case, index, &mut Vec::new());
                false
            });
            accepted
        });
        (self.coerce, self.rules) = (coerce, rules);
        chosen
    }

    /// The one variant that takes the value at the least cost, and that serde then chooses.
    fn least_mended(&mut self, case: Case<'s, '_>) -> Option<usize> {
        if !self.coerce {
            return None;
        }
        let costs: Vec<(u32, usize)> = (0..case.variants.len())
            .filter_map(|index| {
                let before = self.findings.fixes.len();
                let mut cost = None;
                self.attempt(|aligner| {
                    if aligner.take(case, index, &mut Vec::new()) {
                        cost = Some(crate::cost::cost(&aligner.findings.fixes[before..]));
                        // What serde takes once the value is mended must be this variant; what was remembered of the
                        // value as it stood does not count.
                        let remembered = std::mem::take(&mut aligner.chosen);
                        if aligner.first_that_accepts(case) != Some(index) {
                            cost = None;
                        }
                        aligner.chosen = remembered;
                    }
                    false
                });
                cost.map(|cost| (cost, index))
            })
            .collect();
        let (least, chosen) = costs.iter().copied().min()?;
        (costs.iter().filter(|(cost, _)| *cost == least).count() == 1).then_some(chosen)
    }

    /// Says which variant is the nearest, and what it wants.
    fn none_fits(&mut self, case: Case<'s, '_>) -> bool {
        // Inside a trial only the fact counts.
        let tried = if self.trials == 0 {
            case.variants.len()
        } else {
            0
        };
        let trials: Vec<Option<Vec<Violation>>> = (0..tried)
            .map(|index| {
                let before = self.findings.violations.len();
                let mut found = None;
                self.attempt(|aligner| {
                    if !aligner.take(case, index, &mut Vec::new()) {
                        found = Some(aligner.findings.violations.split_off(before));
                    }
                    false
                });
                found
            })
            .collect();
        let wanted: Vec<String> = case
            .variants
            .iter()
            .map(|variant| words::content(case.view, &variant.content))
            .collect();
        let wanted = crate::rules::one_of(wanted);
        let found = words::found(self.tree(), case.node);
        let here = self.here();
        let nearest = trials
            .into_iter()
            .flatten()
            .filter(|violations| violations.iter().any(|violation| violation.path() != &here))
            .min_by_key(Vec::len);
        let mut message = format!("expected {wanted}, found {found}");
        if let Some(violations) = nearest {
            let faults: Vec<String> = violations.iter().take(3).map(ToString::to_string).collect();
            message = format!("{message}; nearest: {}", faults.join("; "));
        }
        let violation = Violation::new(here, Code::Type, wanted, found).with_message(message);
        self.report_hard(violation.with_span(Some(self.tree().span(case.node))))
    }
}

impl Enum {
    /// The first variant that has no tag; all after it have none either.
    pub(crate) fn first_untagged(&self) -> Option<usize> {
        match self.tagging {
            Tagging::Untagged => Some(0),
            _ => self.variants.iter().position(|variant| variant.untagged),
        }
    }
}
