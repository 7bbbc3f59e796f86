//! Builds a tree in the order of its text: what the strict and the tolerant parser share.

use crate::tree::{NONE, Node, NodeId, NodeKind, Tree};

/// A list or an object that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) node: NodeId,
    /// The last child, or the container itself.
    last: NodeId,
    /// The children: items of a list, or keys and values of an object.
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
            last: node,
            count: 0,
            object,
        });
        node
    }

    /// Ends the innermost list or object.
    pub(crate) fn close(&mut self, end: usize) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.tree.node_mut(frame.last).next = NONE;
        let next = self.next_sibling(self.tree.nodes.len());
        let node = self.tree.node_mut(frame.node);
        node.end = position(end);
        node.next = next;
        if frame.count > 0 {
            node.a = frame.node + 1;
        }
        node.b = if frame.object {
            frame.count.div_ceil(2)
        } else {
            frame.count
        };
    }

    /// The sibling of a node before `next`. Inside a container there is taken to be one, until the container ends.
    #[inline]
    fn next_sibling(&self, next: usize) -> NodeId {
        if self.frames.is_empty() {
            NONE
        } else {
            position(next)
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
        let id = self.tree.nodes.len();
        let mut next = NONE;
        if let Some(top) = self.frames.last_mut() {
            top.last = position(id);
            top.count += 1;
            next = position(id + 1);
        }
        self.tree.push(Node {
            kind,
            side,
            open: false,
            start: position(span.start),
            end: position(span.end),
            a,
            b,
            next,
        })
    }

    /// Takes back the innermost object's last key, whose value is missing; returns its identity.
    pub(crate) fn drop_key(&mut self) -> Option<NodeId> {
        let top = self.frames.last_mut()?;
        let key = top.last;
        if self.tree.kind(key) != NodeKind::Key {
            return None;
        }
        top.last = top.node;
        top.count -= 1;
        if top.count > 0 {
            top.last += 1;
            while self.tree.next(top.last) != key {
                top.last = self.tree.next(top.last);
            }
        }
        self.tree.nodes.truncate(key as usize);
        Some(key)
    }

    /// Makes one string of the last two values, which are strings.
    pub(crate) fn join_strings(&mut self) {
        let tree = &mut *self.tree;
        let Some(second) = tree.nodes.len().checked_sub(1) else {
            return;
        };
        let first = position(second.saturating_sub(1));
        let (before, added) = (*tree.node(first), tree.nodes[second]);
        let follows = if added.side {
            added.a
        } else {
            position(tree.side.len())
        };
        // What was joined before is not copied again.
        let joined = before.side && before.b == follows;
        let from = if joined {
            before.a
        } else {
            position(tree.side.len())
        };
        match (joined, added.side) {
            (true, true) => {}
            (true, false) => {
                let text = tree.text(position(second)).to_owned();
                tree.side.push_str(&text);
            }
            (false, _) => {
                let text = [tree.text(first), tree.text(position(second))].concat();
                tree.side.push_str(&text);
            }
        }
        let b = position(tree.side.len());
        tree.nodes.truncate(second);
        let node = tree.node_mut(first);
        (node.side, node.end, node.a, node.b) = (true, added.end, from, b);
        if let Some(top) = self.frames.last_mut() {
            top.last = first;
            top.count -= 1;
        }
    }
}
