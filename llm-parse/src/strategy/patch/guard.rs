//! Guards what was right against a patch.

use std::collections::HashSet;

use super::mend::{Mend, Scope};
use super::reply::{Kind, Operation, refusal};
use crate::fix::FixKind;
use crate::patch::Pointer;
use crate::patch::document::Document;
use crate::read::Reader;
use crate::violation::{Code, Violation};

impl Mend {
    /// What was changed that may not be.
    pub(super) fn breach(
        &self,
        operations: &[Operation],
        document: &Document,
        reader: &Reader,
    ) -> Option<Violation> {
        let mut kept = self.kept.iter().flatten();
        let lost = kept.find(|key| !document.has_key(key));
        if let Some(key) = lost {
            let place = Pointer::new([key]);
            return Some(refusal(&format!("`{place}` may not be taken away")));
        }
        match &self.scope {
            Scope::Wrong(open) => {
                let place = open.breach(&self.document, document)?;
                let author = author(operations, &place);
                let hint = open.hint(&place);
                let hint = hint.as_deref().unwrap_or("leave it as it is");
                Some(refusal(&format!(
                    "{author} changes `{place}`, which is not wrong: {hint}"
                )))
            }
            Scope::Any => self.undeclared(operations, document, reader),
        }
    }

    /// A number that a patch gives as text with a sign, `"+1"`: that may be what to add.
    pub(super) fn relative(
        &self,
        operations: &[Operation],
        document: &Document,
        reader: &Reader,
    ) -> Option<Violation> {
        let mut values = operations
            .iter()
            .filter_map(|operation| operation.value.as_ref());
        if !values.any(has_signed) {
            return None;
        }
        let reader = reader.clone().cut_off(false);
        let fixes = match reader.align(self.facts.view(), &document.json()) {
            Ok(fixes) => fixes,
            Err(error) => error.fixes,
        };
        let numbers = fixes
            .iter()
            .filter(|fix| fix.kind() == FixKind::NumberFromText);
        let mut places = numbers.map(|fix| document.pointer(fix.path()));
        let place = places.find(|place| {
            let value = document.find(place);
            value.is_some_and(has_signed) && value != self.document.find(place)
        })?;
        let author = author(operations, &place);
        Some(refusal(&format!(
            "{author} sets `{place}` to a text with a sign, which may be what to add: give the new number, without quotes"
        )))
    }

    /// A key that was set but is none of the type's: it would be left out without a word.
    fn undeclared(
        &self,
        operations: &[Operation],
        document: &Document,
        reader: &Reader,
    ) -> Option<Violation> {
        let reader = reader.clone().cut_off(false);
        let fixes = reader.align(self.facts.view(), &document.json()).ok()?;
        let unknown = fixes.iter().filter(|fix| fix.kind() == FixKind::UnknownKey);
        let mut places = unknown.map(|fix| document.pointer(fix.path()));
        let place = places.find(|place| {
            let mut set = operations
                .iter()
                .filter(|operation| operation.kind != Kind::Test);
            set.any(|operation| operation.path == *place)
        })?;
        let author = author(operations, &place);
        Some(refusal(&format!(
            "{author}: `{place}` is no key of the type"
        )))
    }

    /// What is wrong now that was right before, or more than there was.
    pub(super) fn worsening<'v>(
        &self,
        merged: &Document,
        now: &'v [Violation],
    ) -> Option<&'v Violation> {
        let Scope::Wrong(open) = &self.scope else {
            return None;
        };
        let place = |violation: &Violation| merged.pointer(violation.path());
        let strays = |violation: &&Violation| !open.admits(&place(violation), &self.document);
        let mut now = now.iter().filter(|violation| !self.uncovers(violation));
        now.clone().find(strays).or_else(|| {
            // What is wrong inside of a part that was missing counts once: the part is there now.
            let missing = self
                .violations
                .iter()
                .filter(|old| old.code() == Code::Missing);
            let missing: Vec<_> = missing
                .map(|old| self.document.pointer(old.path()))
                .collect();
            let filled = |violation: &Violation| {
                let inner = place(violation);
                missing
                    .iter()
                    .position(|open| open.holds(&inner) && *open != inner)
            };
            let inside: HashSet<_> = now.clone().filter_map(filled).collect();
            let others = now.clone().filter(|violation| filled(violation).is_none());
            let more = inside.len() + others.count() > self.violations.len();
            now.next_back().filter(|_| more)
        })
    }

    /// Whether the fault could not be seen before, since checks run only where the shape is right.
    fn uncovers(&self, violation: &Violation) -> bool {
        let is_late =
            |violation: &Violation| matches!(violation.code(), Code::Check | Code::Decode);
        is_late(violation) && !self.violations.iter().all(is_late)
    }
}

/// The operation that changed a place.
fn author(operations: &[Operation], place: &Pointer) -> String {
    match operations
        .iter()
        .position(|operation| operation.changes(place))
    {
        Some(index) => format!("operation {}", index + 1),
        None => "the patch".to_owned(),
    }
}

impl Operation {
    /// Whether it may change what stands at a place.
    pub(super) fn changes(&self, place: &Pointer) -> bool {
        let touches = |path: &Pointer| path.holds(place) || place.holds(path);
        let moved = self.from.as_ref().filter(|_| self.kind == Kind::Move);
        self.kind != Kind::Test && (touches(&self.path) || moved.is_some_and(touches))
    }
}

/// Whether a value is, or holds, a text that begins with a sign and a digit.
fn has_signed(value: &Document) -> bool {
    if let Document::Scalar(text) = value {
        let rest = text.strip_prefix('"').unwrap_or_default().trim_start();
        let digits = rest.strip_prefix(['+', '-', '−']).unwrap_or_default();
        return digits
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c == '.');
    }
    value.children().iter().any(|(_, child)| has_signed(child))
}
