//! A whole document that was given where a patch was asked for.

use super::mend::{Mend, Scope};
use super::reply::{is_guess, refusal};
use super::superset::{is_same, lost};
use crate::fix::Fix;
use crate::patch::Pointer;
use crate::patch::difference::Open;
use crate::patch::document::{Document, List};
use crate::plan::Merged;
use crate::read::{ParseError, Reader};
use crate::root::Wanted;
use crate::runtime::RuntimeShape;
use crate::violation::Violation;

impl Mend {
    /// Takes a whole document where it differs from the one that is there only where that may change, or has more in it;
    /// `None` where the reply is none.
    pub(super) fn given_whole(
        &self,
        reply: &str,
        reader: &Reader,
    ) -> Option<Result<Merged, ParseError>> {
        let given = self.read_whole(reply, reader)?;
        let nothing = Open::default();
        let open = match &self.scope {
            Scope::Wrong(open) => open,
            Scope::Any => &nothing,
        };
        let root = Pointer::default();
        let adopted = adopted(&self.document, &given, open, &root);
        let breach = match &adopted {
            Some(adopted) => open.breach(&self.document, adopted),
            // Which item is which is not known.
            None => Some(root.clone()),
        };
        let (taken, place) = match (breach, &self.scope) {
            (None, _) => (adopted, root),
            (Some(_), Scope::Wrong(open)) if open.alike.is_empty() => {
                match lost(&self.document, &given, open, &root) {
                    None => (Some(given), root),
                    Some(place) => (None, place),
                }
            }
            (Some(place), _) => (None, place),
        };
        let Some(document) = taken else {
            return Some(Err(self.refused(vec![self.other(&place)])));
        };
        let merged = Merged {
            document: document.json(),
            fixes: self.fixes.clone(),
            open: Vec::new(),
        };
        self.keep(document);
        Some(Ok(merged))
    }

    /// Says that a whole document is another one at this place.
    fn other(&self, place: &Pointer) -> Violation {
        let place = match place.tokens() {
            [] => "the root".to_owned(),
            _ => format!("`{place}`"),
        };
        let fault = match self.scope {
            Scope::Wrong(_) => format!("it changes {place}, which is not wrong"),
            Scope::Any => format!("it changes {place}, for one"),
        };
        refusal(&format!(
            "the whole document was given instead of a patch, and {fault}: give operations for what is to change"
        ))
    }

    /// The document in a reply, as the type reads it.
    fn read_whole(&self, reply: &str, reader: &Reader) -> Option<Document> {
        let (shown, fixes) = document_in(reply, reader)?;
        if fixes.iter().any(is_guess) {
            return None;
        }
        if !is_alike(&self.document, &shown) {
            return None;
        }
        let text = match reader.parse_text(self.facts.wanted(), &shown.json()) {
            Ok(read) => read.value,
            Err(error) => error.partial?,
        };
        Document::read_any(&text)
    }
}

/// The JSON in a reply, whatever it is, and what was mended in it.
pub(super) fn document_in(reply: &str, reader: &Reader) -> Option<(Document, Vec<Fix>)> {
    let any = RuntimeShape::any();
    let read = reader.parse_text(Wanted::Document(&any), reply).ok()?;
    Some((Document::read_shown(&read.value)?, read.fixes))
}

/// Whether another document is of the same kind, with at least half of the keys.
fn is_alike(document: &Document, other: &Document) -> bool {
    match (document, other) {
        (Document::Object(own), Document::Object(_)) => {
            let shared = own.iter().filter(|(key, _)| other.has_key(key)).count();
            shared > 0 && 2 * shared >= own.len()
        }
        (Document::List(_), Document::List(_)) => true,
        _ => false,
    }
}

/// The new document with the names of the old one's items, and its text wherever they are equal and that may not change;
/// `None` where it is not clear which item is which.
fn adopted(old: &Document, new: &Document, open: &Open, place: &Pointer) -> Option<Document> {
    if open.holds(place) {
        return Some(new.clone());
    }
    match (old, new) {
        _ if is_same(old, new) => Some(old.clone()),
        (Document::Object(_), Document::Object(entries)) => {
            let entries = entries.iter().map(|(key, new)| {
                let place = place.child(key);
                let value = match old.find(&Pointer::new([key])) {
                    Some(old) => adopted(old, new, open, &place)?,
                    None => new.clone(),
                };
                Some((key.clone(), value))
            });
            Some(Document::Object(entries.collect::<Option<_>>()?))
        }
        (Document::List(a), Document::List(b)) if a.items.len() == b.items.len() => {
            let pairs = a.items.iter().zip(&b.items);
            let items = pairs.map(|((id, old), (_, new))| {
                let place = place.child(&format!("#{id}"));
                Some((*id, adopted(old, new, open, &place)?))
            });
            let items = items.collect::<Option<_>>()?;
            Some(Document::List(List {
                items,
                next: a.next,
            }))
        }
        (Document::List(a), Document::List(b)) => resized(a, b).map(Document::List),
        _ => Some(new.clone()),
    }
}

/// A list with items taken out or added at its end.
fn resized(old: &List, new: &List) -> Option<List> {
    let mut rest = old.items.iter();
    let mut list = List {
        items: Vec::new(),
        next: old.next,
    };
    for (_, item) in &new.items {
        match rest.find(|(_, old)| is_same(old, item)) {
            Some(kept) => list.items.push(kept.clone()),
            // Only behind all others is it a new one for sure.
            None if list.items.len() >= old.items.len() || list.next > old.next => {
                list.items.push((list.next, item.clone()));
                list.next += 1;
            }
            None => return None,
        }
    }
    Some(list)
}
