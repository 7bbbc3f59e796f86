//! A document that a patch is put into, as a transaction.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::reply::{self, Asked, Operation, refusal};
use super::whole::document_in;
use crate::facts::Facts;
use crate::fix::{Fix, FixKind};
use crate::patch::difference::Open;
use crate::patch::document::Document;
use crate::path::Path;
use crate::plan::{Merged, Part};
use crate::read::{ParseError, Reader};
use crate::rules::quote;
use crate::violation::{Code, Violation};

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
        let Asked {
            mut operations,
            fixes: mended,
        } = match reply::read(reply, reader) {
            // A document may have a key by the name of a patch's own.
            Ok(_) if self.looks_like_a_patch() && self.given_whole(reply, reader).is_some() => {
                let fault =
                    "it may be a patch or the whole document: give the operations alone, as a list";
                return Err(self.refused(vec![refusal(fault)]));
            }
            Ok(asked) => asked,
            Err(violations) => {
                let whole = self.given_whole(reply, reader);
                return whole.unwrap_or_else(|| Err(self.refused(self.hinted(violations))));
            }
        };
        let several = |fix: &&Fix| fix.kind() == FixKind::OtherValue;
        if matches!(self.scope, Scope::Any)
            && let Some(other) = mended.iter().find(several)
        {
            return Err(self.refused(vec![refusal(&format!(
                "there is more than one patch: {other}"
            ))]));
        }
        if let Some(fault) = self.more_than(&operations, &mended, reply, reader) {
            let whole = self.given_whole(reply, reader);
            return whole.unwrap_or_else(|| Err(self.refused(vec![fault])));
        }
        if operations.len() > OPERATIONS {
            let fault = format!(
                "the patch has {} operations: {OPERATIONS} are the most",
                operations.len()
            );
            return Err(self.refused(vec![refusal(&fault)]));
        }
        let document = self
            .changed(&mut operations)
            .map_err(|faults| self.refused(faults))?;
        let fault = self.relative(&operations, &document, reader);
        if let Some(fault) = fault.or_else(|| self.breach(&operations, &document, reader)) {
            return Err(self.refused(vec![fault]));
        }
        let merged = Merged {
            document: document.json(),
            fixes: self.fixes_with(&mended, &operations, &document),
            open: Vec::new(),
        };
        self.keep(document);
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

    /// Remembers the document with the patch in it.
    pub(super) fn keep(&self, document: Document) {
        *self.merged() = Some(document);
    }

    /// The document as it was, and why the patch was not put into it.
    pub(super) fn refused(&self, mut violations: Vec<Violation>) -> ParseError {
        violations.extend(self.violations.iter().cloned());
        ParseError {
            partial: Some(self.document.json()),
            ..ParseError::new(violations)
        }
    }

    /// Why a reply may say more than the operations that were found in it.
    fn more_than(
        &self,
        operations: &[Operation],
        mended: &[Fix],
        reply: &str,
        reader: &Reader,
    ) -> Option<Violation> {
        let has = |kind: FixKind| mended.iter().any(|fix| fix.kind() == kind);
        if !has(FixKind::OuterKey) && !has(FixKind::UnknownKey) {
            return None;
        }
        let (Document::Object(entries), _) = document_in(reply, reader)? else {
            return None;
        };
        let is_own = |key: &&str| self.document.has_key(key) && !reply::KEYS.contains(key);
        let keys = entries.iter().map(|(key, _)| key.as_str());
        if let Some(key) = keys.clone().find(is_own) {
            return Some(refusal(&format!(
                "the key {} of the document stands beside the operations, or round them: give operations for all that is to change, and nothing else",
                quote(key)
            )));
        }
        let is_none = operations.is_empty() && has(FixKind::OuterKey);
        is_none.then(|| {
            refusal("a list without operations; where nothing is to change, answer {\"operations\": []}")
        })
    }

    /// Tells how nothing is changed, where words were given for that.
    fn hinted(&self, violations: Vec<Violation>) -> Vec<Violation> {
        let hint = |violation: Violation| match (violation.code(), &self.scope) {
            (Code::NoJson, Scope::Any) => {
                let message = violation.message();
                violation.with_message(format!(
                    "{message}; where nothing is to change, answer {{\"operations\": []}}"
                ))
            }
            _ => violation,
        };
        violations.into_iter().map(hint).collect()
    }

    /// Whether the document has a key under which the operations of a patch may stand.
    fn looks_like_a_patch(&self) -> bool {
        reply::KEYS.iter().any(|key| self.document.has_key(key))
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
}
