//! Faults of a type itself: what serde describes and never reads, and rules that cannot hold; and whether it has checks.
//!
//! Faults are the program's, not the model's, so they are found before the first request and never retried.

pub(crate) mod constant;
mod entries;
mod keys;
mod objects;
mod shadow;

use std::any::TypeId;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::decode::MAX_FIELDS;
use crate::known::{self, misplaced};
use crate::path::{Path, Segment};
use crate::rules::Rule;
use crate::shape::{Content, Field, Key, Kind, Shape, ShapeRef, Tagging, Variant, View};
use crate::strict::plain_end;
use crate::violation::{Code, Violation};
use entries::Entries;
use keys::{no_key, number_key};

/// What is known of a type as a whole, with all types inside it.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The first fault, if there is one.
    pub(crate) fault: Option<Violation>,
    /// Whether a check of the user's stands anywhere.
    pub(crate) checks: bool,
    /// Whether a text of clean JSON may be read in step with the shape, in one pass.
    pub(crate) direct: bool,
    /// A field that serde does not write, if there is one.
    pub(crate) lost: Option<Arc<str>>,
}

/// The facts of types, in short chains that are read without a lock: every reading of a text asks for them.
static KNOWN: [Slot; 64] = [const { Slot::new() }; 64];

type Slot = OnceLock<Box<Known>>;

struct Known {
    id: TypeId,
    facts: Facts,
    next: Slot,
}

