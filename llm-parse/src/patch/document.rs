//! A JSON document as a model sees it that is to change it: the items of lists have names that never shift.
//!
//! # Design
//!
//! A list is shown as an object with the keys `#0`, `#1`, ..; an item keeps its name whatever becomes of those beside it,
//! so operations may stand in any order. Scalars stay the text that they were: no digit of a number is lost.

use std::borrow::Cow;

use serde_json::Value;

use super::Pointer;
use super::edit::DEEPEST;
use crate::path::{Path, Segment};
use crate::strict;
use crate::tree::{NodeId, NodeKind, Tree};

/// A value whose items have names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Document {
    /// The JSON text of a scalar.
    Scalar(String),
    Object(Vec<(String, Document)>),
    List(List),
}

/// Items by their names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct List {
    /// In the order of the names.
    pub(crate) items: Vec<(usize, Document)>,
    /// The name of the next item that is added.
    pub(crate) next: usize,
}

impl Document {
    /// Reads JSON text; `None` where it is nested too deep, or has a key that looks like the name of an item.
    pub(crate) fn read(text: &str) -> Option<Document> {
        let document = Document::read_any(text)?;
        (!document.has_names()).then_some(document)
    }

    /// Reads JSON text that a model wrote, in which lists may stand as they were shown.
    pub(crate) fn read_shown(text: &str) -> Option<Document> {
        Document::read_any(text).map(Document::restored)
    }

    /// Reads JSON text, whatever its keys are.
    pub(crate) fn read_any(text: &str) -> Option<Document> {
        let mut tree = Tree::new(text);
        let root = strict::parse(&mut tree, DEEPEST).ok()?;
        Some(Document::of(&tree, root))
    }

    fn of(tree: &Tree<'_>, node: NodeId) -> Document {
        match tree.kind(node) {
            NodeKind::Object => {
                let entries = tree.entries(node);
                let entries = entries
                    .map(|(key, value)| (tree.text(key).to_owned(), Document::of(tree, value)));
                Document::Object(entries.collect())
            }
            NodeKind::List => List::of(tree.items(node).map(|item| Document::of(tree, item))),
            NodeKind::Null => Document::Scalar("null".to_owned()),
            NodeKind::True => Document::Scalar("true".to_owned()),
            NodeKind::False => Document::Scalar("false".to_owned()),
            NodeKind::Number | NodeKind::Exact => Document::Scalar(tree.text(node).to_owned()),
            NodeKind::String | NodeKind::Key => Document::Scalar(quoted(tree.text(node))),
        }
    }

    fn has_names(&self) -> bool {
        match self {
            Document::Scalar(_) => false,
            Document::List(list) => list.items.iter().any(|(_, item)| item.has_names()),
            Document::Object(entries) => entries
                .iter()
                .any(|(key, value)| name(key).is_some() || value.has_names()),
        }
    }

    fn restored(self) -> Document {
        match self {
            Document::Scalar(_) => self,
            Document::List(list) => {
                List::of(list.items.into_iter().map(|(_, item)| item.restored()))
            }
            Document::Object(entries) => {
                let named = entries.iter().all(|(key, _)| name(key).is_some());
                let entries = entries
                    .into_iter()
                    .map(|(key, value)| (key, value.restored()));
                if !named || entries.len() == 0 {
                    return Document::Object(entries.collect());
                }
                let mut items: Vec<_> = entries
                    .map(|(key, value)| (name(&key).unwrap_or_default(), value))
                    .collect();
                items.sort_by_key(|(id, _)| *id);
                List::of(items.into_iter().map(|(_, item)| item))
            }
        }
    }

    pub(crate) fn null() -> Document {
        Document::Scalar("null".to_owned())
    }

