//! The walk over a finished Rust value: rules and checks, with the paths of the wire.

use std::sync::Arc;

use crate::LlmExtract;
use crate::path::{Path, Segment};
use crate::rules::{Rule, Seen};
use crate::shape::{Content, Field, Kind, Shape, Tagging, Variant};
use crate::unique::Unique;
use crate::violation::{Code, Violation};

/// Collects what rules and checks find wrong in a value. The derive macro's expansion calls it.
#[derive(Debug)]
pub struct Checker {
    path: Vec<Step>,
    /// Whether rules run too, or only checks (the rules of a reply were held on its text).
    rules: bool,
    soft: bool,
    violations: Vec<Violation>,
    warnings: Vec<Violation>,
}

/// One step of the path; no allocation for a declared name.
#[derive(Debug)]
enum Step {
    Name(&'static str),
    Index(usize),
    Entry(Arc<str>),
}

impl Checker {
    pub(crate) fn new(rules: bool) -> Self {
        Checker {
            path: Vec::new(),
            rules,
            soft: false,
            violations: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The violations, and those of soft rules.
    pub(crate) fn into_parts(self) -> (Vec<Violation>, Vec<Violation>) {
        (self.violations, self.warnings)
    }

    /// The number of violations so far, to be handed to [`sound_since`](Checker::sound_since).
    pub fn mark(&self) -> usize {
        self.violations.len()
    }

    /// Whether nothing was found since the mark.
    pub fn sound_since(&self, mark: usize) -> bool {
        self.violations.len() == mark
    }

    /// Walks into the value of a field; whether it is sound.
    pub fn field<T>(
        &mut self,
        field: &'static Field,
        value: &T,
        check: fn(&T, &mut Checker, &[Rule]),
    ) -> bool {
        self.inside(field, |checker| check(value, checker, &field.rules))
    }

    /// Walks into the only field of a newtype, which is also held to the rules on the newtype; whether it is sound.
    pub fn newtype<T>(
        &mut self,
        field: &'static Field,
        value: &T,
        check: fn(&T, &mut Checker, &[Rule]),
        outer: &[Rule],
    ) -> bool {
        self.inside(field, |checker| {
            match (outer.is_empty(), field.rules.is_empty()) {
                (true, _) => check(value, checker, &field.rules),
                (_, true) => check(value, checker, outer),
                _ => check(value, checker, &[&field.rules, outer].concat()),
            }
        })
    }

    /// Takes the verdict of a field's own check.
    pub fn field_verdict(&mut self, field: &'static Field, refusal: Option<String>) {
        self.inside(field, |checker| checker.verdict(refusal));
    }

    /// Takes the verdict of a check on the value at the current path.
    pub fn verdict(&mut self, refusal: Option<String>) {
        if let Some(message) = refusal {
            let violation = Violation::new(self.here(), Code::Check, "", "").with_message(message);
            self.report(violation);
        }
    }

    /// Walks into a variant; what it returns is handed to [`leave`](Checker::leave).
    pub fn enter_variant(&mut self, shape: &'static Shape, variant: &'static Variant) -> usize {
        let depth = self.path.len();
        if let Kind::Enum(kind) = &shape.kind
            && !variant.untagged
            && !matches!(variant.content, Content::Unit)
        {
            match &kind.tagging {
                Tagging::External => self.path.push(Step::Name(&variant.name)),
                Tagging::Adjacent { content, .. } => self.path.push(Step::Name(content)),
                Tagging::Internal { .. } | Tagging::Untagged => {}
            }
        }
        depth
    }

    /// Walks into an item of a tuple; what it returns is handed to [`leave`](Checker::leave).
    pub fn enter_index(&mut self, index: usize) -> usize {
        self.path.push(Step::Index(index));
        self.path.len() - 1
    }

    /// Walks out again.
    pub fn leave(&mut self, depth: usize) {
        self.path.truncate(depth);
    }

    /// Walks into the items of a list.
    pub fn items<'v, T: LlmExtract>(
        &mut self,
        rules: &[Rule],
        items: impl ExactSizeIterator<Item = &'v T>,
    ) {
        self.apply(rules, &Seen::List(items.len()));
        let inner = Rule::items(rules);
        for (index, item) in items.enumerate() {
            self.step(Step::Index(index), |checker| item.__check(checker, inner));
        }
    }

    /// Walks into the keys and values of a map.
    pub fn entries<'v, K: LlmExtract, V: LlmExtract>(
        &mut self,
        rules: &[Rule],
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)>,
    ) {
        self.apply(rules, &Seen::Map(entries.len()));
        let (key_rules, value_rules) = (Rule::keys(rules), Rule::values(rules));
        for (key, value) in entries {
            let name = key.__key().map_or_else(|| "".into(), Arc::from);
            self.step(Step::Entry(name), |checker| {
                key.__check(checker, key_rules);
                value.__check(checker, value_rules);
            });
        }
    }

    /// Holds a value to the rules that concern it directly.
    pub fn apply(&mut self, rules: &[Rule], seen: &Seen<'_>) {
        if !self.rules {
            return;
        }
        for rule in rules {
            if let Some(fault) = rule.fault(seen) {
                let violation =
                    Violation::new(self.here(), fault.code, fault.expected, seen.to_string());
                self.report(violation);
            }
        }
    }

    /// Holds a list to the rule that no two items are equal.
    pub fn unique<T: Unique>(&mut self, field: &'static Field, value: &T) {
        if !self.rules {
            return;
        }
        let Some((first, second)) = value.first_repeat() else {
            return;
        };
        self.inside(field, |checker| {
            let found = format!("equal items at {first} and {second}");
            let violation = Violation::new(
                checker.here(),
                Code::Unique,
                "a list without equal items",
                found,
            );
            checker.report(violation);
        });
    }

    fn inside(&mut self, field: &'static Field, walk: impl FnOnce(&mut Self)) -> bool {
        let (mark, soft) = (self.mark(), self.soft);
        self.soft |= field.warn;
        if field.name.is_empty() || field.flatten {
            walk(self);
        } else {
            self.step(Step::Name(&field.name), walk);
        }
        self.soft = soft;
        self.sound_since(mark)
    }

    fn step(&mut self, step: Step, walk: impl FnOnce(&mut Self)) {
        self.path.push(step);
        walk(self);
        self.path.pop();
    }

    fn here(&self) -> Path {
        let segments = self.path.iter().map(|step| match step {
            Step::Name(name) => Segment::Key((*name).into()),
            Step::Index(index) => Segment::Index(*index),
            Step::Entry(key) => Segment::Key(key.clone()),
        });
        Path::from(segments.collect::<Vec<_>>())
    }

    fn report(&mut self, violation: Violation) {
        if self.soft {
            self.warnings.push(violation);
        } else {
            self.violations.push(violation);
        }
    }
}