/// The facts of a type; looked for once for each type.
pub(crate) fn facts(view: View<'_>) -> &'static Facts {
    // What is made at run time was looked through then, and has no checks.
    static MADE: Facts = Facts {
        fault: None,
        checks: false,
        direct: false,
        lost: None,
    };
    let Some(Key::Type(id)) = view.key() else {
        return &MADE;
    };
    // A type whose constant has several addresses is known in several chains.
    let place = std::ptr::from_ref(view.shape).addr() / size_of::<Shape>();
    let mut slot = &KNOWN[place % KNOWN.len()];
    loop {
        match slot.get() {
            Some(known) if known.id == id => return &known.facts,
            Some(known) => slot = &known.next,
            None => {
                let known = Box::new(Known {
                    id,
                    facts: find(view),
                    next: Slot::new(),
                });
                // Another may have been faster, with this type or with another one.
                let _ = slot.set(known);
            }
        }
    }
}

fn find(view: View<'_>) -> Facts {
    let mut search = Search {
        path: Vec::new(),
        visited: HashSet::new(),
        open: Vec::new(),
        facts: Facts {
            fault: None,
            checks: false,
            direct: true,
            lost: None,
        },
    };
    search.visit(view, &[], false);
    search.facts
}

struct Search {
    path: Vec<String>,
    visited: HashSet<(Key, bool)>,
    /// The types whose value starts at the same place as the current one.
    open: Vec<Key>,
    facts: Facts,
}

impl Search {
    fn report(&mut self, message: String) {
        let segments: Vec<Segment> = (self
            .path
            .iter()
            .map(|key| Segment::Key(key.as_str().into())))
        .collect();
        let violation =
            Violation::new(Path::from(segments), Code::TypeFault, "", "").with_message(message);
        self.facts.fault.get_or_insert(violation);
    }

    /// Looks at a type; `buffered` says that serde reads it through a buffer that loses what JSON does not have.
    fn visit(&mut self, view: View<'_>, rules: &[Rule], buffered: bool) {
        if self.facts.fault.is_some() {
            return;
        }
        self.rules(view, rules);
        let key = view.key();
        if key.is_some_and(|key| !self.visited.insert((key, buffered))) {
            return;
        }
        self.facts.checks |= view.shape.checks;
        self.facts.direct &= is_simple(&view.shape.kind);
        self.lost(view.shape);
        match &view.shape.kind {
            Kind::Integer { min, max, .. }
                if buffered && (*min < i64::MIN.into() || *max > u64::MAX.into()) =>
            {
                self.report(format!(
                    "`{}` stands where serde buffers the value (a flattened field, or a variant with an inner tag or \
                     without one), and serde cannot buffer 128-bit integers; use a 64-bit integer or a string",
                    view.shape.name
                ));
            }
            Kind::Option(inner) => self.visit(view.at(*inner), rules, buffered),
            Kind::List(list) => self.inner(view, list.item, Rule::items(rules), buffered),
            Kind::Map(map) => {
                if let Some(noun) = no_key(view.at(map.key)) {
                    self.report(format!(
                        "the keys of a map are strings, and {noun} is never written as one; use a string, a number or \
                         an enum of names"
                    ));
                }
                if buffered && number_key(view.at(map.key)) {
                    self.report(
                        "a map with number keys stands where serde buffers the value (a flattened field, or a variant \
                         with an inner tag or without one), where keys stay strings; use string keys"
                            .to_owned(),
                    );
                }
                self.key_rules(view.at(map.key), Rule::keys(rules));
                self.inner(view, map.value, Rule::values(rules), buffered);
            }
            Kind::Newtype(newtype) => {
                self.facts.direct &= newtype.field.rules.is_empty() || rules.is_empty();
                let rules = [&newtype.field.rules, rules].concat();
                self.open.extend(key);
                self.same_place(&newtype.field, &rules, view, buffered);
                self.open
                    .truncate(self.open.len() - usize::from(key.is_some()));
            }
            Kind::Tuple(fields) => fields
                .iter()
                .for_each(|field| self.field(field, view, buffered)),
            Kind::Struct(kind) => self.structure(kind, view, buffered, Entries::default()),
            Kind::Enum(kind) => {
                if let Some((earlier, later)) = shadow::shadowed(view, kind) {
                    self.report(format!(
                        "the untagged variant `{}` is never read, since `{}` before it takes whatever is written of \
                         it; put `{0}` first, or tell them apart by a key or a type",
                        later.name, earlier.name
                    ));
                }
                let buffered = buffered
                    || matches!(kind.tagging, Tagging::Internal { .. } | Tagging::Untagged);
                for variant in kind.variants.iter() {
                    self.path.push(variant.name.to_string());
                    let buffered = buffered || variant.untagged;
                    match &variant.content {
                        Content::Unit => {}
                        Content::Newtype(field) => {
                            // A tag is taken away, so that what is inside cannot go on for ever.
                            let same_place =
                                matches!(kind.tagging, Tagging::Untagged) || variant.untagged;
                            self.newtype_variant(field, view, key.filter(|_| same_place), buffered);
                            if let (Tagging::Internal { tag }, false) =
                                (&kind.tagging, variant.untagged)
                            {
                                self.beside_tag(tag, view, view.at(field.shape));
                            }
                        }
                        Content::Tuple(fields) => fields
                            .iter()
                            .for_each(|field| self.field(field, view, buffered)),
                        Content::Struct(object) => {
                            let entries = match &kind.tagging {
                                Tagging::Internal { tag } if !variant.untagged => {
                                    Entries::tagged(tag, view)
                                }
                                _ => Entries::default(),
                            };
                            self.structure(object, view, buffered, entries);
                        }
                    }
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn lost(&mut self, shape: &Shape) {
        let mut lost = shape.lost.iter().filter(|(_, size)| *size > 0);
        if let (None, Some((field, _))) = (&self.facts.lost, lost.next()) {
            self.facts.lost = Some(format!("`{field}` of `{}`", shape.name).into());
        }
    }

    fn key_rules(&mut self, view: View<'_>, rules: &[Rule]) {
        match &view.shape.kind {
            Kind::Newtype(newtype) => {
                let rules = [&newtype.field.rules, rules].concat();
                self.key_rules(view.at(newtype.field.shape), &rules);
            }
            Kind::Option(inner) => self.key_rules(view.at(*inner), rules),
            _ => self.rules(view, rules),
        }
    }

    fn inner(&mut self, view: View<'_>, child: ShapeRef, rules: &[Rule], buffered: bool) {
        let open = std::mem::take(&mut self.open);
        self.visit(view.at(child), rules, buffered);
        self.open = open;
    }

    fn newtype_variant(
        &mut self,
        field: &Field,
        view: View<'_>,
        at_same_place: Option<Key>,
        buffered: bool,
    ) {
        let Some(key) = at_same_place else {
            return self.field(field, view, buffered);
        };
        self.open.push(key);
        self.same_place(field, &field.rules, view, buffered);
        self.open.pop();
    }

    /// A value that starts where the one around it starts must not be of the same type: serde would never end.
    fn same_place(&mut self, field: &Field, rules: &[Rule], view: View<'_>, buffered: bool) {
        self.note(field);
        let mut inner = view.at(field.shape);
        let mut passed = Vec::new();
        loop {
            let again = |key| self.open.contains(&key) || passed.contains(&key);
            if inner.key().is_some_and(again) {
                return self.report(format!(
                    "`{}` contains itself at the same place of the text, so that reading it never ends; \
                     put it under a key of its own",
                    inner.shape.name
                ));
            }
            passed.extend(inner.key());
            match &inner.shape.kind {
                Kind::Option(next) => inner = inner.at(*next),
                Kind::Newtype(newtype) => inner = inner.at(newtype.field.shape),
                _ => break,
            }
        }
        self.visit(view.at(field.shape), rules, buffered);
    }

    fn note(&mut self, field: &Field) {
        self.facts.checks |= field.probe.is_some();
        self.facts.direct &= !field.custom && !field.flatten && is_plain(&field.name);
    }

    fn field(&mut self, field: &Field, view: View<'_>, buffered: bool) {
        self.note(field);
        let open = std::mem::take(&mut self.open);
        self.visit(view.at(field.shape), &field.rules, buffered);
        self.open = open;
    }

    /// Rules that can never concern the value, or never hold.
    fn rules(&mut self, view: View<'_>, rules: &[Rule]) {
        for rule in rules {
            let shrinks = matches!(&view.shape.kind, Kind::List(list) if list.set);
            self.facts.direct &=
                !(matches!(rule, Rule::Unique) || (shrinks && matches!(rule, Rule::MinLen(_))));
            if let Rule::Pattern(pattern) = rule
                && pattern.compiled().is_none()
            {
                self.report(format!(
                    "the pattern `{}` is no regular expression that this crate runs",
                    pattern.source
                ));
            } else if let Some(noun) = misplaced(&view.shape.kind, known::Key::of(rule)) {
                let key = known::Key::of(rule).name();
                self.report(format!("the rule `{key}` does not apply to {noun}"));
            }
        }
    }
}

/// Whether values of this form, as far as this type goes, can be read in one pass.
fn is_simple(kind: &Kind) -> bool {
    match kind {
        Kind::Any | Kind::Decimal | Kind::Number | Kind::Opaque(_) => false,
        Kind::Struct(kind) => kind.fields.len() <= MAX_FIELDS,
        Kind::Enum(kind) => {
            let small = |variant: &Variant| match &variant.content {
                Content::Struct(kind) => kind.fields.len() <= MAX_FIELDS,
                _ => true,
            };
            let tagged = kind.variants.iter().all(|one| !one.untagged && small(one));
            matches!(kind.tagging, Tagging::External) && tagged
        }
        _ => true,
    }
}

/// Whether a key is written as it is.
fn is_plain(name: &str) -> bool {
    plain_end(name.as_bytes(), 0) == name.len()
}
