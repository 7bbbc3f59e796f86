//! The operations on a document whose items have names.

use super::Pointer;
use super::document::{Document, List, name};
use super::edit::{Fault, Node, SEEN, Why};
use serde_json::Value;

const NO_NAME: Why = Why::Other("is no item of a list: they are named `#0`, `#1`, ..");
const NEW: Why = Why::Other("is a new item and has no parts: give it as a whole");
const THERE: Why =
    Why::Other("is there already: use `replace`, or `-` instead of its name for one more item");

/// What a plain number means that is no longer both an item's name and its index.
const SHIFTED: &str = "may be an index or a name, which differ since the list was changed: use the names `#0`, `#1`, ..";

impl Document {
    /// A pointer by the names of items only, for plain numbers also stand for them; `put` says that the last token may
    /// be the place of a new item.
    pub(crate) fn by_names(&self, path: &Pointer, put: bool) -> Result<Pointer, Fault> {
        let mut node = Some(self);
        let mut tokens = Vec::with_capacity(path.tokens().len());
        for (index, token) in path.tokens().iter().enumerate() {
            let mut own = token.clone();
            node = match node {
                Some(Document::List(list)) => {
                    let put = put && index + 1 == path.tokens().len();
                    if let Some(id) = plain(token) {
                        if list.is_shifted(id, put) {
                            return Err(Fault::new(&path.head(index + 1), SHIFTED));
                        }
                        own = format!("#{id}");
                    }
                    list.at(&own).ok().map(|at| &list.items[at].1)
                }
                Some(Document::Object(entries)) => {
                    let entry = entries.iter().find(|(key, _)| key == token);
                    entry.map(|(_, value)| value)
                }
                _ => None,
            };
            tokens.push(own);
        }
        Ok(Pointer::new(tokens))
    }
}

impl Node for Document {
    fn child(&mut self, token: &str) -> Result<&mut Document, Why> {
        match self {
            Document::Scalar(_) => Err(Why::Scalar),
            Document::Object(entries) => match entries.iter().position(|(key, _)| key == token) {
                Some(at) => Ok(&mut entries[at].1),
                None => Err(absent(entries)),
            },
            Document::List(list) => {
                let at = list.at(token)?;
                Ok(&mut list.items[at].1)
            }
        }
    }

    fn put(&mut self, token: &str, value: Document) -> Result<(), Why> {
        match self {
            Document::Scalar(_) => Err(Why::Scalar),
            Document::Object(entries) => {
                match entries.iter_mut().find(|(key, _)| key == token) {
                    Some((_, old)) => *old = value,
                    None => entries.push((token.to_owned(), value)),
                }
                Ok(())
            }
            Document::List(list) => list.put(token, value),
        }
    }

    fn take(&mut self, token: &str) -> Result<Document, Why> {
        match self {
            Document::Scalar(_) => Err(Why::Scalar),
            Document::Object(entries) => match entries.iter().position(|(key, _)| key == token) {
                Some(at) => Ok(entries.remove(at).1),
                None => Err(absent(entries)),
            },
            Document::List(list) => {
                let at = list.at(token)?;
                Ok(list.items.remove(at).1)
            }
        }
    }

    fn same(&self, other: &Document) -> bool {
        let value = |document: &Document| serde_json::from_str::<Value>(&document.json()).ok();
        self == other
            || value(self)
                .zip(value(other))
                .is_some_and(|(a, b)| a.same(&b))
    }

    fn depth(&self) -> usize {
        let children = self.children().into_iter().map(|(_, child)| child);
        match self {
            Document::Scalar(_) => 0,
            _ => 1 + children.map(Node::depth).max().unwrap_or(0),
        }
    }

    fn weight(&self) -> usize {
        self.json().len()
    }

    fn text(&self) -> String {
        self.json()
    }
}

impl List {
    /// Where the item of this name is.
    pub(super) fn at(&self, token: &str) -> Result<usize, Why> {
        if token == "-" {
            return Err(NEW);
        }
        let id = id(token).ok_or(NO_NAME)?;
        let found = self.items.binary_search_by_key(&id, |(id, _)| *id);
        found.map_err(|_| {
            let names = self.items.iter().take(SEEN).map(|(id, _)| format!("#{id}"));
            Why::Absent(names.collect())
        })
    }

    /// Whether the item of this name is another one than that of this index.
    fn is_shifted(&self, id: usize, put: bool) -> bool {
        match self.items.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => at != id,
            Err(at) => id < self.items.len() && !(put && at == id),
        }
    }

    fn put(&mut self, token: &str, value: Document) -> Result<(), Why> {
        let id = if token == "-" {
            self.next
        } else {
            id(token).filter(|id| *id <= self.next).ok_or(NO_NAME)?
        };
        match self.items.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(_) => return Err(THERE),
            Err(at) => self.items.insert(at, (id, value)),
        }
        self.next = self.next.max(id + 1);
        Ok(())
    }
}

/// The number of an item, which may also stand alone.
fn id(token: &str) -> Option<usize> {
    name(token).or_else(|| name(&format!("#{token}")))
}

/// The number that a token is.
fn plain(token: &str) -> Option<usize> {
    name(token).is_none().then(|| id(token)).flatten()
}

fn absent(entries: &[(String, Document)]) -> Why {
    Why::Absent(
        entries
            .iter()
            .take(SEEN)
            .map(|(key, _)| key.clone())
            .collect(),
    )
}
