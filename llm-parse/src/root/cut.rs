//! Where a reply was cut off.

use crate::candidate::{Candidate, Found, RawFix, excerpt};
use crate::cut::Cut;
use crate::fix::FixKind;
use crate::path::{Path, Segment};
use crate::print::print_complete;
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
    let (path, node) = innermost(tree, root);
    let end = tree.source.len();
    Violation::new(
        path,
        Code::CutOff,
        "a complete value",
        "the end of the text",
    )
    .with_message("the text ends before the value is complete")
    .with_span(Some(tree.span(node).start.min(end)..end))
}

/// What is known of a value that was cut off.
pub(super) fn facts(tree: &Tree<'_>, root: NodeId) -> Cut {
    let (path, _) = innermost(tree, root);
    let mut lists = Vec::new();
    let mut node = root;
    for at in 0..=path.segments().len() {
        if tree.kind(node) == NodeKind::List {
            let complete = tree.items(node).filter(|item| !tree.node(*item).open);
            let here = Path::from(path.segments()[..at].to_vec());
            lists.push((here, complete.count()));
        }
        node = last_child(tree, node).map_or(node, |(_, child)| child);
    }
    let container = matches!(tree.kind(root), NodeKind::List | NodeKind::Object);
    let complete = container.then(|| print_complete(tree, root));
    Cut {
        begun: None,
        path,
        lists,
        complete,
    }
}

/// Whether an open value is broken rather than cut off: the text ends with its bracket, but a quote or a comment that
/// does not end took it.
pub(super) fn is_swallowed(found: &Found<'_>, candidate: &Candidate) -> bool {
    let tree = &found.tree;
    let closer = match tree.kind(candidate.root) {
        NodeKind::Object => '}',
        NodeKind::List => ']',
        _ => return false,
    };
    let text = tree.source.trim_end();
    let text = text.strip_suffix("```").unwrap_or(text).trim_end();
    let last = found.fixes[candidate.fixes.clone()].last();
    let took = |fix: &RawFix| match fix.kind {
        FixKind::InnerQuote => tree.node(fix.node).open,
        FixKind::Comment => fix.end as usize >= text.len(),
        _ => false,
    };
    text.ends_with(closer) && (!candidate.faults.is_empty() || last.is_some_and(took))
}

/// The violation that says which part of a broken value does not end.
pub(super) fn unended(tree: &Tree<'_>, root: NodeId) -> Violation {
    let (path, node) = innermost(tree, root);
    let span = tree.span(node);
    let found = excerpt(tree.source, span.start);
    let expected = "a value that ends: close its quotes, comments and brackets";
    Violation::new(path, Code::Syntax, expected, found).with_span(Some(span))
}

/// The innermost value that the text ends in.
fn innermost(tree: &Tree<'_>, root: NodeId) -> (Path, NodeId) {
    let mut segments = Vec::new();
    let mut node = root;
    loop {
        match last_child(tree, node) {
            Some((segment, inner)) if tree.node(inner).open => {
                segments.push(segment);
                node = inner;
            }
            _ => return (Path::from(segments), node),
        }
    }
}

fn last_child(tree: &Tree<'_>, node: NodeId) -> Option<(Segment, NodeId)> {
    match tree.kind(node) {
        NodeKind::List => {
            let last = tree.items(node).enumerate().last();
            last.map(|(index, item)| (Segment::Index(index), item))
        }
        NodeKind::Object => {
            let last = tree.entries(node).last();
            last.map(|(key, value)| (Segment::Key(tree.name(key)), value))
        }
        _ => None,
    }
}
