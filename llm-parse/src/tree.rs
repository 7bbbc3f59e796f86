//! The value that stands in a text: a flat tree whose nodes point into the text.
//!
//! # Design
//!
//! Nodes lie in one vector and refer to each other by index, so that building, mending and dropping the tree neither
//! recurse nor allocate for each node. A parent refers to its first child, a child to its next sibling; the children of
//! an object are its keys and values in turn. A string that has no escape and a number are ranges of the text itself;
//! what had to be decoded or mended lies in a second buffer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use crate::path::{Path, Segment};

/// The index of a node.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NONE: NodeId = u32::MAX;

/// Numbers that are longer are equal only as they are written.
const LONG: usize = 400;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Null,
    False,
    True,
    /// A number; its text is a JSON number of any size and precision.
    Number,
    /// A number that is to be handed over with every digit, to a type of `serde_json`'s.
    Exact,
    String,
    /// The key of an object's entry; its value is its next sibling.
    Key,
    List,
    Object,
}

/// One node. `a` and `b` are the text's range of a scalar, or the first child and the number of items or entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// Whether the text lies in the second buffer.
    pub(crate) side: bool,
    /// Whether the text ended inside this node.
    pub(crate) open: bool,
    /// Where the node stands in the source, quotes and brackets included.
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) next: NodeId,
}

/// A text together with the values that were read from it.
#[derive(Debug)]
pub(crate) struct Tree<'t> {
    pub(crate) source: &'t str,
    pub(crate) nodes: Vec<Node>,
    pub(crate) side: String,
    /// The texts of keys that findings refer to, by their ranges.
    names: RefCell<HashMap<(bool, u32, u32), Arc<str>>>,
}

