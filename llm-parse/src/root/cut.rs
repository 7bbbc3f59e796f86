//! Where a reply was cut off.

use crate::path::{Path, Segment};
use crate::tree::{NodeId, NodeKind, Tree};
use crate::violation::{Code, Violation};

pub(super) fn ends_as_list(tree: &Tree<'_>, root: NodeId) -> bool {
    let node = tree.node(root);
    node.kind == NodeKind::List && tree.source[..node.end as usize].ends_with(']')
}

/// Whether the value may have gone on: a number or word has no end of its own.
pub(super) fn is_bare_scalar(tree: &Tree<'_>, root: NodeId) -> bool {
    match tree.kind(root) {
        NodeKind::List | NodeKind::Object => false,
        _ => !tree.source[tree.span(root)].ends_with(['"', '\'']),
    }
}

/// The violation that says where the text was cut off.
pub(super) fn cut(tree: &Tree<'_>, root: NodeId) -> Violation {
    let mut segments = Vec::new();
    let mut node = root;
    loop {
        let last = match tree.kind(node) {
            NodeKind::List => tree
                .items(node)
                .enumerate()
                .last()
                .map(|(index, item)| (Segment::Index(index), item)),
            NodeKind::Object => (tree.entries(node).last())
                .map(|(key, value)| (Segment::Key(tree.text(key).to_owned()), value)),
            _ => None,
        };
        match last {
            Some((segment, inner)) if tree.node(inner).open => {
                segments.push(segment);
                node = inner;
            }
            _ => break,
        }
    }
    let end = tree.source.len();
    Violation::new(
        Path::from(segments),
        Code::CutOff,
        "a complete value",
        "the end of the text",
    )
    .with_message("the text ends before the value is complete")
    .with_span(Some(tree.span(node).start.min(end)..end))
}
