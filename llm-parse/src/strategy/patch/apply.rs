//! Applies the operations of a patch in turn.

use super::mend::{Mend, Scope};
use super::reply::{Kind, Operation, refusal};
use crate::outline::{declares, is_entry};
use crate::patch::Pointer;
use crate::patch::document::Document;
use crate::patch::edit::{self, Fault, Limits, Node};
use crate::violation::Violation;

/// How many bytes the copies of a patch may add.
const COPIES: usize = 256 << 10;
/// How many faults of a patch are told.
const FAULTS: usize = 10;

impl Mend {
    /// The document with all operations applied, or what is wrong with them; names the items of lists in the operations.
    pub(super) fn changed(&self, operations: &mut [Operation]) -> Result<Document, Vec<Violation>> {
        let mut document = self.document.clone();
        let mut limits = Limits::new(COPIES);
        let mut faults = Vec::new();
        let mut set = Set::default();
        for (index, operation) in operations.iter_mut().enumerate() {
            let number = index + 1;
            let applied = operation.name_items(&document).and_then(|()| {
                let at_stake = set.at_stake(operation, &document);
                self.apply(operation, &mut document, &mut limits)?;
                operation.name_new_item(&document);
                Ok(Set::undone(&at_stake, &document))
            });
            match applied {
                Ok(None) => set.note(operation, number),
                Ok(Some((place, first))) => faults.push(refusal(&format!(
                    "operation {number} undoes operation {first}, which set `{place}`: give each value once"
                ))),
                Err(fault) => faults.push(refusal(&format!("operation {number}: {fault}"))),
            }
            if faults.len() == FAULTS {
                break;
            }
        }
        if faults.is_empty() {
            Ok(document)
        } else {
            Err(faults)
        }
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

    /// No value is lost on the way: none of a set is taken away, and none of a map is put in the place of another.
    fn guard(&self, operation: &Operation, document: &Document) -> Result<(), Fault> {
        let path = &operation.path;
        let taken = match operation.kind {
            Kind::Remove => Some(path),
            Kind::Move => operation.from.as_ref().filter(|from| *from != path),
            _ => None,
        };
        let kept = |key: &String| self.kept.as_ref().is_some_and(|kept| kept.contains(key));
        if let Some(taken) = taken
            && matches!(taken.tokens(), [key] if kept(key))
        {
            return Err(Fault::new(taken, "may not be taken away"));
        }
        let puts = match operation.kind {
            Kind::Add => operation.value.as_ref(),
            Kind::Copy => operation.from.as_ref().and_then(|from| document.find(from)),
            Kind::Move => taken.and_then(|from| document.find(from)),
            _ => None,
        };
        let is_lost = |old: &&Document| puts.is_some_and(|new| !old.same(new));
        let Some(lost) = document.find(path).filter(is_lost) else {
            return Ok(());
        };
        let inserted = path
            .parent()
            .and_then(|list| document.find(&list))
            .is_some_and(|list| matches!(list, Document::List(_)));
        if self.is_wrong(path) || inserted {
            return Ok(());
        }
        let is_full = match lost {
            Document::List(items) if !items.items.is_empty() => {
                let reason = "is a list with items: add `/-` to the path for one more item, or use `replace`";
                return Err(Fault::new(path, reason));
            }
            Document::Object(entries) => !entries.is_empty(),
            _ => false,
        };
        if is_full || is_entry(self.facts.view(), &document.path(path)) {
            return Err(Fault::new(path, "is there already: use `replace`"));
        }
        Ok(())
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
}

/// The places that operations set, each with the number of the operation.
///
/// RFC 6902 lets a later operation undo an earlier one, but then it cannot be told what a model means.
#[derive(Default)]
struct Set(Vec<(Pointer, usize)>);

type AtStake = Vec<(Pointer, usize, Document)>;

impl Set {
    /// What stands where earlier operations set something, and this one may set something else.
    fn at_stake(&self, operation: &Operation, document: &Document) -> AtStake {
        if operation.kind == Kind::Test {
            return Vec::new();
        }
        let held = self
            .0
            .iter()
            .filter(|(place, _)| operation.path.holds(place));
        held.filter_map(|(place, number)| {
            Some((place.clone(), *number, document.find(place)?.clone()))
        })
        .collect()
    }

    /// The first place whose value is another one now, and the operation that had set it.
    fn undone(at_stake: &AtStake, document: &Document) -> Option<(Pointer, usize)> {
        let mut lost = at_stake
            .iter()
            .filter(|(place, _, before)| !document.find(place).is_some_and(|now| now.same(before)));
        lost.next()
            .map(|(place, number, _)| (place.clone(), *number))
    }

    /// Remembers what an operation set.
    fn note(&mut self, operation: &Operation, number: usize) {
        let path = &operation.path;
        if let (Kind::Move, Some(from)) = (operation.kind, &operation.from) {
            for (place, _) in self.0.iter_mut().filter(|(place, _)| from.holds(place)) {
                let rest = &place.tokens()[from.tokens().len()..];
                *place = Pointer::new(path.tokens().iter().chain(rest).cloned());
            }
        }
        if matches!(operation.kind, Kind::Test | Kind::Remove) {
            return;
        }
        self.0.push((path.clone(), number));
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

    /// Names the item that was added at the end of a list.
    fn name_new_item(&mut self, document: &Document) {
        let newest = match self.path.tokens().split_last() {
            Some((end, outer)) if end == "-" => {
                let outer = Pointer::new(outer.iter().cloned());
                match document.find(&outer) {
                    // The new item's name is the greatest.
                    Some(Document::List(list)) => {
                        let newest = list.items.last();
                        newest.map(|(id, _)| outer.child(&format!("#{id}")))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        self.path = newest.unwrap_or_else(|| self.path.clone());
    }
}

fn has_numbers(path: &Pointer) -> bool {
    let is_number = |token: &String| token.bytes().all(|byte| byte.is_ascii_digit());
    path.tokens().iter().any(is_number)
}