impl<'t> Tree<'t> {
    pub(crate) fn new(source: &'t str) -> Tree<'t> {
        Tree {
            source,
            nodes: Vec::new(),
            side: String::new(),
            names: RefCell::default(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(node);
        id
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// Where the node stands in the source.
    #[inline]
    pub(crate) fn span(&self, id: NodeId) -> Range<usize> {
        let node = self.node(id);
        node.start as usize..node.end as usize
    }

    /// The decoded text of a string or key, or the text of a number; empty for other nodes.
    #[inline]
    pub(crate) fn text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        match node.kind {
            NodeKind::String | NodeKind::Key | NodeKind::Number | NodeKind::Exact => {
                let from = if node.side {
                    self.side.as_str()
                } else {
                    self.source
                };
                &from[node.a as usize..node.b as usize]
            }
            _ => "",
        }
    }

    /// The text of a key, for a path: shared by all that is found under it, so that a long one is copied once.
    pub(crate) fn name(&self, key: NodeId) -> Arc<str> {
        let node = self.node(key);
        let mut names = self.names.borrow_mut();
        let name = names.entry((node.side, node.a, node.b));
        name.or_insert_with(|| self.text(key).into()).clone()
    }

    /// The bytes of the text.
    #[inline]
    pub(crate) fn bytes(&self, id: NodeId) -> &[u8] {
        let node = self.node(id);
        let from = if node.side {
            self.side.as_bytes()
        } else {
            self.source.as_bytes()
        };
        &from[node.a as usize..node.b as usize]
    }

    /// The number of items of a list or entries of an object.
    #[inline]
    pub(crate) fn len(&self, id: NodeId) -> usize {
        self.node(id).b as usize
    }

    /// The first child, or `NONE`.
    #[inline]
    pub(crate) fn first(&self, id: NodeId) -> NodeId {
        self.node(id).a
    }

    #[inline]
    pub(crate) fn next(&self, id: NodeId) -> NodeId {
        self.node(id).next
    }

    /// The items of a list.
    #[inline]
    pub(crate) fn items(&self, list: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = self.first(list);
        std::iter::from_fn(move || {
            (at != NONE).then(|| {
                let item = at;
                at = self.next(item);
                item
            })
        })
    }

    /// The entries of an object, each key with its value.
    #[inline]
    pub(crate) fn entries(&self, object: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        let mut at = self.first(object);
        std::iter::from_fn(move || {
            (at != NONE).then(|| {
                let (key, value) = (at, self.next(at));
                at = self.next(value);
                (key, value)
            })
        })
    }

    /// The value of the first entry with this key, where the node is an object.
    pub(crate) fn entry(&self, node: NodeId, name: &str) -> Option<NodeId> {
        if self.kind(node) != NodeKind::Object {
            return None;
        }
        let mut entries = self.entries(node);
        let (_, value) = entries.find(|(key, _)| self.text(*key) == name)?;
        Some(value)
    }

    /// The value at a path below a node.
    pub(crate) fn locate(&self, root: NodeId, path: &Path) -> Option<NodeId> {
        path.segments()
            .iter()
            .try_fold(root, |node, segment| match (segment, self.kind(node)) {
                (Segment::Key(name), _) => self.entry(node, name),
                (Segment::Index(index), NodeKind::List) => self.items(node).nth(*index),
                _ => None,
            })
    }

    /// The parent of each node below a root. Costs what the value costs, not the tree: there may be many values in it.
    pub(crate) fn parents(&self, root: NodeId) -> Parents {
        // A list that was made of several values of the text was read after them.
        let base = match self.kind(root) {
            NodeKind::List => self.items(root).fold(root, NodeId::min),
            _ => root,
        };
        let mut parents = Parents {
            base,
            links: Vec::new(),
        };
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            match self.kind(node) {
                NodeKind::List => {
                    for (index, item) in (0..).zip(self.items(node)) {
                        parents.set(item, (node, index));
                        open.push(item);
                    }
                }
                NodeKind::Object => {
                    for (key, value) in self.entries(node) {
                        parents.set(key, (node, key));
                        parents.set(value, (node, key));
                        open.push(value);
                    }
                }
                _ => {}
            }
        }
        parents
    }

    /// The path of a node, from the root that the parents were made for.
    pub(crate) fn path_of(&self, node: NodeId, parents: &Parents) -> Path {
        let mut segments = Vec::new();
        let mut at = node;
        while let Some((parent, step)) = parents.of(at) {
            segments.push(match self.kind(parent) {
                NodeKind::List => Segment::Index(step as usize),
                _ => Segment::Key(self.name(step)),
            });
            at = parent;
        }
        segments.reverse();
        Path::from(segments)
    }

    /// Whether two values are equal, whatever their spacing, escapes and order of keys. Costs no more than the smaller
    /// one: a long value may be compared with many short ones.
    pub(crate) fn same(&self, a: NodeId, b: NodeId) -> bool {
        use NodeKind::{Exact, Key, List, Number, Object, String};
        match (self.kind(a), self.kind(b)) {
            (List, List) => {
                let mut pairs = self.items(a).zip(self.items(b));
                self.len(a) == self.len(b) && pairs.all(|(a, b)| self.same(a, b))
            }
            (Object, Object) => {
                self.len(a) == self.len(b) && {
                    let (a, b) = (self.sorted(a), self.sorted(b));
                    let mut pairs = a.into_iter().zip(b);
                    pairs.all(|((key, a), (other, b))| key == other && self.same(a, b))
                }
            }
            (Number | Exact, Number | Exact) => {
                let texts = (self.text(a), self.text(b));
                let short = texts.0.len().max(texts.1.len()) <= LONG;
                texts.0 == texts.1 || short && self.canonical(a) == self.canonical(b)
            }
            (String | Key, String | Key) => self.text(a) == self.text(b),
            (a, b) => a == b,
        }
    }

    /// The entries of an object by their keys.
    fn sorted(&self, object: NodeId) -> Vec<(&str, NodeId)> {
        let entries = self.entries(object);
        let mut entries: Vec<_> = entries
            .map(|(key, value)| (self.text(key), value))
            .collect();
        entries.sort_unstable();
        entries
    }

    /// A text that is the same for equal values, whatever their spacing, escapes and order of keys.
    pub(crate) fn canonical(&self, node: NodeId) -> String {
        let mut out = String::new();
        self.write_canonical(node, &mut out);
        out
    }

    fn write_canonical(&self, node: NodeId, out: &mut String) {
        match self.kind(node) {
            NodeKind::Null => out.push_str("null"),
            NodeKind::True => out.push_str("true"),
            NodeKind::False => out.push_str("false"),
            NodeKind::Number | NodeKind::Exact => {
                match crate::rules::Number::parse(self.text(node)) {
                    Some(number) if number.as_f64().abs() < 1e15 => {
                        let _ = write!(out, "{}", number.as_f64());
                    }
                    _ => out.push_str(self.text(node)),
                }
            }
            NodeKind::String | NodeKind::Key => {
                let _ = write!(out, "{:?}", self.text(node));
            }
            NodeKind::List => {
                out.push('[');
                for item in self.items(node) {
                    self.write_canonical(item, out);
                    out.push(',');
                }
                out.push(']');
            }
            NodeKind::Object => {
                out.push('{');
                for (key, value) in self.sorted(node) {
                    let _ = write!(out, "{key:?}:");
                    self.write_canonical(value, out);
                    out.push(',');
                }
                out.push('}');
            }
        }
    }
}

/// For each node below a root, its parent and the step from there: an index, or the key's node.
#[derive(Debug)]
pub(crate) struct Parents {
    /// The least node; those of one value stand close together.
    base: NodeId,
    links: Vec<(NodeId, u32)>,
}

impl Parents {
    fn set(&mut self, node: NodeId, link: (NodeId, u32)) {
        let Some(at) = node.checked_sub(self.base).map(|at| at as usize) else {
            return;
        };
        if at >= self.links.len() {
            self.links.resize(at + 1, (NONE, 0));
        }
        self.links[at] = link;
    }

    fn of(&self, node: NodeId) -> Option<(NodeId, u32)> {
        let at = node.checked_sub(self.base)? as usize;
        self.links
            .get(at)
            .copied()
            .filter(|(parent, _)| *parent != NONE)
    }
}

/// A node of a tree; what a value is decoded from.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a, 't> {
    pub(crate) tree: &'a Tree<'t>,
    pub(crate) node: NodeId,
}
