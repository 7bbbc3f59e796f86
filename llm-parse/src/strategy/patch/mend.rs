//! Puts a patch into the document that it changes, as a transaction, and guards what was right.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::reply::{self, Asked, Kind, Operation, refusal};
use crate::facts::Facts;
use crate::fix::{Fix, FixKind};
use crate::outline::declares;
use crate::patch::Pointer;
use crate::patch::difference::Open;
use crate::patch::document::Document;
use crate::patch::edit::{self, Fault, Limits};
use crate::path::Path;
use crate::plan::{Merged, Part};
use crate::read::{ParseError, Reader};
use crate::violation::{Code, Violation};

/// How many bytes the copies of a patch may add.
const COPIES: usize = 256 << 10;
/// How many faults of a patch are told.
const FAULTS: usize = 10;
/// How many operations a patch may have; with more of them it is no patch.
const OPERATIONS: usize = 1_000;

/// A document that a patch is asked for.
pub(super) struct Mend {
    pub(super) document: Document,
    pub(super) facts: Arc<Facts>,
    /// What is wrong with the document.
    pub(super) violations: Vec<Violation>,
    /// What was mended in it before.
    pub(super) fixes: Vec<Fix>,
    pub(super) scope: Scope,
    /// The keys of the root that must stay, where it is a set of values.
    pub(super) kept: Option<Vec<String>>,
    /// The document with the last patch in it, by which what is still wrong is told by the names of items.
    pub(super) merged: Mutex<Option<Document>>,
}

/// What a patch may change.
pub(super) enum Scope {
    /// What is wrong.
    Wrong(Open),
    /// Whatever the text says.
    Any,
}

impl Part for Mend {
    fn merge(&self, reply: &str, reader: &Reader) -> Result<Merged, ParseError> {
        let refuse = |violations| self.refused(violations);
        let Asked {
            mut operations,
            fixes: mended,
        } = reply::read(reply, reader).map_err(refuse)?;
        let several = |fix: &&Fix| fix.kind() == FixKind::OtherValue;
        if matches!(self.scope, Scope::Any)
            && let Some(other) = mended.iter().find(several)
        {
            return Err(self.refused(vec![refusal(&format!(
                "there is more than one patch: {other}"
            ))]));
        }
        if operations.len() > OPERATIONS {
            let fault = format!(
                "the patch has {} operations: {OPERATIONS} are the most",
                operations.len()
            );
            return Err(self.refused(vec![refusal(&fault)]));
        }
        let mut document = self.document.clone();
        let mut limits = Limits::new(COPIES);
        let mut faults = Vec::new();
        for (index, operation) in operations.iter_mut().enumerate() {
            let named = operation.name_items(&document);
            if let Err(fault) =
                named.and_then(|()| self.apply(operation, &mut document, &mut limits))
            {
                faults.push(refusal(&format!("operation {}: {fault}", index + 1)));
            }
            if faults.len() == FAULTS {
                break;
            }
        }
        if faults.is_empty() {
            faults.extend(self.breach(&operations, &document, reader));
        }
        if !faults.is_empty() {
            return Err(self.refused(faults));
        }
        let merged = Merged {
            document: document.json(),
            fixes: self.fixes_with(&mended, &operations, &document),
            open: Vec::new(),
        };
        *self.merged() = Some(document);
        Ok(merged)
    }

    fn settle(&self, mut error: ParseError) -> ParseError {
        let merged = self.merged().take();
        let merged = merged.as_ref().unwrap_or(&self.document);
        if let Some(worse) = self.worsening(merged, &error.violations) {
            let place = merged.pointer(worse.path());
            let message = worse.message();
            let message = format!("the patch makes the document worse at `{place}`: {message}");
            return self.refused(vec![refusal(&message)]);
        }
        if error.partial.is_none() {
            error.partial = Some(self.document.json());
        }
        error
    }
}

impl Mend {
    fn merged(&self) -> MutexGuard<'_, Option<Document>> {
        self.merged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document as it was, and why the patch was not put into it.
    fn refused(&self, mut violations: Vec<Violation>) -> ParseError {
        violations.extend(self.violations.iter().cloned());
        ParseError {
            partial: Some(self.document.json()),
            ..ParseError::new(violations)
        }
    }

    /// What was mended in the document before, and now in the patch.
    fn fixes_with(
        &self,
        mended: &[Fix],
        operations: &[Operation],
        document: &Document,
    ) -> Vec<Fix> {
        let mended = mended
            .iter()
            .filter(|fix| fix.kind() != FixKind::UnknownKey);
        let mended = mended.map(|fix| {
            let inside = Operation::inside(fix.path());
            let place = inside.and_then(|(index, rest)| {
                let path = document.path(&operations.get(index)?.path);
                Some(path.join(&Path::from(rest.to_vec())))
            });
            let mut fix = fix.clone().moved(place.unwrap_or_default());
            fix.forget_span();
            fix
        });
        self.fixes.iter().cloned().chain(mended).collect()
    }

