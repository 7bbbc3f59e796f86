//! What shape and rules together ask of one value: the common ground of schema, example and outline.

use std::cmp::Ordering;

use crate::rules::{Format, Literal, Number, Rule, Seen};
use crate::shape::{Kind, View};

/// The limits of a value, the rules of all newtypes around it included.
#[derive(Debug, Default)]
pub(crate) struct Limits<'s> {
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
    pub(crate) nonzero: bool,
    pub(crate) multiples: Vec<Number>,
    pub(crate) min_len: usize,
    pub(crate) max_len: Option<usize>,
    pub(crate) patterns: Vec<&'s str>,
    pub(crate) formats: Vec<Format>,
    pub(crate) unique: bool,
    pub(crate) one_of: Option<Vec<&'s Literal>>,
}

/// The shape inside options and newtypes, with the rules on the way to it.
pub(crate) fn core<'s>(mut view: View<'s>, rules: &[&'s Rule]) -> (View<'s>, Vec<&'s Rule>) {
    // A newtype that holds itself has no value; the bound keeps the walk finite all the same.
    const NESTING: usize = 64;
    let mut rules = rules.to_vec();
    for _ in 0..NESTING {
        match &view.shape.kind {
            Kind::Option(inner) => view = view.at(*inner),
            Kind::Newtype(newtype) => {
                rules.extend(newtype.field.rules.iter());
                view = view.at(newtype.field.shape);
            }
            _ => break,
        }
    }
    (view, rules)
}

/// The rules for each item of a list, each key or each value of a map that is under `rules`.
pub(crate) fn inner<'s>(
    rules: &[&'s Rule],
    pick: fn(&'s Rule) -> Option<&'s [Rule]>,
) -> Vec<&'s Rule> {
    rules
        .iter()
        .filter_map(|rule| pick(rule))
        .flatten()
        .collect()
}

pub(crate) fn items(rule: &Rule) -> Option<&[Rule]> {
    if let Rule::Items(rules) = rule {
        Some(rules)
    } else {
        None
    }
}

pub(crate) fn keys(rule: &Rule) -> Option<&[Rule]> {
    if let Rule::Keys(rules) = rule {
        Some(rules)
    } else {
        None
    }
}

pub(crate) fn values(rule: &Rule) -> Option<&[Rule]> {
    if let Rule::Values(rules) = rule {
        Some(rules)
    } else {
        None
    }
}

impl<'s> Limits<'s> {
    /// The limits of a value of the `core` shape.
    pub(crate) fn of(core: View<'s>, rules: &[&'s Rule]) -> Limits<'s> {
        let mut limits = Limits::default();
        match &core.shape.kind {
            Kind::Integer { min, max, nonzero } => {
                limits.min = Some(Number::Int(*min));
                limits.max = Some(Number::from(*max));
                limits.nonzero = *nonzero;
            }
            Kind::Char => {
                limits.min_len = 1;
                limits.max_len = Some(1);
            }
            Kind::String(form) => limits.formats.extend(form.format),
            Kind::List(list) => {
                limits.min_len = list.min;
                limits.max_len = Some(list.max).filter(|max| *max < usize::MAX);
                limits.unique = list.set;
            }
            _ => {}
        }
        for rule in rules {
            limits.narrow(rule);
        }
        if limits.nonzero && limits.min == Some(Number::Int(0)) {
            limits.min = Some(Number::Int(1));
        }
        limits
    }

    fn narrow(&mut self, rule: &'s Rule) {
        match rule {
            Rule::Min(min) => tighten(&mut self.min, *min, Ordering::Greater),
            Rule::Max(max) => tighten(&mut self.max, *max, Ordering::Less),
            Rule::MultipleOf(of) => self.multiples.push(*of),
            Rule::MinLen(min) => self.min_len = self.min_len.max(*min),
            Rule::MaxLen(max) => {
                self.max_len = Some(self.max_len.map_or(*max, |old| old.min(*max)));
            }
            Rule::Pattern(pattern) => self.patterns.push(&pattern.source),
            Rule::Format(format) if !self.formats.contains(format) => self.formats.push(*format),
            Rule::Unique => self.unique = true,
            Rule::OneOf(allowed) => {
                let mut both: Vec<&Literal> = allowed.iter().collect();
                if let Some(old) = &self.one_of {
                    both.retain(|literal| old.contains(literal));
                }
                self.one_of = Some(both);
            }
            Rule::Format(_) | Rule::Items(_) | Rule::Keys(_) | Rule::Values(_) => {}
        }
    }

    /// Whether zero has to be left out although it lies between the bounds.
    pub(crate) fn leaves_out_zero(&self) -> bool {
        let zero = Number::Int(0);
        let above = self.min.and_then(|min| min.compare(zero)) == Some(Ordering::Greater);
        let below = self.max.and_then(|max| max.compare(zero)) == Some(Ordering::Less);
        self.nonzero && !above && !below
    }
}

fn tighten(bound: &mut Option<Number>, new: Number, wins: Ordering) {
    if bound.is_none_or(|old| new.compare(old) == Some(wins)) {
        *bound = Some(new);
    }
}

/// Whether the value of a scalar, or the length of a list or map, satisfies all rules.
pub(crate) fn satisfies(rules: &[&Rule], seen: &Seen<'_>) -> bool {
    rules.iter().all(|rule| rule.fault(seen).is_none())
}
