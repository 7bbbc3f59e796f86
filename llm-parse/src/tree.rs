//! The value that stands in a text: a flat tree whose nodes point into the text.
//!
//! # Design
//!
//! Nodes lie in one vector and refer to each other by index, so that building, mending and dropping the tree neither
//! recurse nor allocate for each node. A parent refers to its first child, a child to its next sibling; the children of
//! an object are its keys and values in turn. A string that has no escape and a number are ranges of the text itself;
//! what had to be decoded or mended lies in a second buffer.

use std::ops::Range;

/// The index of a node.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NONE: NodeId = u32::MAX;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Null,
    False,
    True,
    /// A number; its text is a JSON number of any size and precision.
    Number,
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
}

impl<'t> Tree<'t> {
    pub(crate) fn new(source: &'t str) -> Tree<'t> {
        Tree {
            source,
            nodes: Vec::new(),
            side: String::new(),
        }
    }

    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(node);
        id
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    pub(crate) fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// Where the node stands in the source.
    pub(crate) fn span(&self, id: NodeId) -> Range<usize> {
        let node = self.node(id);
        node.start as usize..node.end as usize
    }

    /// The decoded text of a string or key, or the text of a number; empty for other nodes.
    pub(crate) fn text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        match node.kind {
            NodeKind::String | NodeKind::Key | NodeKind::Number => {
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

    /// The number of items of a list or entries of an object.
    pub(crate) fn len(&self, id: NodeId) -> usize {
        self.node(id).b as usize
    }

    /// The first child, or `NONE`.
    pub(crate) fn first(&self, id: NodeId) -> NodeId {
        self.node(id).a
    }

    pub(crate) fn next(&self, id: NodeId) -> NodeId {
        self.node(id).next
    }

    /// The items of a list.
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
}

/// A node of a tree; what a value is decoded from.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a, 't> {
    pub(crate) tree: &'a Tree<'t>,
    pub(crate) node: NodeId,
}