    fn apply(
        &self,
        operation: &Operation,
        document: &mut Document,
        limits: &mut Limits,
    ) -> Result<(), Fault> {
        let path = &operation.path;
        let from = operation.from.as_ref().unwrap_or(path);
        let value = || operation.value.clone().unwrap_or_else(Document::null);
        self.guard(operation, document)?;
        match operation.kind {
            Kind::Add => self.add(document, path, value()),
            Kind::Replace => self.replace(document, path, value()),
            Kind::Remove => edit::remove(document, path).map(drop),
            Kind::Move => edit::relocate(document, from, path),
            Kind::Copy => edit::copy(document, from, path, limits),
            Kind::Test => edit::test(document, path, &value()),
        }
    }

    /// No value of a set is lost on the way: none is put in the place of another, and none is taken away and put back.
    fn guard(&self, operation: &Operation, document: &Document) -> Result<(), Fault> {
        let Some(kept) = &self.kept else {
            return Ok(());
        };
        let path = &operation.path;
        let taken = match operation.kind {
            Kind::Remove => Some(path),
            Kind::Move => operation.from.as_ref().filter(|from| *from != path),
            _ => None,
        };
        if let Some(taken) = taken
            && matches!(taken.tokens(), [key] if kept.contains(key))
        {
            return Err(Fault::new(taken, "may not be taken away"));
        }
        let puts = match operation.kind {
            Kind::Add => !self.is_wrong(path),
            Kind::Copy => true,
            Kind::Move => taken.is_some(),
            _ => false,
        };
        match path.tokens() {
            [key] if puts && document.has_key(key) => {
                Err(Fault::new(path, "is there already: use `replace`"))
            }
            _ => Ok(()),
        }
    }

    fn is_wrong(&self, path: &Pointer) -> bool {
        matches!(&self.scope, Scope::Wrong(open) if open.whole.contains(path))
    }

    /// Models add what is there where they are to mend it.
    fn add(&self, document: &mut Document, path: &Pointer, value: Document) -> Result<(), Fault> {
        if self.is_wrong(path) && edit::at(document, path).is_ok() {
            return edit::replace(document, path, value);
        }
        self.whole(document, path)?;
        edit::add(document, path, value)
    }

    /// Models replace what is missing.
    fn replace(
        &self,
        document: &mut Document,
        path: &Pointer,
        value: Document,
    ) -> Result<(), Fault> {
        self.whole(document, path)?;
        let absent = edit::at(document, path).is_err_and(|fault| fault.is_absent(path));
        if absent && self.may_be_there(document, path) {
            return edit::add(document, path, value);
        }
        edit::replace(document, path, value)
    }

    /// Whether a key that is absent is one of the type's, or known to be missing.
    fn may_be_there(&self, document: &Document, path: &Pointer) -> bool {
        self.is_wrong(path) || declares(self.facts.view(), &document.path(path))
    }

    /// Where anything may change, the whole of the document may not be given anew.
    fn whole(&self, document: &Document, path: &Pointer) -> Result<(), Fault> {
        match self.scope {
            Scope::Any if path.tokens().is_empty() && !document.is_scalar() => Err(Fault::new(
                path,
                "is not to be given anew: change only the parts that change",
            )),
            _ => Ok(()),
        }
    }

    /// What was changed that may not be.
    fn breach(
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
                Some(refusal(&format!(
                    "{author} changes `{place}`, which is not wrong: leave it as it is"
                )))
            }
            Scope::Any => self.undeclared(operations, document, reader),
        }
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
    fn worsening<'v>(&self, merged: &Document, now: &'v [Violation]) -> Option<&'v Violation> {
        let Scope::Wrong(open) = &self.scope else {
            return None;
        };
        let place = |violation: &Violation| merged.pointer(violation.path());
        let strays = |violation: &&Violation| !open.holds(&place(violation));
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

impl Operation {
    /// Names the items of lists that are given by plain numbers.
    fn name_items(&mut self, document: &Document) -> Result<(), Fault> {
        if let Some(from) = &mut self.from {
            *from = document.by_names(from, false)?;
        }
        let put = matches!(self.kind, Kind::Add | Kind::Move | Kind::Copy);
        let rest = match (self.kind, &self.from) {
            // Where the item goes is counted without it.
            (Kind::Move, Some(from)) if has_numbers(&self.path) => {
                let mut rest = document.clone();
                edit::remove(&mut rest, from)?;
                Some(rest)
            }
            _ => None,
        };
        self.path = rest
            .as_ref()
            .unwrap_or(document)
            .by_names(&self.path, put)?;
        Ok(())
    }
}

fn has_numbers(path: &Pointer) -> bool {
    let is_number = |token: &String| token.bytes().all(|byte| byte.is_ascii_digit());
    path.tokens().iter().any(is_number)
}

/// The operation that changed a place.
fn author(operations: &[Operation], place: &Pointer) -> String {
    let touches = |path: &Pointer| path.holds(place) || place.holds(path);
    let found = operations.iter().position(|operation| {
        operation.kind != Kind::Test
            && (touches(&operation.path)
                || operation.kind == Kind::Move && operation.from.as_ref().is_some_and(touches))
    });
    match found {
        Some(index) => format!("operation {}", index + 1),
        None => "the patch".to_owned(),
    }
}
