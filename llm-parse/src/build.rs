//! Builds a tree in the order of its text: what the strict and the tolerant parser share.

use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};

/// A list or an object that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) node: NodeId,
    /// The last child, or `NONE`.
    last: NodeId,
    /// Items of a list, or keys of an object.
    pub(crate) count: u32,
    pub(crate) object: bool,
}

/// A tree and the containers that are open at its end.
#[derive(Debug)]
pub(crate) struct Builder<'p, 't> {
    pub(crate) tree: &'p mut Tree<'t>,
    pub(crate) frames: Vec<Frame>,
}

/// A position in a text, which is shorter than 4 GiB.
#[expect(
    clippy::cast_possible_truncation,
    reason = "`find` refuses longer texts"
)]
pub(crate) const fn position(at: usize) -> u32 {
    at as u32
}

impl Builder<'_, '_> {
    /// Adds a list or an object, which is then the innermost one.
    pub(crate) fn open(&mut self, object: bool, start: usize) -> NodeId {
        let kind = if object {
            NodeKind::Object
        } else {
            NodeKind::List
        };
        let node = self.attach(kind, false, start..start, NONE, 0);
        self.frames.push(Frame {
            node,
            last: NONE,
            count: 0,
            object,
        });
        node
    }

    /// Ends the innermost list or object.
    pub(crate) fn close(&mut self, end: usize) {
        if let Some(frame) = self.frames.pop() {
            let node = self.tree.node_mut(frame.node);
            node.end = position(end);
            node.b = frame.count;
        }
    }

    /// Adds a scalar or a key; `a` and `b` are the range of its text.
    #[inline]
    pub(crate) fn attach(
        &mut self,
        kind: NodeKind,
        side: bool,
        span: std::ops::Range<usize>,
        a: u32,
        b: u32,
    ) -> NodeId {
        let id = self.tree.push(Node {
            kind,
            side,
            open: false,
            start: position(span.start),
            end: position(span.end),
            a,
            b,
            next: NONE,
        });
        if let Some(top) = self.frames.last_mut() {
            let parent = if top.last == NONE { top.node } else { top.last };
            let first = top.last == NONE;
            top.last = id;
            top.count += u32::from(!top.object || kind == NodeKind::Key);
            let parent = self.tree.node_mut(parent);
            if first {
                parent.a = id;
            } else {
                parent.next = id;
            }
        }
        id
    }

    /// Takes back the innermost object's last key, whose value is missing; returns its identity.
    pub(crate) fn drop_key(&mut self) -> Option<NodeId> {
        let object = self.frames.last()?.node;
        let (mut last, mut at) = (NONE, self.tree.first(object));
        while at != NONE && self.tree.next(at) != NONE {
            last = self.tree.next(at);
            at = self.tree.next(last);
        }
        if at == NONE {
            return None;
        }
        match last {
            NONE => self.tree.node_mut(object).a = NONE,
            last => self.tree.node_mut(last).next = NONE,
        }
        self.tree.nodes.truncate(at as usize);
        let top = self.frames.last_mut()?;
        top.last = last;
        top.count -= 1;
        Some(at)
    }

    /// Makes one string of the last two values, which are strings.
    pub(crate) fn join_strings(&mut self) {
        let tree = &mut *self.tree;
        let Some(second) = tree.nodes.len().checked_sub(1) else {
            return;
        };
        let first = position(second.saturating_sub(1));
        let text = [tree.text(first), tree.text(position(second))].concat();
        let from = tree.side.len();
        tree.side.push_str(&text);
        let (a, b) = (position(from), position(tree.side.len()));
        let end = tree.nodes[second].end;
        tree.nodes.truncate(second);
        let node = tree.node_mut(first);
        (node.side, node.end, node.a, node.b, node.next) = (true, end, a, b, NONE);
        if let Some(top) = self.frames.last_mut() {
            top.last = first;
            top.count -= u32::from(!top.object);
        }
    }
}