    /// The document as JSON.
    pub(crate) fn json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, false);
        out
    }

    /// The document as it is shown to a model.
    pub(crate) fn shown(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, true);
        out
    }

    fn write(&self, out: &mut String, named: bool) {
        match self {
            Document::Scalar(text) => out.push_str(text),
            Document::Object(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| (Some(quoted(key)), value));
                write_all(out, ['{', '}'], entries, named);
            }
            Document::List(list) if named && !list.items.is_empty() => {
                let items = list.items.iter();
                let items = items.map(|(id, item)| (Some(format!("\"#{id}\"")), item));
                write_all(out, ['{', '}'], items, named);
            }
            Document::List(list) => {
                let items = list.items.iter().map(|(_, item)| (None, item));
                write_all(out, ['[', ']'], items, named);
            }
        }
    }

    /// The items of a list, or the document alone.
    pub(crate) fn into_items(self) -> Vec<Document> {
        match self {
            Document::List(list) => list.items.into_iter().map(|(_, item)| item).collect(),
            other => vec![other],
        }
    }

    /// The entries of an object.
    pub(crate) fn into_entries(self) -> Vec<(String, Document)> {
        match self {
            Document::Object(entries) => entries,
            _ => Vec::new(),
        }
    }

    /// The text of a string.
    pub(crate) fn as_string(&self) -> Option<String> {
        match self {
            Document::Scalar(text) if text.starts_with('"') => serde_json::from_str(text).ok(),
            _ => None,
        }
    }

    /// Whether there is a list in it.
    pub(crate) fn has_lists(&self) -> bool {
        match self {
            Document::Scalar(_) => false,
            Document::List(_) => true,
            Document::Object(entries) => entries.iter().any(|(_, value)| value.has_lists()),
        }
    }

    /// What stands at a place, by the names of items.
    pub(crate) fn find(&self, place: &Pointer) -> Option<&Document> {
        let mut tokens = place.tokens().iter();
        tokens.try_fold(self, |node, token| match node {
            Document::Scalar(_) => None,
            Document::Object(entries) => {
                let entry = entries.iter().find(|(key, _)| key == token);
                entry.map(|(_, value)| value)
            }
            Document::List(list) => list.at(token).ok().map(|at| &list.items[at].1),
        })
    }

    /// The same text for values that are equal.
    pub(crate) fn canonical(&self) -> Option<String> {
        let text = self.json();
        let mut tree = Tree::new(&text);
        let root = strict::parse(&mut tree, DEEPEST).ok()?;
        Some(tree.canonical(root))
    }

    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self, Document::Scalar(_))
    }

    /// Whether it is an object with this key.
    pub(crate) fn has_key(&self, wanted: &str) -> bool {
        matches!(self, Document::Object(entries) if entries.iter().any(|(key, _)| key == wanted))
    }

    /// The place of the document's JSON as it is shown.
    pub(crate) fn pointer(&self, path: &Path) -> Pointer {
        let mut node = Some(self);
        let tokens = path.segments().iter().map(|segment| {
            let (token, next) = match (segment, node) {
                (Segment::Index(index), Some(Document::List(list))) => {
                    let item = list.items.get(*index);
                    let id = item.map_or(*index, |(id, _)| *id);
                    (format!("#{id}"), item.map(|(_, item)| item))
                }
                (Segment::Index(index), _) => (format!("#{index}"), None),
                (Segment::Key(key), Some(Document::Object(entries))) => {
                    let entry = entries.iter().find(|(other, _)| **other == **key);
                    (key.to_string(), entry.map(|(_, value)| value))
                }
                (Segment::Key(key), _) => (key.to_string(), None),
            };
            node = next;
            token
        });
        Pointer::new(tokens.collect::<Vec<_>>())
    }

    /// The path of a place that is shown; a new item has the index behind all others.
    pub(crate) fn path(&self, place: &Pointer) -> Path {
        let mut node = Some(self);
        let segments = place.tokens().iter().map(|token| {
            let (segment, next) = match node {
                Some(Document::List(list)) => {
                    let at = list.at(token).unwrap_or(list.items.len());
                    let item = list.items.get(at);
                    (Segment::Index(at), item.map(|(_, item)| item))
                }
                Some(Document::Object(entries)) => {
                    let entry = entries.iter().find(|(key, _)| key == token);
                    let key = token.as_str().into();
                    (Segment::Key(key), entry.map(|(_, value)| value))
                }
                _ => (Segment::Key(token.as_str().into()), None),
            };
            node = next;
            segment
        });
        Path::from(segments.collect::<Vec<_>>())
    }

    /// The keys, or the names of the items, with their values.
    pub(crate) fn children(&self) -> Vec<(Cow<'_, str>, &Document)> {
        match self {
            Document::Scalar(_) => Vec::new(),
            Document::Object(entries) => {
                let entries = entries.iter();
                entries
                    .map(|(key, value)| (key.as_str().into(), value))
                    .collect()
            }
            Document::List(list) => {
                let items = list.items.iter();
                items
                    .map(|(id, item)| (format!("#{id}").into(), item))
                    .collect()
            }
        }
    }
}

impl List {
    fn of(items: impl Iterator<Item = Document>) -> Document {
        let items: Vec<_> = items.enumerate().collect();
        let next = items.len();
        Document::List(List { items, next })
    }
}

/// The number in the name of an item: `#0`.
pub(crate) fn name(key: &str) -> Option<usize> {
    let digits = key.strip_prefix('#')?;
    // RFC 6901 knows no leading zeros.
    let leading = digits.len() > 1 && digits.starts_with('0');
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !leading).then(|| digits.parse().ok())?
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn write_all<'d>(
    out: &mut String,
    brackets: [char; 2],
    children: impl Iterator<Item = (Option<String>, &'d Document)>,
    named: bool,
) {
    out.push(brackets[0]);
    for (index, (key, value)) in children.enumerate() {
        if index > 0 {
            out.push(',');
        }
        if let Some(key) = key {
            out.push_str(&key);
            out.push(':');
        }
        value.write(out, named);
    }
    out.push(brackets[1]);
}
